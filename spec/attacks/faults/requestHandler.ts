import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Way as Kind } from '../../../core/sente.ts'
import { dutifully } from './conducts.ts'
import type { Dialect, Known, Reply } from './dialects.ts'
import type { Part, Trouble } from './networkTrouble.ts'

/** Answers the requests to a network, and remembers the payments. */
export type RequestHandler = {
  /** How many requests it has read the head of. */
  readonly seen: Readonly<Record<Part, number>>
  /** How often it tried the payment of each id. */
  readonly tried: ReadonlyMap<string, number>
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Makes it; each request meets the trouble of that time. */
export function requestHandler(dialect: Dialect, trouble: () => Trouble): RequestHandler {
  const seen = { token: 0, submission: 0, enquiry: 0 }
  const memory = paymentMemory(dialect)
  return {
    seen,
    tried: memory.tried,
    async serve(request, response) {
      const { url = '', headers, socket } = request
      const [part, kind] = [partOf(request), kindIn(url)]
      seen[part] += 1
      const read = () => text(request)
      const duties: Record<Part, () => Promise<Reply>> = {
        token: async () => dialect.granted,
        async submission() {
          memory.add(headers, await read(), 'succeeded')
          return dialect.accepted(kind)
        },
        enquiry: async () => memory.report(kind, url.slice(url.lastIndexOf('/') + 1)),
      }
      const fail = async () => memory.add(headers, await read(), 'failed')
      const act = trouble()[part] ?? dutifully
      await act({ dialect, kind, nth: seen[part], response, socket, perform: duties[part], fail, read })
    },
  }
}

function paymentMemory(dialect: Dialect) {
  const known = new Map<string, Known>()
  const tried = new Map<string, number>()
  return {
    tried,
    add(headers: IncomingHttpHeaders, body: string, end: Known['end']) {
      const id = dialect.idIn(headers, body)
      known.set(id, { id, body, end })
      tried.set(id, (tried.get(id) ?? 0) + 1)
    },
    report(kind: Kind, id: string): Reply {
      const payment = known.get(id)
      return payment ? dialect.report(kind, payment) : dialect.unknown(kind)
    },
  }
}

function partOf({ method, url = '' }: IncomingMessage): Part {
  if (/\/token\/?$/.test(url)) return 'token'
  return method === 'POST' ? 'submission' : 'enquiry'
}

function kindIn(url: string): Kind {
  return /disbursement|transfer/.test(url) ? 'payout' : 'collection'
}
