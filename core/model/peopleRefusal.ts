/** Every refusal of acts in a browser, or of acts on users. */
export const peopleRefusalCodes = [
  'wrong_sign_in',
  'wrong_password',
  'too_many_attempts',
  'too_busy',
  'session_ended',
  'not_confirmed',
  'second_step_needed',
  'second_step_required',
  'wrong_code',
  'too_many_passkeys',
  'not_allowed',
  'password_needed',
  'invitation_gone',
  'too_many_invitations',
  'unknown_account',
  'closed_account',
  'unknown_user',
  'malformed_name',
  'malformed_explanation',
  'malformed_role',
  'malformed_amount',
  'name_taken',
  'malformed_password',
  'guessable_password',
  'last_owner',
  'last_administrator',
  'user_removed',
  'second_person_needed',
  'malformed_address',
  'mail_failed',
  'not_configured',
] as const

/** The machine-readable name of such a refusal. */
export type PeopleRefusalCode = (typeof peopleRefusalCodes)[number]

/** A refused act that changed nothing. The message is for the person who asked. */
export type PeopleRefusal = {
  readonly refused: PeopleRefusalCode
  readonly message: string
  /** The earliest time for another try, if it is known. */
  readonly retryAtMs?: number
}

/** Refuses a sign-in without revealing the reason. */
export const wrongSignIn: PeopleRefusal = {
  refused: 'wrong_sign_in',
  message: 'The name or the password is wrong',
}

/** Refuses a wrong password of a user who is signed in. */
export const wrongPassword: PeopleRefusal = { refused: 'wrong_password', message: 'The password is wrong' }

/** Refuses an act in a session that has ended. */
export const sessionEnded: PeopleRefusal = { refused: 'session_ended', message: 'The session has ended: sign in again' }

/** Refuses a sensitive change, because the password was not given again just now in this session. */
export const notConfirmed: PeopleRefusal = { refused: 'not_confirmed', message: 'Give your password again first' }

/** Refuses an act that the session may not be used for yet. */
export const secondStepNeeded: PeopleRefusal = {
  refused: 'second_step_needed',
  message: 'Take the second step of the sign-in first',
}

/** Refuses a second step without revealing the reason. */
export const wrongCode: PeopleRefusal = { refused: 'wrong_code', message: 'That did not work: try again' }

/** Refuses an act that the user's role does not allow. */
export const notAllowed: PeopleRefusal = { refused: 'not_allowed', message: 'Your role does not allow that' }

/** Refuses an act that requires the password, which was not given within the last minutes. */
export const passwordNeeded: PeopleRefusal = { refused: 'password_needed', message: 'Give your password again' }

/** Refuses a payout that one person may not make alone. */
export const secondPersonNeeded: PeopleRefusal = {
  refused: 'second_person_needed',
  message: 'Two people make a payment of this amount: make it as a batch, which another person who may pay approves',
}

/** Refuses work on the books that this gateway is not set up for. */
export const notConfigured: PeopleRefusal = {
  refused: 'not_configured',
  message: 'This gateway is not set up for it: the page names the setting',
}

/** Refuses an invitation that is unknown, used or too old. */
export const invitationGone: PeopleRefusal = {
  refused: 'invitation_gone',
  message: 'The link is no longer valid: it works once, for an hour. Ask for a new one',
}

/** Refuses the id of a user who does not exist, or whom the asking person may not see. */
export function unknownUser(id: string): PeopleRefusal {
  return { refused: 'unknown_user', message: `There is no user ${id}` }
}

/** Refuses an attempt after too many others. */
export function tooManyAttempts(retryAtMs: number): PeopleRefusal {
  return { refused: 'too_many_attempts', message: 'There were too many attempts: try again in some minutes', retryAtMs }
}

/** Refuses work when too much other work waits. */
export function tooBusy(nowMs: number): PeopleRefusal {
  return { refused: 'too_busy', message: 'Too many people sign in at once: try again', retryAtMs: nowMs + 5_000 }
}
