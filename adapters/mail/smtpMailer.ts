import { Readable } from 'node:stream'
import type { Mailer } from '../../core/sente.ts'
import { codeMail, type Letter, noticesMail } from './letters.ts'
import { outcomeOfError } from './outcome.ts'

/** The settings of a mail server. */
export type SmtpSettings = {
  /** `smtp://` or `smtps://`, with a user and a password if the server asks for them. */
  readonly url: string
  /** The sender's address. */
  readonly from: string
  /** The URL of the gateway for the links in mails, without a slash at the end. */
  readonly publicUrl: string
}

/** How long the server may take to connect, to greet, and for any further answer, in milliseconds. */
const [connectionTimeout, greetingTimeout, socketTimeout] = [20_000, 20_000, 60_000]

/** Sends mails over SMTP, each over a connection of its own. */
export function smtpMailer({ url, from, publicUrl }: SmtpSettings): Mailer {
  // Few gateways send mails.
  async function transport() {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout,
      greetingTimeout,
      socketTimeout,
      // Mails have no files: nothing in a text can make the library read one, or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(isHere(url) ? {} : { requireTLS: true }),
    })
  }

  async function send(address: string, { subject, text }: Letter) {
    let isBegun = false
    async function* begun() {
      isBegun = true
      yield text
    }
    const to = { name: '', address }
    const headers = { 'Auto-Submitted': 'auto-generated' }
    try {
      const made = await transport()
      await made.sendMail({ from, to, headers, subject, text: Readable.from(begun()), textEncoding: 'base64' })
      return { outcome: 'accepted' } as const
    } catch (error) {
      return outcomeOfError(error, { isBegun })
    }
  }

  return {
    sendNotices: ({ address, ...mail }) => send(address, noticesMail({ ...mail, publicUrl })),
    sendCode: ({ address, code }) => send(address, codeMail(code)),
  }
}

/** Whether a mail server is on this machine, and so needs no TLS. */
export function isHere(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
