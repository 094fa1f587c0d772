import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { guardedLookup, type Lookup } from './addresses.ts'
import { problemOfUrl, type UrlRules } from './urls.ts'

/** A request to an endpoint. */
export type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

/** What came of a request: a status, or the reason why there is none. */
export type Posted = {
  readonly status: number | null
  readonly problem: string | null
  /** The beginning of the answer. */
  readonly answer: string
  /** How long the endpoint asks to wait before the next attempt, in milliseconds; null if it does not. */
  readonly retryAfterMs: number | null
  readonly tookMs: number
}

/** Posts a message; never rejects. */
export type Post = (url: string, message: Message) => Promise<Posted>

/** How messages are posted. */
export type PosterOptions = UrlRules & {
  /** How long an endpoint may take for its whole answer, in milliseconds; 15,000 by default. */
  readonly timeoutMs?: number
  readonly lookup?: Lookup
}

/** Connections to endpoints that messages are posted over. */
export type Poster = { readonly post: Post; close(): void }

/** How long an idle connection is kept, in milliseconds: less than the five seconds that many servers keep theirs. */
const idleMs = 4_000

/** How much of an answer is read, and how much of it is kept, in bytes. */
const [mostRead, mostKept] = [64 * 1024, 1024]

/** Posts to public addresses only, checked where the connection is made; redirects are answers like any other. */
export function poster({ timeoutMs = 15_000, lookup, ...rules }: PosterOptions): Poster {
  const options = { keepAlive: true, timeout: idleMs, scheduling: 'lifo' as const }
  const [http, https] = [new PlainAgent(options), new TlsAgent(options)]
  const guarded = guardedLookup(rules.allowed, lookup)

  function send(target: URL, { headers, body }: Message): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined
    const answered = new Promise<Answer>((resolve, reject) => {
      const isTls = target.protocol === 'https:'
      const given = {
        method: 'POST',
        lookup: guarded,
        headers: { ...headers, 'Content-Length': body.length },
      }
      const request = isTls
        ? tlsRequest(target, { ...given, agent: https })
        : plainRequest(target, { ...given, agent: http })
      timer = setTimeout(() => {
        reject(new TooLate())
        request.destroy()
      }, timeoutMs)
      request.once('error', reject)
      request.once('response', (response) => answerIn(response).then(resolve, reject))
      // A switch to another protocol, which Node reports by this event alone.
      request.once('upgrade', ({ statusCode = 101 }, socket) => {
        socket.destroy()
        resolve({ status: statusCode, text: '', retryAfter: undefined })
      })
      request.end(body)
    })
    // Cleared, unlike that of `AbortSignal.timeout`, which would keep every request in memory until it ends.
    return answered.finally(() => clearTimeout(timer))
  }

  return {
    async post(url, message) {
      const sinceMs = performance.now()
      const tookMs = () => Math.round(performance.now() - sinceMs)
      try {
        const target = new URL(url)
        const problem = problemOfUrl(url, rules)
        if (problem !== undefined) throw new Error(`its URL ${problem}`)
        const { status, text, retryAfter } = await send(target, message)
        const isDelivered = status >= 200 && status < 300
        return {
          status,
          problem: isDelivered ? null : `it answered ${status}`,
          answer: text,
          retryAfterMs: msIn(retryAfter),
          tookMs: tookMs(),
        }
      } catch (error) {
        return { status: null, problem: problemOf(error, timeoutMs), answer: '', retryAfterMs: null, tookMs: tookMs() }
      }
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

/** A request was not answered in time. */
class TooLate extends Error {
  override readonly name = 'TooLate'
}

type Answer = { readonly status: number; readonly text: string; readonly retryAfter: string | undefined }

/** Reads an answer to its end; one that is too long is cut off, which ends the connection. */
function answerIn(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    const end = () => {
      const text = Buffer.concat(chunks).subarray(0, mostKept).toString('utf8')
      resolve({ status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] })
    }
    response.once('error', reject)
    response.once('end', end)
    response.on('data', (chunk: Buffer) => {
      if (length < mostKept) chunks.push(chunk)
      length += chunk.length
      if (length <= mostRead) return
      end()
      response.destroy()
    })
  })
}

/** Seconds, or a date; see RFC 9110, section 10.2.3. */
function msIn(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const atMs = Date.parse(retryAfter)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now())
}

function problemOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof TooLate) return `no answer within ${timeoutMs / 1_000} s`
  return error.message || error.name
}
