import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { respectHolds } from './heldConnection.ts'
import type { Guarded } from './request.ts'

/**
 * Keep-alive agents that hand over a connection only when it is ready to be written to, so that a request can be
 * stopped directly before its first byte. An idle connection is closed after `idleMs`, and at once when anything
 * arrives on it. After an answer other than success, a connection is not used again.
 */
export function connectedAgents(idleMs: number): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  const options: AgentOptions = {
    keepAlive: true,
    timeout: idleMs,
    // Long enough for a distant network whose name has several addresses.
    autoSelectFamilyAttemptTimeout: 1_500,
    // Node does not count connections that are still being made, so a bound here would not hold. The request queue
    // bounds them.
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: Number.POSITIVE_INFINITY,
    scheduling: 'lifo',
  }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent({ ...options, rejectUnauthorized: true }) }
  handOverWhen(agents.http, 'connect')
  handOverWhen(agents.https, 'secureConnect')
  for (const agent of [agents.http, agents.https]) {
    keepAfterSuccess(agent)
    closeMeansAlone(agent)
    respectHolds(agent)
  }
  return agents
}

function handOverWhen(agent: HttpAgent, ready: 'connect' | 'secureConnect'): void {
  const connect = agent.createConnection.bind(agent)
  agent.createConnection = (options: Parameters<typeof connect>[0] & Guarded, done) => {
    const socket = connect(options) as Socket
    const { guard } = options
    const giveUp = () => socket.destroy(new Error('the request no longer waits for this connection'))
    const fail = (error: Error) => done?.(error, socket)
    // Before TLS sends its first bytes, which happens on this event, too.
    socket.prependOnceListener('connect', () => guard && !guard.mayWrite() && giveUp())
    const callOff = guard?.cancellation.onCancel(giveUp)
    socket.once('error', fail)
    socket.once(ready, () => {
      callOff?.()
      done?.(null, socket)
      // A listener would keep the first request in memory for the life of the connection.
      socket.off('error', fail)
      options.guard = undefined
    })
    // Between two requests Node briefly leaves a socket without a listener.
    socket.on('error', ignore)
    socket.on('data', closeWhenUnasked)
    return undefined
  }
}

/** Closes a connection when anything arrives on it between two requests. Node would ignore the bytes. */
function closeWhenUnasked(this: Socket): void {
  if (this.listenerCount('data') > 1) return
  this.destroy()
  // Otherwise it would stay in the pool until it has closed.
  this.emit('agentRemove')
}

/** Keeps a connection only after success: an unsolicited refusal would shift every later answer to the next request. */
function keepAfterSuccess(agent: HttpAgent): void {
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Answered) => unknown
  const keepGood = (socket: Answered) => isSuccess(socket._httpMessage?.res) && keep(socket)
  Object.assign(agent, { keepSocketAlive: keepGood })
}

/** A request with `Connection: close` gets a fresh connection. */
function closeMeansAlone(agent: HttpAgent): void {
  const name = agent.getName.bind(agent)
  agent.getName = (options: RequestOptions = {}) => {
    const { connection = '' } = (options.headers ?? {}) as OutgoingHttpHeaders
    return `${name(options)} ${connection}`
  }
}

type Answered = Socket & { readonly _httpMessage?: ClientRequest & { readonly res?: IncomingMessage } }

function isSuccess({ statusCode = 0 }: Partial<IncomingMessage> = {}): boolean {
  return statusCode >= 200 && statusCode < 300
}

function ignore(): void {}
