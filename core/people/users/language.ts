import type { Account } from '../../model/account.ts'
import { isOperator, type Session, type User } from '../../model/people.ts'
import { isOpen, type SessionPorts } from '../signIn/sessions.ts'

/** The function that {@link chooseLanguage} returns. */
export type ChooseLanguage = (request: {
  readonly session: Session
  /** Its code of ISO 639-1, such as `lg`. */
  readonly language: string
}) => Promise<void>

/**
 * The codes of the languages for a user, the preferred one first: the user's own, and the account's. There are none for
 * operators: their pages and mails are in English.
 */
export function languagesFor(
  { language, accountId }: Pick<User, 'language' | 'accountId'>,
  account: Pick<Account, 'language'> | null | undefined,
): readonly string[] {
  if (isOperator({ accountId })) return []
  return [language, account?.language].filter((code) => typeof code === 'string')
}

/** Keeps the language that the user of a session has chosen for the pages. Does nothing once the session has ended. */
export function chooseLanguage({ people, clock }: Pick<SessionPorts, 'people' | 'clock'>): ChooseLanguage {
  return async ({ session: { userId, id }, language }) => {
    await people.change({ userId, nowMs: clock.nowMs() }, ({ user, sessions, nowMs }) => {
      const isAllowed = sessions.some((one) => one.id === id && one.needs === null && isOpen(one, nowMs))
      return { value: undefined, ...(isAllowed && { user: { ...user, language } }) }
    })
  }
}
