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
  // Refused credentials are the operator's fault, who may correct them within a day.
  if (responseCode >= 500 && code !== 'EAUTH') return { outcome: 'refused', problem }
  return { outcome: responseCode > 0 || !isBegun ? 'later' : 'doubtful', problem }
}

/** The error in one short line. */
function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\s+/g, ' ').slice(0, 200)
}
