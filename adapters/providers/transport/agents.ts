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
 * Keep-alive agents that hand a connection over only when it is ready to be written to, so that a request can be
 * stopped directly before its first byte. An idle connection is closed after `idleMs`, and at once when anything
 * arrives on it; a connection on which anything but success was answered is not used again.
 */
export function connectedAgents(idleMs: number): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  const options: AgentOptions = {
    keepAlive: true,
    timeout: idleMs,
    // Node does not count connections that are still being made, so a bound here would not hold: turns bound requests.
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
    const giveUp = () => socket.destroy(new Error('nobody waits for this connection any more'))
    const fail = (error: Error) => done?.(error, socket)
    // Before TLS says its first word, which it does on this event too.
    socket.prependOnceListener('connect', () => guard && !guard.mayWrite() && giveUp())
    const callOff = guard?.cancellation.onCancel(giveUp)
    socket.once('error', fail)
    socket.once(ready, () => {
      callOff?.()
      done?.(null, socket)
      // What a connection keeps is kept as long as it lives: that must not be the first request that it was made for.
      socket.off('error', fail)
      options.guard = undefined
    })
    // Between two requests Node leaves a socket without a listener for a moment.
    socket.on('error', ignore)
    socket.on('data', closeWhenUnasked)
    return undefined
  }
}

/** Node listens to a connection while an answer is due on it, and lets what arrives between two requests fall. */
function closeWhenUnasked(this: Socket): void {
  if (this.listenerCount('data') > 1) return
  this.destroy()
  // Else it would stay in the pool until it is closed, which is not yet.
  this.emit('agentRemove')
}

/** A refusal that nobody asked for would leave every later answer to the request after its own. */
function keepAfterSuccess(agent: HttpAgent): void {
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Answered) => unknown
  const keepGood = (socket: Answered) => isSuccess(socket._httpMessage?.res) && keep(socket)
  Object.assign(agent, { keepSocketAlive: keepGood })
}

/** A request that has its connection closed afterwards gets a fresh one. */
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
