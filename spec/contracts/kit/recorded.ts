import type { Acting, Action, ActionPlace } from '../../../core/sente.ts'

/** Writes an action as a use case would, but for its hash. */
export function recorded(kind: string): Acting<readonly unknown[]> {
  return {
    proposal: null,
    chain({ number, hash }: ActionPlace) {
      const who = { atMs: 1, by: 'amina', approvedBy: null, because: null, proposal: null }
      const what = { kind, accountId: null, subject: 'something', before: null, after: null }
      const action: Action = { ...who, ...what, number: number + 1, previous: hash }
      return { action, hash: `hash of ${action.number}` }
    },
  }
}

/** An action that can't be written, because another one has ended its proposal. */
export const throwing: Acting<readonly unknown[]> = {
  proposal: null,
  chain() {
    throw new Error('ended')
  },
}
