import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { type SimulatorOptions, startSimulator } from '../../adapters/simulator/simulator.ts'
import { doDuties } from '../processes/duties.ts'
import { type Usage, watchUsage } from '../processes/usage.ts'

/** The number of requests about payments to the network so far, by its own count. */
export type Counts = { readonly submissions: number; readonly enquiries: number }

let endWatch: (() => Usage) | undefined
const counts = { submissions: 0, enquiries: 0 }

subscribe('http.server.request.start', (message) => {
  const { method, url = '' } = (message as { request: IncomingMessage }).request
  if (url.endsWith('/account/balance')) return
  if (method === 'GET') counts.enquiries += 1
  else if (!url.endsWith('/token/')) counts.submissions += 1
})

/** The mobile money networks: the product's own simulator in a process of its own. */
const network = doDuties({
  /** Starts the networks. Resolves with MTN's connection. */
  async open(options: SimulatorOptions) {
    return (await startSimulator(options)).mtn
  },
  beginSlice(): void {
    endWatch = watchUsage()
  },
  endSlice(): Usage {
    if (!endWatch) throw new Error('no slice was begun')
    return endWatch()
  },
  asked: (): Counts => counts,
})

/** The duties of the network's process. */
export type NetworkDuties = typeof network
