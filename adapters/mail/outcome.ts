import type { MailOutcome } from '../../core/sente.ts'

/** The parts of nodemailer's errors: its code, and the server's status. */
type MailError = { readonly code?: string; readonly responseCode?: number }

/**
 * The outcome of a mail that could not be sent. An answer of the server is certain: with a status below 500 the mail
 * may be sent again. Without an answer, only a mail whose text was not begun may be sent again: nodemailer's error for
 * a lost connection is the same before and after the text.
 */
export function outcomeOfError(error: unknown, { isBegun }: { readonly isBegun: boolean }): MailOutcome {
  const { code, responseCode = 0 } = (error ?? {}) as MailError
  const problem = problemOf(error)
  // Before an envelope or a text nothing about the mail is refused: the operator may correct a setting within a day.
  if (responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')) return { outcome: 'refused', problem }
  return { outcome: responseCode > 0 || !isBegun ? 'later' : 'doubtful', problem }
}

/** An error in one short line. */
export function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\s+/g, ' ').slice(0, 200)
}
