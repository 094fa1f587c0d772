import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Cookies } from '../datasets/signInPeople.ts'
import type { LoadDuties } from '../instruments/loadProcess.ts'
import type { NetworkDuties } from '../instruments/networkProcess.ts'
import type { DatabaseServer } from '../instruments/postgresServer.ts'
import type { ReceiverDuties } from '../instruments/receiverProcess.ts'
import { type Child, startInstrument, startServer } from '../processes/child.ts'
import type { MtnConnection, Opening, ServerDuties } from '../servers/serverDuties.ts'
import { type Inspection, inspectPostgres, inspectSqlite } from './inspectBooks.ts'

/** The place of one arm's servers. */
export type Workbench = {
  /** Starts a server, a network for it and a load that is ready to begin, each in a process of its own. */
  server(kind: 'sente' | 'passThrough', making: Making): Promise<Server>
}

/** The differences between servers. `name` appears in reports. */
export type Making = Omit<Opening, 'folder' | 'mtn' | 'endpoints'> & {
  readonly name: string
  /** The number of merchants that send; all by default. */
  readonly senders?: number
  /** The PostgreSQL server of `postgres`. */
  readonly database?: DatabaseServer
  /** Each account has a webhook endpoint, and so many of these never answer. */
  readonly endpoints?: { readonly hanging: number }
}

/** A server under measurement, with a load and a network of its own, so that the order of the servers does not matter. */
export type Server = {
  readonly name: string
  readonly url: string
  /** The address of its metrics, if it has any. */
  readonly metricsUrl: string | undefined
  /** The cookies of signed-in people, if there are any. */
  readonly cookies: Cookies | undefined
  readonly child: Child<ServerDuties>
  readonly load: Child<LoadDuties>
  readonly network: Child<NetworkDuties>
  /** The contents of its books; undefined when it has none. */
  readonly books: Inspection | undefined
  /** The server of its database, if there is one. */
  readonly database: DatabaseServer | undefined
  /** The servers of its merchants, if they have endpoints. */
  readonly receiver: Child<ReceiverDuties> | undefined
  /** Whether its payments end. */
  readonly ends: boolean
}

/** The behaviour of the network, and the folder of temporary files. */
export type WorkbenchOptions = {
  readonly parentFolder: string
  readonly silentMs?: number
  readonly phoneNumber?: string
  /** Whether payments end within their requests: the network executes them, answers nothing of use, and is asked. */
  readonly ends?: boolean
}

const [ordinaryPhoneNumber, endingPhoneNumber] = ['256770000001', '256770990472']

/** Runs `use`, and then stops all its processes and removes all its files, however it ends. */
export async function withWorkbench<T>(options: WorkbenchOptions, use: (bench: Workbench) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(options.parentFolder, 'sente-bench-'))
  const children: Child<never>[] = []
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await use(furnish(folder, options, children))
  } finally {
    await Promise.all(children.map(({ stop }) => stop()))
    remove()
    process.off('exit', remove)
  }
}

function furnish(folder: string, options: WorkbenchOptions, children: Child<never>[]): Workbench {
  return {
    async server(kind, { name, senders, database, endpoints, ...making }) {
      // A pass-through never asks about a payment, so the network has to accept it.
      const ends = kind === 'sente' && (options.ends ?? false)
      const { silentMs, phoneNumber = ends ? endingPhoneNumber : ordinaryPhoneNumber } = options
      const child = startServer<ServerDuties>(`servers/${kind}Process`)
      const load = startInstrument<LoadDuties>('instruments/loadProcess')
      const network = startInstrument<NetworkDuties>('instruments/networkProcess')
      children.push(child, load, network)
      const receiver = endpoints && startInstrument<ReceiverDuties>('instruments/receiverProcess')
      if (receiver) children.push(receiver)
      const mtn: MtnConnection = {
        ...(await network.ask('open', { approvalMs: 0, ...(silentMs !== undefined && { silentMs }) })),
        network: 'MTN',
      }
      const own = mkdtempSync(join(folder, 'server-'))
      const books = kind === 'sente' ? booksOf(making, own) : undefined
      const receiving = receiver && { endpoints: { ...endpoints, urls: await receiver.ask('open') } }
      const { url, merchants, metricsUrl, cookies } = await child.ask('open', {
        ...making,
        ...receiving,
        folder: own,
        mtn,
      })
      await load.ask('prepare', { url, merchants: merchants.slice(0, senders), phoneNumber })
      return { name, url, metricsUrl, cookies, child, load, network, books, database, receiver, ends }
    },
  }
}

function booksOf({ postgres, ready }: Pick<Making, 'postgres' | 'ready'>, folder: string): Inspection {
  return postgres === undefined ? inspectSqlite(ready?.path ?? join(folder, 'sente.db')) : inspectPostgres(postgres)
}
