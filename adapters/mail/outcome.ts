import type { MailOutcome } from '../../core/sente.ts'

/** The parts of nodemailer's errors: its code, the command, and the server's status and answer. */
type MailError = {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/**
 * The outcome of a mail that could not be sent. An answer of the server is certain: unless it is final, the mail may be
 * sent again. Without an answer, only a mail whose text was not begun may be sent again: nodemailer's error for
 * a lost connection is the same before and after the text.
 */
export function outcomeOfError(error: unknown, { isBegun }: { readonly isBegun: boolean }): MailOutcome {
  const given = (error ?? {}) as MailError
  const problem = problemOf(error)
  if (isFinal(given)) return { outcome: 'refused', problem }
  return { outcome: (given.responseCode ?? 0) > 0 || !isBegun ? 'later' : 'doubtful', problem }
}

/**
 * Whether the server refuses the text, or the recipient by an enhanced status of RFC 3463: 5.1 and 5.2 are about the
 * recipient, except 5.1.7 and 5.1.8, which are about the sender. All else may be the fault of a setting, which the
 * operator can correct within a day: Postfix refuses clients, senders and relaying in answers to the recipient.
 */
function isFinal({ code, command, responseCode = 0, response = '' }: MailError): boolean {
  if (responseCode < 500) return false
  return code === 'EMESSAGE' || (command === 'RCPT TO' && /^\d{3}[ -]5\.(?:1\.(?![78]\b)|2\.)\d/.test(response))
}

/** An error in one short line, without the addresses of people: it is logged. */
export function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .replace(/[^\s<>@]+@[^\s<>@:]+/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, 200)
}
