import type { AccountRepo, Books, Quarantines, Webhooks } from '../../../core/sente.ts'
import { postgresAccountRepo } from '../accounts/postgresAccountRepo.ts'
import { postgresBooks } from '../books/postgresBooks.ts'
import { postgresQuarantines } from '../books/postgresQuarantines.ts'
import { snapshotFrom } from '../books/snapshot.ts'
import { addressOf } from '../connection/address.ts'
import { newContinuity } from '../connection/continuity.ts'
import { type KeptConnection, keptConnection } from '../connection/keptConnection.ts'
import { joinPeers } from '../connection/peers.ts'
import { readers } from '../connection/readers.ts'
import type { StoreClock } from '../connection/statement.ts'
import { type Write, writer } from '../connection/writer.ts'
import { lane, laneSettings } from '../lane/lane.ts'
import { type Kept, readKept } from '../mark/markFile.ts'
import { keepMark } from '../mark/markKeeper.ts'
import type { MarkKeeping } from '../mark/markKeeping.ts'
import { assertSchema, migrateDatabase } from '../schema/migrate.ts'
import type { Purpose } from '../schema/purpose.ts'
import { postgresWebhooks } from '../webhooks/postgresWebhooks.ts'
import { storeHealth, type Trouble } from './health.ts'
import { lookAround } from './lookAround.ts'
import { dropOldBatches } from './oldBatches.ts'

/** How a store is opened. */
export type PostgresStoreOptions = {
  /** What follows the scheme in its URL. */
  readonly path: string
  /** The purpose that a new schema is stamped with; one with another purpose is refused. */
  readonly purpose: Purpose
  /** Whether to make a missing schema and bring an older one up to date; otherwise both are refused. */
  readonly migrate: boolean
  /** How long a call waits for the database before it rejects, in milliseconds; 30,000 by default. */
  readonly patienceMs?: number
  /** Called once when the database cannot be reached or written, and once with `undefined` when it can again. */
  readonly onTrouble?: (trouble: Trouble | undefined) => void
  /** By whose clock claims, locks of PINs and limits of prompts go; the database's by default. */
  readonly clock?: StoreClock
  /** Where a node keeps what it knows to be committed; without it that is known only while the store is open. */
  readonly mark?: MarkKeeping & {
    /** Called at the start with each reason why a database that went back may go unnoticed. */
    readonly onWeakness: (weakness: Weakness) => void
    /** Called when the books are quarantined because the database lacks what the node knows. */
    readonly onQuarantine: () => void
  }
}

/** Why a database that went back may go unnoticed: the node has no mark, or the server cannot tell who it is. */
export type Weakness = 'no_mark' | 'unknown_server'

/** Accounts and books in one PostgreSQL database, which any number of nodes may share. */
export type PostgresStore = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly quarantines: Quarantines
  readonly webhooks: Webhooks
  /** Whether the database can be written: tried unless it just was. Never rejects. */
  isReady(): Promise<boolean>
  /** Whether the database is known to be away; tries nothing. */
  isTroubled(): boolean
  /** Closes the connections; calls without an answer by then reject. */
  close(): Promise<void>
}

/** How long a server may take to answer, in milliseconds; a machine that fell silent never does. */
const answerMs = 5_000

/** How many connections there are for each that is a lane: payments that share one lane also share more of its work. */
const connectionsALane = 4

/**
 * Opens a store; rejects with `Unreachable` when the database is away, and with `UnusableDatabase` when it is foreign, of
 * another version or purpose.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { patienceMs = 30_000, clock = 'database', onTrouble } = options
  const address = addressOf(options.path)
  const kept = keptBy(options)
  const continuity = newContinuity(kept, options.mark?.onQuarantine)
  if (options.migrate) await migrateDatabase(options.path, options.purpose, continuity)
  await assertSchema(address, options.purpose, continuity)
  if (!continuity.mark().server) options.mark?.onWeakness('unknown_server')
  const onFailed = (error: unknown) => health.failed(error)
  const use = { pipeline: true, answerMs }
  const peers = options.mark && joinPeers(kept)
  const connections = (count: number, settings: readonly string[]) =>
    Array.from({ length: count }, () => keptConnection({ address, use, settings, continuity, peers, onFailed }))
  const laneCount = Math.ceil(address.connections / connectionsALane)
  const laneConnections = connections(laneCount, laneSettings)
  const readConnections = connections(address.connections - laneCount, [])
  const [writeConnection, webhookConnection] = connections(2, laneSettings) as [KeptConnection, KeptConnection]
  const lanes = laneConnections.map((connection) => lane(connection, { patienceMs, clock }))
  const ask = readers(readConnections, patienceMs)
  const write = writer(writeConnection, patienceMs)
  const health = storeHealth(() => writeNothing(write), onTrouble)
  const dropping = dropOldBatches(write)
  const looking = lookAround(address, answerMs, continuity)
  const keeping = options.mark && peers && keepMark(() => ({ ...continuity.mark(), ...peers.presence() }), options.mark)
  peers?.watch(ask)
  return {
    accounts: postgresAccountRepo(ask, write),
    books: postgresBooks({
      laneOf: (id) => chosen(lanes, id),
      ask,
      clock,
      snapshot: snapshotFrom(address, continuity),
    }),
    quarantines: postgresQuarantines(ask, write),
    webhooks: postgresWebhooks({ ask, write: writer(webhookConnection, patienceMs), clock }),
    isReady: health.isReady,
    isTroubled: health.isTroubled,
    async close() {
      for (const one of [dropping, looking, peers]) one?.stop()
      await Promise.all(
        [...laneConnections, ...readConnections, writeConnection, webhookConnection].map(({ close }) => close()),
      )
      await keeping?.stop()
    },
  }
}

/** What an earlier process of the node has left. */
function keptBy({ mark }: PostgresStoreOptions): Kept | undefined {
  const kept = mark && readKept(mark.path)
  if (mark && !kept) mark.onWeakness('no_mark')
  return kept
}

/** A commit that shows that the database can be written. */
function writeNothing(write: Write): Promise<void> {
  return write(async () => ({ value: undefined, writes: [{ text: 'SELECT 1' }] }))
}

/** One of them, always the same for an id, and each for about as many ids. */
function chosen<One>(all: readonly One[], id: string): One {
  let hash = 0
  for (const letter of id) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0
  const one = all[Math.abs(hash) % all.length]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}
