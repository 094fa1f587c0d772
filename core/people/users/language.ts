import type { Session } from '../../model/people.ts'
import { isOpen, type SessionPorts } from '../signIn/sessions.ts'

/** The function that {@link chooseLanguage} returns. */
export type ChooseLanguage = (request: {
  readonly session: Session
  /** Its code of ISO 639-1, such as `lg`. */
  readonly language: string
}) => Promise<void>

/** Keeps the language that the user of a session has chosen for the pages. Does nothing once the session has ended. */
export function chooseLanguage({ people, clock }: Pick<SessionPorts, 'people' | 'clock'>): ChooseLanguage {
  return async ({ session: { userId, id }, language }) => {
    await people.change({ userId, nowMs: clock.nowMs() }, ({ user, sessions, nowMs }) => {
      const isAllowed = sessions.some((one) => one.id === id && one.needs === null && isOpen(one, nowMs))
      return { value: undefined, ...(isAllowed && { user: { ...user, language } }) }
    })
  }
}
