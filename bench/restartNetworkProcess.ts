import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { startSimulator } from '../adapters/simulator/simulator.ts'
import { doDuties } from './duties.ts'
import type { MtnConnection } from './serverDuties.ts'

/** How far the doubtful payments have been asked about; the time is that of the last first question, in epoch ms. */
export type AskedAbout = { readonly doubtful: number; readonly asked: number; readonly lastAtMs: number }

let submitted = new Set<string>()
let asked = new Set<string>()
let doubtful = new Set<string>()
let lastAtMs = 0

subscribe('http.server.request.start', (message) => {
  const { method, url = '', headers } = (message as { request: IncomingMessage }).request
  const submission = headers['x-reference-id']
  if (typeof submission === 'string') submitted.add(submission)
  if (method === 'GET') hearEnquiry(url.slice(url.lastIndexOf('/') + 1))
})

function hearEnquiry(id: string): void {
  if (!doubtful.has(id) || asked.has(id)) return
  asked.add(id)
  lastAtMs = Date.now()
}

/** The mobile money networks, which remember by their ids what they were told and what they were asked about. */
const network = doDuties({
  /** Starts the networks; tells how MTN is reached. */
  async open({ silentMs }: { readonly silentMs: number }): Promise<MtnConnection> {
    const { mtn } = await startSimulator({ approvalMs: 0, silentMs })
    return { ...mtn, network: 'MTN' }
  },
  /** Forgets what was submitted before. */
  beginRound(): void {
    submitted = new Set()
  },
  submitted: (): number => submitted.size,
  /** What was submitted in this round, and nothing later, is in doubt. */
  crash(): void {
    doubtful = new Set(submitted)
    asked = new Set()
  },
  askedAbout: (): AskedAbout => ({ doubtful: doubtful.size, asked: asked.size, lastAtMs }),
})

/** The duties of the network's process. */
export type RestartNetworkDuties = typeof network
