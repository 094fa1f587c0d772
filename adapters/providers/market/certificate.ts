import { once } from 'node:events'
import { connect } from 'node:tls'

const answerMs = 5_000

/**
 * Until when the certificate of an https address is valid, whoever has signed it; undefined for another address, or when
 * it does not answer.
 */
export async function certificateOf(url: string): Promise<Date | undefined> {
  const { protocol, hostname, port } = new URL(url)
  if (protocol !== 'https:') return undefined
  const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(answerMs) })
    return new Date(socket.getPeerCertificate().valid_to)
  } catch {
    return undefined
  } finally {
    socket.destroy()
  }
}
