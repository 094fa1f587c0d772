import { once } from 'node:events'
import { connect } from 'node:tls'

const answerMs = 5_000

/**
 * The end of validity of the certificate at an https address, whoever signed it. Undefined for another address, or
 * without an answer.
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
