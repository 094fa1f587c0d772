import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { startSimulator } from '../../../adapters/simulator/simulator.ts'
import { doDuties } from '../../processes/duties.ts'
import type { MtnConnection } from '../../servers/serverDuties.ts'

/**
 * The number of payments in doubt that were enquired about. `lastAtMs` is the time of the latest first enquiry, in
 * epoch ms.
 */
export type AskedAbout = { readonly doubtful: number; readonly asked: number; readonly lastAtMs: number }

let submitted = new Set<string>()
let asked = new Set<string>()
let doubtful = new Set<string>()
let lastAtMs = 0

subscribe('http.server.request.start', (message) => {
  const { method, url = '', headers } = (message as { request: IncomingMessage }).request
  const submission = headers['x-reference-id']
  if (typeof submission === 'string') submitted.add(submission)
  if (method === 'GET') countEnquiry(url.slice(url.lastIndexOf('/') + 1))
})

function countEnquiry(id: string): void {
  if (!doubtful.has(id) || asked.has(id)) return
  asked.add(id)
  lastAtMs = Date.now()
}

/** The mobile money networks. They remember the ids of submissions and enquiries. */
const network = doDuties({
  /** Starts the networks. Resolves with MTN's connection. */
  async open({ silentMs }: { readonly silentMs: number }): Promise<MtnConnection> {
    const { mtn } = await startSimulator({ approvalMs: 0, silentMs })
    return { ...mtn, network: 'MTN' }
  },
  /** Forgets earlier submissions. */
  beginRound(): void {
    submitted = new Set()
  },
  submitted: (): number => submitted.size,
  /** From now on the payments submitted in this round, and no later ones, count as in doubt. */
  crash(): void {
    doubtful = new Set(submitted)
    asked = new Set()
  },
  askedAbout: (): AskedAbout => ({ doubtful: doubtful.size, asked: asked.size, lastAtMs }),
})

/** The duties of the network's process. */
export type RestartNetworkDuties = typeof network
