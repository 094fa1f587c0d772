import type { Notice } from './notices.ts'

/**
 * The outcome of an attempt to send a mail. `accepted`: the mail server has it. `later`: it was certainly not accepted,
 * and may be sent again. `refused`: it never will be. `doubtful`: nobody knows whether it was accepted.
 */
export type MailOutcome =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'later' | 'refused' | 'doubtful'; readonly problem: string }

/** Sends mails to users. It never rejects. */
export interface Mailer {
  /** Sends notices in one mail: their subjects and a link, and nothing else. */
  sendNotices(mail: {
    readonly address: string
    readonly isOperator: boolean
    /** The codes of the languages that it may be in, the preferred one first; otherwise it is in English. */
    readonly languages: readonly string[]
    readonly notices: readonly Notice[]
  }): Promise<MailOutcome>
  /** Sends the code that confirms an address, in a language as above. */
  sendCode(mail: {
    readonly address: string
    readonly code: string
    readonly languages: readonly string[]
  }): Promise<MailOutcome>
}
