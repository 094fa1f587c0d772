import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { type HttpServerDeps, httpServer } from '../../adapters/http/server/httpServer.ts'
import {
  authenticate,
  listEvents,
  listTransactions,
  lookUpBalances,
  lookUpMarket,
  lookUpTransaction,
  type NewAccount,
  readStatement,
} from '../../core/sente.ts'
import { openCore } from '../fixtures/core.ts'
import { type Asked, undeclared } from './50-description/oracle/undeclared.ts'

/** An answer as it came over the wire; header names are in lower case. */
export type HttpAnswer = { readonly status: number; readonly headers: Record<string, string>; readonly text: string }

export type Api = Awaited<ReturnType<typeof openApi>>

type Ports = Awaited<ReturnType<typeof openCore>>['ports']

const servers: Server[] = []

/** The core behind a real HTTP server on a free port of the loopback, and what merchants can send to it. */
export async function openApi(
  deps: Partial<HttpServerDeps> | ((ports: Ports) => Partial<HttpServerDeps>) = {},
  given: Partial<NewAccount> = {},
  serverOf: (deps: HttpServerDeps) => Server = httpServer,
) {
  const api = await openCore(given)
  const { ports, send, collect, request, secretKey } = api
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const server = serverOf({
    authenticate: authenticate(ports),
    sendMoney: send,
    collectMoney: collect,
    lookUpTransaction: lookUpTransaction(ports),
    listTransactions: listTransactions(ports),
    lookUpBalances: lookUpBalances(ports),
    readStatement: readStatement(ports),
    lookUpMarket: lookUpMarket(ports),
    listEvents: listEvents(ports),
    awaitEvent: (_, ms) => setTimeout(Math.min(ms, 20)),
    handleCallback: () => false,
    ids: ports.ids,
    log,
    isReady: () => true,
    isQuarantined: async () => false,
    isConnected: () => true,
    ...(typeof deps === 'function' ? deps(ports) : deps),
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const { phoneNumber, ...rest } = request
  const fields = { ...rest, phone_number: phoneNumber }
  const authorization = `Bearer ${secretKey}`
  const origin = `http://127.0.0.1:${port}`

  return {
    ...api,
    server,
    origin,
    lines,
    /** The good bodies of the two operations. */
    bodies: { 'send-money': { ...fields, pin: '4071' }, 'collect-money': fields } as Record<Operation, Fields>,
    authorization,
    /** Posts to an operation; a body that is not a string is sent as JSON. Headers that are undefined are left out. */
    async post(operation: Operation, body: unknown, headers: Headers = {}): Promise<HttpAnswer> {
      const all = { authorization, 'content-type': 'application/json', ...headers }
      return fetched(`${origin}/api/v1/${operation}`, {
        method: 'POST',
        headers: Object.entries(all).filter((posting): posting is [string, string] => posting[1] !== undefined),
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      })
    },
    /** Asks for any path by any method that fetch can send. */
    ask: (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
      fetched(`${origin}${path}`, { method, headers, ...(body !== undefined && { body }) }),
    /** Sends any request that fetch can send. */
    sendAny: (path: string, init: RequestInit) => fetched(`${origin}${path}`, init),
    /** Looks something up under the API's path. */
    look: (path: string, headers: Record<string, string> = { authorization }, method = 'GET') =>
      fetched(`${origin}/api/v1${path}`, { method, headers }),
    /** Calls back as a network does. */
    callBack: (token: string, body: string | Uint8Array, init: RequestInit = {}) =>
      fetched(`${origin}/callbacks/${token}`, { method: 'PUT', body, ...init }),
    socket: () => connect(port, '127.0.0.1'),
    /** Writes bytes to a connection of their own and reads every answer until it is closed. */
    async raw(...parts: string[]): Promise<HttpAnswer[]> {
      const socket = connect(port, '127.0.0.1')
      const chunks: Buffer[] = []
      socket.on('data', (chunk) => chunks.push(chunk))
      for (const part of parts) socket.write(part, 'latin1')
      await once(socket, 'close')
      return answersIn(Buffer.concat(chunks).toString('latin1')).map((answer) => declared(undefined, answer))
    },
  }
}

/** Ends every server that a test has opened. */
export async function closeApis() {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
}

/** Checks an error to the letter: status, envelope, message, and the headers that every error has. */
export function expectError(answer: HttpAnswer, status: number, code: string, message: string) {
  expect(answer.text).to.equal(JSON.stringify({ status: 'error', message }))
  expect(answer.status).to.equal(status)
  expect(answer.headers['error-code']).to.equal(code)
  expectHeaders(answer)
}

/** Checks the headers that every answer has. */
export function expectHeaders({ headers }: HttpAnswer) {
  expect(headers['content-type']).to.equal('application/json; charset=utf-8')
  expect(headers['cache-control']).to.equal('no-store')
  expect(headers['x-content-type-options']).to.equal('nosniff')
  expect(headers['request-id']).to.match(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
}

/** How a test sends a request. */
export type Send = (api: Api) => Promise<HttpAnswer>

/** An example of a request that is granted. */
export const accepted = (send: Send) => async () => expect((await send(await openApi())).status).to.equal(201)

/** An example of a request that is refused, records and moves nothing, and leaves its reference free. */
export const refused = (status: number, code: string, message: string, send: Send) => async () => {
  const api = await openApi()
  expectError(await send(api), status, code, message)
  const { ports, account, balance, network, post, bodies } = api
  expect(await ports.books.transactionByReference(account.id, 'order-1')).to.equal(undefined)
  expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
  expect(network.received).to.have.length(0)
  expect((await post('send-money', bodies['send-money'])).status).to.equal(201)
}

export type Operation = 'send-money' | 'collect-money'

type Fields = Record<string, unknown>

type Headers = Record<string, string | undefined>

async function fetched(url: string, init: RequestInit): Promise<HttpAnswer> {
  const response = await fetch(url, init)
  const answer = { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  const { pathname, search } = new URL(url)
  return declared({ method: init.method ?? 'GET', path: pathname + search }, answer)
}

/** An answer that the API's description declares; another one fails the test that got it. */
function declared(asked: Asked | undefined, answer: HttpAnswer): HttpAnswer {
  const problems = undeclared(asked, answer)
  if (problems.length === 0) return answer
  const { method = 'bytes', path = '' } = asked ?? {}
  throw new Error(`${method} ${path} is answered against the description: ${problems.join('; ')}\n${answer.text}`)
}

function answersIn(text: string): HttpAnswer[] {
  if (text === '') return []
  const end = text.indexOf('\r\n\r\n') + 4
  const [first = '', ...lines] = text.slice(0, end - 4).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  const next = end + Number(headers['content-length'] ?? 0)
  return [{ status: Number(first.split(' ')[1]), headers, text: text.slice(end, next) }, ...answersIn(text.slice(next))]
}
