import type { Broken } from '../ports/books/auditRules.ts'
import type { Books } from '../ports/books/books.ts'
import type { ActionPage, ActionQuery, Actions, ChainEnd } from '../ports/operators/actions.ts'
import type { Secrets } from '../ports/secrets.ts'
import { actionCheck } from './actionCheck.ts'

/** The function that {@link listActions} returns. */
export type ListActions = (query: ActionQuery) => Promise<ActionPage>

/** The function that {@link verifyActions} returns. */
export type VerifyActions = (request: {
  /** An end of the chain that was noted before: it has to be in it still. */
  readonly noted?: ChainEnd
}) => Promise<VerifiedActions>

/** What was found: how many actions there are, with the end of their chain, and every one that is not as it was. */
export type VerifiedActions = { readonly end: ChainEnd; readonly checked: number; readonly broken: readonly Broken[] }

/** Lists what operators have done, the latest first. */
export function listActions({ actions }: { readonly actions: Actions }): ListActions {
  return (query) => actions.list(query)
}

/**
 * Makes the hash of every action again, so that one that was removed or changed is found; and of the whole chain if its
 * end was noted elsewhere, since whoever may write to the database can make all of its hashes anew.
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

const otherThanNoted = 'it is another than the one whose hash was noted, or one before it is'
