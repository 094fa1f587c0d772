import type { Finding } from '../../core/sente.ts'
import { problemOf } from './outcome.ts'
import { smtpTransport } from './transport.ts'

/** Checks that a mail server lets the gateway in, over TLS and with its credentials. No mail is sent. */
export async function checkMail({ url }: { readonly url: string }): Promise<Finding> {
  const check = 'mail server'
  const { host } = new URL(url)
  const transport = await smtpTransport(url)
  try {
    await transport.verify()
    return { check, ok: true, found: `${host} accepts the gateway` }
  } catch (error) {
    const found = `${host}: ${problemOf(error)}`
    return { check, ok: false, found, fix: fixOf(error), runbook: 'docs/operating/mail.md' }
  } finally {
    transport.close()
  }
}

/** The remedies for nodemailer's codes. */
const fixes: Readonly<Record<string, string>> = {
  EDNS: 'correct the name of the server in SENTE_SMTP_URL',
  EAUTH: 'correct the user and the password in SENTE_SMTP_URL; in it @ is %40, and : is %3A',
  ETLS: 'use a server that offers STARTTLS, or smtps:// for one that begins with TLS',
}

function fixOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (/wrong version number|packet length too long/i.test(message))
    return 'write smtp:// for a port that begins without TLS, such as 587, and smtps:// for one that begins with it'
  if (/greeting never received/i.test(message))
    return 'write smtps:// for a port that begins with TLS, such as 465; otherwise see that the server answers'
  if (/certificate|altnames/i.test(message)) return 'give the server a certificate of its name that this machine trusts'
  return fixes[code] ?? 'see that the server runs, and that this machine may connect to its port'
}
