import type { AddressInfo } from 'node:net'
import { createClient } from '../../../../adapters/client/client.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'

/** The fate of one request: lost before or after it arrived, or answered by something in between. */
export type Fault = 'request lost' | 'answer lost' | 'answer broken off' | 'silence' | Response | (() => Response)

/** A real API with a client whose first requests meet these faults. */
export async function openClient(faults: readonly Fault[] = [], given?: Api) {
  const api = given ?? (await overHttp())
  const { port } = api.server.address() as AddressInfo
  const left = [...faults]
  const sent: string[] = []
  const faulty: typeof fetch = async (input, init) => {
    sent.push(`${init?.method} ${String(input).replace(/^.*\/api\/v1\//, '')}`)
    const fault = left.shift()
    if (fault instanceof Response) return fault
    if (typeof fault === 'function') return fault()
    if (fault === 'silence') return silence(init?.signal)
    if (fault === 'request lost') throw new TypeError('fetch failed')
    const answer = await fetch(input, init)
    if (fault === undefined) return answer
    await answer.text()
    if (fault === 'answer lost') throw new TypeError('fetch failed')
    return new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }), answer)
  }
  const { secretKey, publicKey } = { secretKey: api.secretKey, publicKey: api.request.apikey }
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}/`, secretKey, publicKey, fetch: faulty })
  const payout = { reference: 'order-1', phone_number: '256770000001', amount: 5_000, currency: 'UGX', network: 'MTN' }
  return { ...api, client, sent, payout: { ...payout, pin: '4071' }, collection: payout }
}

/** Until it is given up. */
function silence(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

/** An answer of something between the client and the gateway. */
export function between(status: number, headers: Record<string, string> = {}): Response {
  return new Response('<html>nothing of the API</html>', { status, headers })
}
