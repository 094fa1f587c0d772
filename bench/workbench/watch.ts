import type { Arrivals } from '../instruments/receiverProcess.ts'
import { watchProcessors } from '../processes/processors.ts'
import { cpuOverWall, type Usage } from '../processes/usage.ts'
import type { ServerSlice } from '../servers/serverDuties.ts'
import type { Server } from './workbench.ts'

/** The usage of the processes of an arm while they were watched. */
export type Watched = {
  readonly server: ServerSlice
  readonly network: Usage
  /** The messages to the merchants' servers, if there are any. */
  readonly arrivals: Arrivals | undefined
  /** CPU time of the database's server, if there is one. */
  readonly databaseMs: number
  /** The number of busy processors, with the work of any process. */
  readonly processors: number
}

/** The number of processors that each process kept busy. `others` are all programs that are not the benchmark's. */
export type Busy = {
  readonly server: number
  readonly network: number
  readonly receiver: number
  readonly load: number
  readonly database: number
  readonly others: number
}

/** Watches a server and its network until the returned function is called. */
export async function watch({ child, network, receiver, database }: Server): Promise<() => Promise<Watched>> {
  await Promise.all([child.ask('beginSlice'), network.ask('beginSlice'), receiver?.ask('beginSlice')])
  const [processors, databaseMs] = [watchProcessors(), database?.cpuMs() ?? 0]
  return async () => {
    const [ofServer, ofNetwork, arrivals] = await Promise.all([
      child.ask('endSlice'),
      network.ask('endSlice'),
      receiver?.ask('endSlice'),
    ])
    const inDatabaseMs = (database?.cpuMs() ?? 0) - databaseMs
    return { server: ofServer, network: ofNetwork, arrivals, databaseMs: inDatabaseMs, processors: processors() }
  }
}

/** The usage of each process. The load measures its own. */
export function busyIn({ server, network, arrivals, databaseMs, processors }: Watched, load: Usage): Busy {
  const [ofServer, ofNetwork, ofLoad] = [cpuOverWall(server), cpuOverWall(network), cpuOverWall(load)]
  const ofReceiver = arrivals ? cpuOverWall(arrivals) : 0
  const ofDatabase = databaseMs / server.wallMs
  return {
    // Threads other than the event loop's may be busy while it waits.
    server: Math.min(ofServer, server.loopBusy),
    network: ofNetwork,
    receiver: ofReceiver,
    load: ofLoad,
    database: ofDatabase,
    others: Math.max(0, processors - ofServer - ofNetwork - ofReceiver - ofLoad - ofDatabase),
  }
}
