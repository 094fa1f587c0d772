import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '../../adapters/node/node.ts'
import { type MtnSettings, mtnMomo } from '../../adapters/providers/mtn/mtnMomo.ts'
import { providerHttp } from '../../adapters/providers/transport/http/providerHttp.ts'
import { type Clock, type Deadline, deadlineIn, type Transaction } from '../../core/sente.ts'
import { aPayout } from '../contracts/kit/records.ts'

/** A request read by the network. */
export type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string }

/** A literal answer. */
export type Stated = { status: number; body?: string | object; headers?: Record<string, string> }

/** A network's answer; a function writes the answer itself. */
export type Reply = Stated | ((response: ServerResponse, received: Received) => void)

/** A network's answers to each kind of request; `nth` counts the requests of that kind from 1. */
export type Script = {
  token?: (nth: number) => Reply
  submission?: (nth: number) => Reply
  enquiry?: (nth: number) => Reply
}

/** A network's default answers, and the settings for it at a URL. */
export type Manner<Settings> = { willing: Required<Script>; settingsFor(baseUrl: string): Settings }

/** A network on a free port with scripted answers. */
export type ScriptedNetwork<Settings = MtnSettings> = {
  settings: Settings
  tokens: Received[]
  submissions: Received[]
  enquiries: Received[]
  connections: Socket[]
  /** Resolves once this many requests of this kind have come. */
  has(kind: 'tokens' | 'submissions' | 'enquiries', count: number): Promise<void>
}

/** Longer than an example may take: only a hang lasts until then. */
export const foreverMs = 300_000

/** A deadline that is never reached. */
export const soon = (): Deadline => deadlineIn(systemClock, foreverMs)

/** An MTN provider on connections of its own, which stay open while they are idle. */
export function overMtn(settings: MtnSettings, clock: Clock = systemClock) {
  return mtnMomo({ settings, http: providerHttp({ idleMs: foreverMs }), clock })
}

/** Runs `test` with an MTN that by default grants `token-1`, `token-2` and accepts everything. */
export function withNetwork<T>(script: Script, test: (network: ScriptedNetwork) => Promise<T>): Promise<T> {
  return withScriptedNetwork({ willing, settingsFor }, script, test)
}

/** The outcome of a submission to an MTN with this answer. */
export function mtnSubmitted(reply: Reply, transaction = transactionOf(), given: Partial<MtnSettings> = {}) {
  return withNetwork({ submission: () => reply }, ({ settings }) => {
    const { payOut, requestPayment } = overMtn({ ...settings, ...given })
    return (transaction.kind === 'payout' ? payOut : requestPayment)(transaction, soon())
  })
}

/** The report about a payment from an MTN with this answer. */
export function mtnEnquired(reply: Reply, transaction = transactionOf()) {
  return withNetwork({ enquiry: () => reply }, ({ settings }) => overMtn(settings).enquire(transaction))
}

/** Runs `test` with a network of this manner. */
export async function withScriptedNetwork<Settings, T>(
  { willing, settingsFor }: Manner<Settings>,
  script: Script,
  test: (network: ScriptedNetwork<Settings>) => Promise<T>,
): Promise<T> {
  const network: Requests = { tokens: [], submissions: [], enquiries: [], connections: [] }
  const arrivals = new EventEmitter()
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const received = { method, url, headers, body: await text(request) }
    const [list, replyTo] = pick(network, { ...willing, ...script }, received)
    const reply = replyTo(list.push(received))
    arrivals.emit('request')
    if (typeof reply === 'function') reply(response, received)
    else send(response, reply)
  })
  server.on('connection', (socket) => network.connections.push(socket))
  // Many may connect at once, without refusals of waiting connections.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 })
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const patience = { answerMs: foreverMs, enquiryMs: foreverMs, tokenMs: foreverMs }
    const settings = { ...settingsFor(`http://127.0.0.1:${port}`), ...patience }
    const has: ScriptedNetwork['has'] = async (kind, count) => {
      while (network[kind].length < count) await once(arrivals, 'request')
    }
    return await test({ ...network, settings, has })
  } finally {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
}

/** MTN settings for a network at this URL. */
export function settingsFor(baseUrl: string): MtnSettings {
  return {
    network: 'MTN',
    baseUrl,
    targetEnvironment: 'mtnuganda',
    collection: { subscriptionKey: 'c-subscription', apiUser: 'c-user', apiKey: 'c-key' },
    disbursement: { subscriptionKey: 'd-subscription', apiUser: 'd-user', apiKey: 'd-key' },
  }
}

/** A payout of UGX 5000 without texts, with the given fields instead. */
export function transactionOf(given: Partial<Transaction> = {}): Transaction {
  return aPayout('account-1', {
    id: '01900000-0000-7000-8000-000000000001',
    providerId: '7b1e3a52-6c1d-4f0a-9a53-2f1c4f6f0001',
    customerMessage: null,
    customerMessageAsSent: null,
    description: null,
    metadata: {},
    ...given,
  })
}

/** MTN's answer that grants a token for this many seconds. */
export function grant(token: string, seconds: unknown): { status: number; body: object } {
  return { status: 200, body: { access_token: token, token_type: 'access_token', expires_in: seconds } }
}

/** The machine's clocks, which jump by an hour when the process sleeps. */
export function jumpingClock() {
  let sleptMs = 0
  const clock: Clock = {
    nowMs: () => Date.now() + sleptMs,
    monotonicMs: () => systemClock.monotonicMs() + sleptMs,
    run: 'run 1',
  }
  return {
    ...clock,
    /** A deadline that only a jump reaches. */
    soon: () => deadlineIn(clock, foreverMs),
    /** The moment this many milliseconds from now. */
    in: (ms: number) => deadlineIn(clock, ms),
    jump(ms = 3_600_000) {
      sleptMs += ms
    },
  }
}

/** An answer that waits until it is released. */
export function held(answer: Stated) {
  const waiting: ServerResponse[] = []
  const reply = (response: ServerResponse) => void waiting.push(response)
  return {
    waiting,
    reply,
    release() {
      for (const response of waiting.splice(0)) send(response, answer)
    },
  }
}

/** MTN by default: it grants `token-1`, `token-2` and accepts everything. */
export const willing: Required<Script> = {
  token: (nth) => grant(`token-${nth}`, 3600),
  submission: () => ({ status: 202 }),
  enquiry: () => ({ status: 200, body: { externalId: transactionOf().id, status: 'PENDING' } }),
}

type Requests = Omit<ScriptedNetwork, 'settings' | 'has'>

function pick(network: Requests, script: Required<Script>, { method, url }: Received) {
  if (/\/token\/?$/.test(url)) return [network.tokens, script.token] as const
  if (method === 'POST') return [network.submissions, script.submission] as const
  return [network.enquiries, script.enquiry] as const
}

/** Writes an answer. */
export function send(response: ServerResponse, { status, body = '', headers = {} }: Stated) {
  response.writeHead(status, headers)
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
