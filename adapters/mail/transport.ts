import type { Transporter } from 'nodemailer'

/** How long the server may take to connect, to greet, and for any further answer, in milliseconds. */
const [connectionTimeout, greetingTimeout, socketTimeout] = [20_000, 20_000, 60_000]

/**
 * The way to a mail server by its URL: over TLS, unless it is on this machine. There any certificate will do: Postfix as
 * Debian installs it offers STARTTLS with one that names no “localhost”. A user in the URL always signs in:
 * nodemailer 10.6.1 by itself sends without where the server offers none.
 */
export async function smtpTransport(url: string): Promise<Transporter> {
  // Few gateways send mails.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout,
    greetingTimeout,
    socketTimeout,
    // Mails have no files: nothing in a text can make the library read one, or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(new URL(url).username !== '' && { forceAuth: true }),
    ...(isHere(url) ? { tls: { rejectUnauthorized: false } } : { requireTLS: true }),
  })
}

/** Whether a mail server is on this machine, and so needs no TLS. */
function isHere(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
