import type { Broken } from '../ports/books/auditRules.ts'
import type { Books } from '../ports/books/books.ts'
import type { ActionPage, ActionQuery, Actions, ChainEnd } from '../ports/operators/actions.ts'
import type { Secrets } from '../ports/secrets.ts'
import { actionCheck } from './actionCheck.ts'

/** The function that {@link listActions} returns. */
export type ListActions = (query: ActionQuery) => Promise<ActionPage>

/** The function that {@link verifyActions} returns. */
export type VerifyActions = (request: {
  /** An end of the chain that was noted before: the chain must still contain it. */
  readonly noted?: ChainEnd
}) => Promise<VerifiedActions>

/** The result: the number of actions, the end of their chain, and every one that has changed. */
export type VerifiedActions = { readonly end: ChainEnd; readonly checked: number; readonly broken: readonly Broken[] }

/** Lists operators' actions, latest first. */
export function listActions({ actions }: { readonly actions: Actions }): ListActions {
  return (query) => actions.list(query)
}

/**
 * Computes the hash of every action again, so that a removed or changed one is found. If the chain's end was noted
 * elsewhere, this covers the whole chain: a person with write access to the database can compute all of its hashes
 * anew.
 */
export function verifyActions({
  books,
  secrets,
}: {
  readonly books: Pick<Books, 'snapshot'>
  readonly secrets: Pick<Secrets, 'digest'>
}): VerifyActions {
  return ({ noted }) =>
    books.snapshot(async (snapshot) => {
      const check = actionCheck(secrets)
      const broken: Broken[] = []
      let isAsNoted = noted === undefined || noted.number === 0
      let checked = 0
      for await (const action of snapshot.actions()) {
        checked += 1
        broken.push(...check.action(action))
        isAsNoted ||= action.number === noted?.number && check.last().hash === noted.hash
      }
      for await (const kept of snapshot.chainEnd()) broken.push(...check.end(kept))
      broken.push(...check.problems())
      if (noted && !isAsNoted)
        broken.push({ rule: 'actions_unchanged', row: `action ${noted.number}`, problem: otherThanNoted })
      return { end: check.last(), checked, broken }
    })
}

const otherThanNoted = 'it differs from the one whose hash was noted, or an earlier one does'
