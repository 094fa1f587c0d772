import { Readable } from 'node:stream'
import type { Mailer } from '../../core/sente.ts'
import type { NoticeForm } from '../formats/notice.ts'
import { codeMail, type Letter, noticesMail } from './letters.ts'
import { outcomeOfError } from './outcome.ts'
import { smtpTransport } from './transport.ts'

/** The settings of a mail server. */
export type SmtpSettings = {
  /** `smtp://` or `smtps://`, with a user and a password if the server asks for them. */
  readonly url: string
  /** The sender's address. */
  readonly from: string
  /** The URL of the gateway for the links in mails, without a slash at the end. */
  readonly publicUrl: string
}

/**
 * Sends mails over SMTP, each over a connection of its own. `formFor` returns the form of notices for the codes of
 * languages.
 */
export function smtpMailer(
  { url, from, publicUrl }: SmtpSettings,
  formFor: (languages: readonly string[]) => NoticeForm,
): Mailer {
  async function send(address: string, { subject, text, language }: Letter) {
    let isBegun = false
    async function* begun() {
      isBegun = true
      yield text
    }
    const to = { name: '', address }
    const headers = { 'Auto-Submitted': 'auto-generated', 'Content-Language': language }
    try {
      const transport = await smtpTransport(url)
      await transport.sendMail({ from, to, headers, subject, text: Readable.from(begun()), textEncoding: 'base64' })
      return { outcome: 'accepted' } as const
    } catch (error) {
      return outcomeOfError(error, { isBegun })
    }
  }

  return {
    sendNotices: ({ address, languages, ...mail }) =>
      send(address, noticesMail({ ...mail, publicUrl }, formFor(languages))),
    sendCode: ({ address, languages, code }) => send(address, codeMail(code, formFor(languages))),
  }
}
