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

/** How much of an answer is read, and how much of it is kept, in bytes. */
const [mostRead, mostKept] = [64 * 1024, 1024]

/** Posts to public addresses only, checked where the connection is made; redirects are answers like any other. */
export function poster({ timeoutMs = 15_000, lookup, ...rules }: PosterOptions): Poster {
  const options = { keepAlive: true, maxFreeSockets: 2, timeout: timeoutMs, scheduling: 'lifo' as const }
  const [http, https] = [new PlainAgent(options), new TlsAgent(options)]
  const guarded = guardedLookup(rules.allowed, lookup)

  function send(target: URL, { headers, body }: Message, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const isTls = target.protocol === 'https:'
      const given = {
        method: 'POST',
        signal,
        lookup: guarded,
        headers: { ...headers, 'Content-Length': body.length },
      }
      const request = isTls
        ? tlsRequest(target, { ...given, agent: https })
        : plainRequest(target, { ...given, agent: http })
      request.once('error', reject)
      request.once('response', (response) => answerIn(response).then(resolve, reject))
      request.end(body)
    })
  }

  return {
    async post(url, message) {
      const sinceMs = performance.now()
      const tookMs = () => Math.round(performance.now() - sinceMs)
      try {
        const target = new URL(url)
        const problem = problemOfUrl(url, rules)
        if (problem !== undefined) throw new Error(`its URL ${problem}`)
        const { status, text, retryAfter } = await send(target, message, AbortSignal.timeout(timeoutMs))
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

type Answer = { readonly status: number; readonly text: string; readonly retryAfter: string | undefined }

/** Reads an answer to its end; one that is too long is cut off, which ends the connection. */
async function answerIn(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (length < mostKept) chunks.push(chunk)
    length += chunk.length
    if (length > mostRead) break
  }
  const text = Buffer.concat(chunks).subarray(0, mostKept).toString('utf8')
  return { status: response.statusCode ?? 0, text, retryAfter: response.headers['retry-after'] }
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
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`
  return error.message || error.name
}
