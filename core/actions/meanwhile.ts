import type { Actions } from '../ports/operators/actions.ts'

/** The error when another action was written since a decision read its data, so that nothing was changed. */
export class ActedMeanwhile extends Error {
  override readonly name = 'ActedMeanwhile'
}

/**
 * Makes a decision that depends on other decisions. It receives the last action before it reads, and writes its own
 * with that in `ActionPorts`. If another one has come in between, it reads again.
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
