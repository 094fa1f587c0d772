import { watchProcessors } from './processors.ts'
import type { ServerSlice } from './serverDuties.ts'
import { cpuOverWall, type Usage } from './usage.ts'
import type { Server, Workbench } from './workbench.ts'

/** What the processes of an arm did while they were watched. */
export type Watched = {
  readonly server: ServerSlice
  readonly network: Usage
  /** How many processors were busy, whoever's work it was. */
  readonly processors: number
}

/** How many processors each process kept busy; `others` are all programs that are not the benchmark's. */
export type Busy = {
  readonly server: number
  readonly network: number
  readonly load: number
  readonly others: number
}

/** Watches a server and the network until the returned function is called. */
export async function watch(bench: Workbench, { child }: Server): Promise<() => Promise<Watched>> {
  await Promise.all([child.ask('beginSlice'), bench.network.ask('beginSlice')])
  const processors = watchProcessors()
  return async () => {
    const [server, network] = await Promise.all([child.ask('endSlice'), bench.network.ask('endSlice')])
    return { server, network, processors: processors() }
  }
}

/** Who was how busy, with what the load tells of itself. */
export function busyIn({ server, network, processors }: Watched, load: Usage): Busy {
  const [ofServer, ofNetwork, ofLoad] = [cpuOverWall(server), cpuOverWall(network), cpuOverWall(load)]
  return {
    // Threads beside the event loop may be busy while it waits.
    server: Math.min(ofServer, server.loopBusy),
    network: ofNetwork,
    load: ofLoad,
    others: Math.max(0, processors - ofServer - ofNetwork - ofLoad),
  }
}
