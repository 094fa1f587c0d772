import type { Actions } from '../ports/operators/actions.ts'

/** Another action was written since a decision looked at what it depends on, so that nothing was changed. */
export class ActedMeanwhile extends Error {
  override readonly name = 'ActedMeanwhile'
}

/**
 * Makes a decision that depends on other decisions. It gets the last action before it looks, and writes its own with that in
 * `ActionPorts`. Where another one has come in between, it looks again.
 */
export async function withoutOthers<Decided>(
  { actions }: { readonly actions: Pick<Actions, 'list'> },
  decide: (lastAction: number) => Promise<Decided>,
): Promise<Decided> {
  for (;;) {
    const [last] = (await actions.list({ limit: 1 })).actions
    try {
      return await decide(last?.number ?? 0)
    } catch (error) {
      if (!(error instanceof ActedMeanwhile)) throw error
    }
  }
}
