import { watchProcessors } from './processors.ts'
import type { ServerSlice } from './serverDuties.ts'
import { cpuOverWall, type Usage } from './usage.ts'
import type { Server } from './workbench.ts'

/** What the processes of an arm did while they were watched. */
export type Watched = {
  readonly server: ServerSlice
  readonly network: Usage
  /** CPU time of the database's server, if there is one. */
  readonly databaseMs: number
  /** How many processors were busy, with the work of any process. */
  readonly processors: number
}

/** How many processors each process kept busy; `others` are all programs that are not the benchmark's. */
export type Busy = {
  readonly server: number
  readonly network: number
  readonly load: number
  readonly database: number
  readonly others: number
}

/** Watches a server and its network until the returned function is called. */
export async function watch({ child, network, database }: Server): Promise<() => Promise<Watched>> {
  await Promise.all([child.ask('beginSlice'), network.ask('beginSlice')])
  const [processors, databaseMs] = [watchProcessors(), database?.cpuMs() ?? 0]
  return async () => {
    const [ofServer, ofNetwork] = await Promise.all([child.ask('endSlice'), network.ask('endSlice')])
    const inDatabaseMs = (database?.cpuMs() ?? 0) - databaseMs
    return { server: ofServer, network: ofNetwork, databaseMs: inDatabaseMs, processors: processors() }
  }
}

/** How busy each process was; the load measures its own usage. */
export function busyIn({ server, network, databaseMs, processors }: Watched, load: Usage): Busy {
  const [ofServer, ofNetwork, ofLoad] = [cpuOverWall(server), cpuOverWall(network), cpuOverWall(load)]
  const ofDatabase = databaseMs / server.wallMs
  return {
    // Threads other than the event loop's may be busy while it waits.
    server: Math.min(ofServer, server.loopBusy),
    network: ofNetwork,
    load: ofLoad,
    database: ofDatabase,
    others: Math.max(0, processors - ofServer - ofNetwork - ofLoad - ofDatabase),
  }
}
