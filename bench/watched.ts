import { watchProcessors } from './processors.ts'
import type { ServerSlice } from './serverDuties.ts'
import { cpuOverWall, type Usage } from './usage.ts'
import type { Server } from './workbench.ts'

/** What the processes of an arm did while they were watched. */
export type Watched = {
  readonly server: ServerSlice
  readonly network: Usage
  /** How many processors were busy, with the work of any process. */
  readonly processors: number
}

/** How many processors each process kept busy; `others` are all programs that are not the benchmark's. */
export type Busy = {
  readonly server: number
  readonly network: number
  readonly load: number
  readonly others: number
}

/** Watches a server and its network until the returned function is called. */
export async function watch({ child, network }: Server): Promise<() => Promise<Watched>> {
  await Promise.all([child.ask('beginSlice'), network.ask('beginSlice')])
  const processors = watchProcessors()
  return async () => {
    const [ofServer, ofNetwork] = await Promise.all([child.ask('endSlice'), network.ask('endSlice')])
    return { server: ofServer, network: ofNetwork, processors: processors() }
  }
}

/** How busy each process was; the load measures its own usage. */
export function busyIn({ server, network, processors }: Watched, load: Usage): Busy {
  const [ofServer, ofNetwork, ofLoad] = [cpuOverWall(server), cpuOverWall(network), cpuOverWall(load)]
  return {
    // Threads other than the event loop's may be busy while it waits.
    server: Math.min(ofServer, server.loopBusy),
    network: ofNetwork,
    load: ofLoad,
    others: Math.max(0, processors - ofServer - ofNetwork - ofLoad),
  }
}
