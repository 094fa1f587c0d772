import type { Asked, Visitor } from '../asked.ts'
import type { Language } from '../languages/languages.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Answer } from '../page.ts'

/** A user of an account, with its id, and the language of the answer. */
export type Holder = Visitor & { readonly accountId: string; readonly language: Language }

/** Does something for a user of an account, and nothing for anybody else. */
export async function ifHolder<T>(
  { visitor, language }: Asked,
  then: (holder: Holder) => Promise<T>,
): Promise<T | undefined> {
  const accountId = visitor?.user.accountId
  return visitor && accountId ? then({ ...visitor, accountId, language }) : undefined
}

/** Answers a user of an account. Nobody else is admitted to the pages for account holders. */
export function asHolder(asked: Asked, answer: (holder: Holder) => Answer | Promise<Answer>): Answer | Promise<Answer> {
  const { visitor, language } = asked
  const accountId = visitor?.user.accountId
  return visitor && accountId ? answer({ ...visitor, accountId, language }) : errorPage('notFound')
}
