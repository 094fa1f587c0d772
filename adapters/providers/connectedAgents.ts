import { type AgentOptions, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { Guard } from './guard.ts'

/** Options of a connection that is made for a guarded request. */
export type Guarded = { guard?: Guard | undefined }

/**
 * Keep-alive agents that hand a connection over only when it is ready to be written to, so that a request can be
 * stopped directly before its first byte. An idle connection is closed after `idleMs`.
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
    return undefined
  }
}

function ignore(): void {}
