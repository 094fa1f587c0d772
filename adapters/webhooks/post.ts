import { type ClientRequest, Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { type FindAddresses, guardedLookup, mayConnect, type ReachRules } from './addresses.ts'
import { type Answer, answerTo, maxHeaderSize } from './answer.ts'
import { readUrl } from './urls.ts'

/** A request to an endpoint. */
export type Message = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

/** The outcome of a request: a status, or the reason for its absence. */
export type Posted = {
  readonly status: number | null
  /** For the merchant: only facts that the endpoint shows to everybody; null when the message was delivered. */
  readonly problem: string | null
  /** The error in detail, for the operator only; null when there is no more to say. */
  readonly cause: string | null
  /** The beginning of the answer. */
  readonly answer: string
  /** The pause that the endpoint requests before the next attempt, in milliseconds; null if it requests none. */
  readonly retryAfterMs: number | null
  readonly tookMs: number
}

/** Posts a message; never rejects. */
export type Post = (url: string, message: Message) => Promise<Posted>

/** The options of posting. */
export type PosterOptions = ReachRules & {
  readonly find: FindAddresses
  /** The time limit for an endpoint's whole answer, in milliseconds; 15,000 by default. */
  readonly timeoutMs?: number
}

/** Connections to endpoints for posting messages. */
export type Poster = { readonly post: Post; close(): void }

/** How long an idle connection is kept, in milliseconds: less than the five seconds of many servers. */
const idleMs = 4_000

/** How long an address is tried before the next one of its name, in milliseconds. */
const addressMs = 2_000

/** The one message about a place that does not exist, does not listen, or is not allowed. */
const unreached = 'it could not be reached'

/** Posts to public addresses only, checked when the connection is made. A redirect is an answer like any other. */
export function poster({ timeoutMs = 15_000, find, ...rules }: PosterOptions): Poster {
  const options = { keepAlive: true, timeout: idleMs, scheduling: 'lifo' as const }
  const [http, https] = [new PlainAgent(options), new TlsAgent(options)]

  function open(target: URL, headers: Message['headers'], signal: AbortSignal): ClientRequest {
    const lookup = guardedLookup(
      (name) => find(name, signal),
      (address) => mayConnect({ address, port: target.port }, rules),
    )
    const given = { method: 'POST', headers, lookup, maxHeaderSize, autoSelectFamilyAttemptTimeout: addressMs }
    return target.protocol === 'https:'
      ? tlsRequest(target, { ...given, agent: https })
      : plainRequest(target, { ...given, agent: http })
  }

  async function send(target: URL, { headers, body }: Message): Promise<Answer> {
    // Ends the look-up, too. Unlike `AbortSignal.timeout` it keeps no request in memory until the time is over.
    const over = new AbortController()
    const request = open(target, { ...headers, 'Content-Length': `${body.length}` }, over.signal)
    const isConnected = watchConnection(request)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      request.destroy(new Error('it took too long'))
    }, timeoutMs)
    try {
      const answered = answerTo(request)
      request.end(body)
      return await answered
    } catch (error) {
      if (!isConnected()) throw new Failure(unreached, error)
      throw new Failure(isLate ? `no answer within ${timeoutMs / 1_000} s` : 'its answer could not be read', error)
    } finally {
      clearTimeout(timer)
      over.abort()
    }
  }

  return {
    async post(url, message) {
      const sinceMs = performance.now()
      const tookMs = () => Math.round(performance.now() - sinceMs)
      try {
        const read = readUrl(url, rules)
        if ('problem' in read) throw new Failure(unreached, new Error(`its URL ${read.problem}`))
        const { status, text, retryAfter } = await send(new URL(read.url), message)
        const problem = status >= 200 && status < 300 ? null : `it answered ${status}`
        return { status, problem, cause: null, answer: text, retryAfterMs: msIn(retryAfter), tookMs: tookMs() }
      } catch (error) {
        const { message: problem, cause } = error instanceof Failure ? error : new Failure(unreached, error)
        return { status: null, problem, cause: causeText(cause), answer: '', retryAfterMs: null, tookMs: tookMs() }
      }
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

/**
 * The error of a request without an answer, with one of three messages: more detail would reveal which names and ports
 * exist.
 */
class Failure extends Error {
  override readonly name = 'Failure'

  constructor(problem: string, cause: unknown) {
    super(problem, { cause })
  }
}

/** Tracks whether a request could be written: its connection is made, with TLS if the URL requires it. */
function watchConnection(request: ClientRequest): () => boolean {
  let isReady = false
  request.once('socket', (socket) => {
    isReady = request.reusedSocket
    // A connection that exists already fires no event, and would keep the listener.
    if (isReady) return
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      isReady = true
    })
  })
  return () => isReady
}

/** Seconds, or a date; see RFC 9110, section 10.2.3. */
function msIn(retryAfter: string | undefined): number | null {
  if (retryAfter === undefined) return null
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const atMs = Date.parse(retryAfter)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now())
}

function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause && String(cause.code)) || cause.name
}
