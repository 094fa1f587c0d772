import type { Asked, Visitor } from '../asked.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Answer } from '../page.ts'

/** Somebody of an account, with its id. */
export type Holder = Visitor & { readonly accountId: string }

/** Answers a user of an account; only such a one is admitted to the pages of account holders. */
export function asHolder(asked: Asked, answer: (holder: Holder) => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const { visitor } = asked
  const accountId = visitor?.user.accountId
  return visitor && accountId ? answer({ ...visitor, accountId }) : errorPage('notFound')
}
