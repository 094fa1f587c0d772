import type { Asked, Visitor } from '../asked.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Answer } from '../page.ts'

/** A user of an account, with its id. */
export type Holder = Visitor & { readonly accountId: string }

/** Does something for a user of an account, and nothing for anybody else. */
export async function ifHolder<T>({ visitor }: Asked, then: (holder: Holder) => Promise<T>): Promise<T | undefined> {
  const accountId = visitor?.user.accountId
  return visitor && accountId ? then({ ...visitor, accountId }) : undefined
}

/** Answers a user of an account. Nobody else is admitted to the pages for account holders. */
export function asHolder(asked: Asked, answer: (holder: Holder) => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const { visitor } = asked
  const accountId = visitor?.user.accountId
  return visitor && accountId ? answer({ ...visitor, accountId }) : errorPage('notFound')
}
