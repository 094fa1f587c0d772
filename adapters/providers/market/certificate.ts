import { once } from 'node:events'
import { isIP } from 'node:net'
import { type ConnectionOptions, connect, DEFAULT_CIPHERS, type TLSSocket } from 'node:tls'

const answerMs = 5_000

/**
 * The end of validity of the certificate at an https address, whoever signed it. Undefined for another address, or
 * without an answer.
 */
export function certificateOf(url: string): Promise<Date | undefined> {
  return connected(
    url,
    { rejectUnauthorized: false },
    {
      whenOpen: (socket) => new Date(socket.getPeerCertificate().valid_to),
      whenNot: () => undefined,
    },
  )
}

/**
 * OpenSSL's reason to refuse an https address at its security level 2, which is the default of Node 24: keys and
 * signatures of certificates must be as strong as RSA with 2,048 bits. Older versions of Node have level 1.
 */
export function tooWeakForNode24(url: string): Promise<string | undefined> {
  return connected(
    url,
    { ciphers: `${DEFAULT_CIPHERS}:@SECLEVEL=2` },
    {
      whenOpen: () => undefined,
      whenNot: ({ message }) => (/too (weak|small)/.test(message) ? message : undefined),
    },
  )
}

/** Connects to an https address by TLS, and disconnects. Undefined for another address. */
async function connected<T>(
  url: string,
  options: ConnectionOptions,
  { whenOpen, whenNot }: { whenOpen: (socket: TLSSocket) => T; whenNot: (error: Error) => T },
): Promise<T | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return undefined
  const servername = isIP(hostname) === 0 ? hostname : ''
  const socket = connect({ host: hostname, port: Number(port) || 443, servername, ...options })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(answerMs) })
    return whenOpen(socket)
  } catch (error) {
    return whenNot(error as Error)
  } finally {
    socket.destroy()
  }
}
