import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

/** Stands between all nodes and the simulated networks, and records the requests to the networks. */
export type NetworkRelay = {
  readonly url: string
  /** The number of submissions of each payment to a network, by the payment's id there. */
  readonly submissions: ReadonlyMap<string, number>
  /** The number of enquiries about each payment. */
  readonly enquiries: ReadonlyMap<string, number>
  /** The payments with two enquiries at the same time. */
  readonly askedTwiceAtOnce: ReadonlySet<string>
  /** Resolves as soon as the networks get this many more payments, before they answer the last. */
  submitted(more: number): Promise<void>
  /** From now on the networks treat one value of the header `Authorization` as another, or refuse it. */
  takeFor(given: string, meant: string | undefined): void
  /** From now on each enquiry takes this much longer. */
  slowEnquiriesBy(ms: number): void
  /** Passes each callback on to all of these servers at once. */
  callBackTo(urls: readonly string[]): void
  close(): Promise<void>
}

/** Opens it in front of the networks at an origin. */
export async function openRelay(origin: string): Promise<NetworkRelay> {
  let slowerMs = 0
  let called: readonly string[] = []
  const [submissions, enquiries] = [new Map<string, number>(), new Map<string, number>()]
  const asking = new Set<string>()
  const awaited = new Map<number, () => void>()
  const takenFor = new Map<string, string | undefined>()
  const askedTwiceAtOnce = new Set<string>()

  async function callBack({ method = 'PUT', url }: IncomingMessage, body: Buffer<ArrayBuffer>) {
    await Promise.all(called.map((node) => fetch(`${node}${url}`, { method, body }).catch(() => undefined)))
  }

  async function enquire(request: IncomingMessage, answer: ServerResponse, body: Buffer) {
    const id = new URL(request.url ?? '', origin).pathname.split('/').at(-1) ?? ''
    count(enquiries, id)
    if (asking.has(id)) askedTwiceAtOnce.add(id)
    asking.add(id)
    // The enquiry of a client that gave up has ended.
    answer.once('close', () => asking.delete(id))
    await setTimeout(slowerMs)
    pass(origin, request, answer, body)
  }

  const server = createServer(async (request, answer) => {
    const body = Buffer.from(await buffer(request))
    if (request.url?.startsWith('/callbacks/')) {
      await callBack(request, body)
      return answer.end()
    }
    const { authorization = '' } = request.headers
    if (takenFor.has(authorization)) {
      const meant = takenFor.get(authorization)
      if (meant === undefined) return answer.writeHead(401).end('{"error":"login_failed"}')
      request.headers.authorization = meant
    }
    // A request without a token only asks for the time.
    if (request.method === 'GET' && request.headers.authorization) return enquire(request, answer, body)
    const id = paymentIn(request, body)
    if (id !== undefined) count(submissions, id)
    awaited.get(submissions.size)?.()
    pass(origin, request, answer, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    submissions,
    enquiries,
    askedTwiceAtOnce,
    submitted: (more) => new Promise((resolve) => awaited.set(submissions.size + more, resolve)),
    takeFor: (given, meant) => takenFor.set(given, meant),
    slowEnquiriesBy(ms) {
      slowerMs = ms
    },
    callBackTo(urls) {
      called = urls
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The id under which a request submits a payment; undefined for a request for a token. */
function paymentIn({ url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  if (body.length === 0 || /\/token\b/.test(url)) return undefined
  return headers['x-reference-id']?.toString() ?? JSON.parse(body.toString()).transaction.id
}

function count(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1)
}

/** Passes a request on, and its answer back; a connection that breaks on one side breaks on the other. */
function pass(origin: string, { method, url, headers }: IncomingMessage, answer: ServerResponse, body: Buffer): void {
  const onwards = request(`${origin}${url}`, { method, headers }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
    answered.once('error', () => answer.destroy())
  })
  onwards.once('error', () => answer.destroy())
  onwards.end(body)
}
