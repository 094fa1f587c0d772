import type { Purpose, Store, StoreMeter, Trouble, Weakness } from '../../../core/sente.ts'
import { batches } from '../../sql/batches/batches.ts'
import { books } from '../../sql/books/books.ts'
import { tellingAccounts } from '../../sql/books/expiringKeys.ts'
import { figures } from '../../sql/books/figures.ts'
import { paymentCases } from '../../sql/cases/cases.ts'
import type { Engine } from '../../sql/engine/engine.ts'
import type { StoreClock, Write } from '../../sql/engine/sqlStatement.ts'
import { paymentLinks } from '../../sql/links/paymentLinks.ts'
import { actions } from '../../sql/operators/actions/actions.ts'
import { channelStops } from '../../sql/operators/channels/channelStops.ts'
import { operatorMoney } from '../../sql/operators/float/operatorMoney.ts'
import { quarantines } from '../../sql/operators/quarantines/quarantines.ts'
import { reconciliations } from '../../sql/operators/reconciliations/reconciliations.ts'
import { people } from '../../sql/people/people.ts'
import { storeHealth } from '../../sql/store/health.ts'
import { keepMark, type MarkKeeperParts } from '../../sql/store/markKeeper.ts'
import { webhooks } from '../../sql/webhooks/webhooks.ts'
import { tableOfClaims } from '../books/claims.ts'
import { snapshotFrom } from '../books/snapshot.ts'
import { isLocked, Outdated, SharedSession, Unreachable } from '../client/errors.ts'
import { addressOf } from '../connection/databaseUrl.ts'
import { type PrimaryConnection, primaryConnection } from '../connection/primaryConnection.ts'
import { readers } from '../connection/readers.ts'
import { refuseSharing } from '../connection/sharing.ts'
import { writer } from '../connection/writer.ts'
import { type Continuity, newContinuity } from '../continuity/continuity.ts'
import { readStoredMark, type StoredMark, writeStoredMark } from '../continuity/markFile.ts'
import { joinPeers, type Peers } from '../continuity/peers.ts'
import { postgresDialect } from '../dialect.ts'
import { assertSchema, migrateDatabase } from '../schema/migrate.ts'
import { byAccount, laneOver, writingSettings } from './lanes.ts'
import { dropOldBatches } from './oldBatches.ts'
import { watchPrimary } from './watchPrimary.ts'

/** The options of a store. */
export type PostgresStoreOptions = {
  /** The URL without its scheme. */
  readonly path: string
  /** The purpose of a new schema; one with another purpose is refused. */
  readonly purpose: Purpose
  /** Whether to make a missing schema and upgrade an older one; otherwise both are refused. */
  readonly migrate: boolean
  /** How long a call waits for the database before it rejects, in milliseconds; 30,000 by default. */
  readonly patienceMs?: number
  /** Called once when the database cannot be reached or written, and once with `undefined` when it can again. */
  readonly onTrouble?: (trouble: Trouble | undefined) => void
  /** The clock for claims, locks of PINs and limits of prompts; the database's by default. */
  readonly clock?: StoreClock
  /** Receives every commit. */
  readonly meter?: StoreMeter | undefined
  /** The file for the node's knowledge of commits. Without it, that knowledge is lost when the store is closed. */
  readonly mark?: {
    /** The path of its file. */
    readonly path: string
    /** Called once when the file cannot be written, and once with `undefined` when it can again. */
    readonly onMark: (error: Error | undefined) => void
    /** Called at the start with each reason why a restored database may go unnoticed. */
    readonly onWeakness: (weakness: Weakness) => void
    /** Called when the books are quarantined because the database lacks commits that the node knows. */
    readonly onQuarantine: () => void
  }
}

/**
 * How long a server may take to answer, and how long to wait for a trial of it, in milliseconds; a silent one never
 * does.
 */
const [answerMs, probeMs] = [5_000, 2_000]

/** The number of connections for each lane: payments that share a lane also share more of its work. */
const connectionsALane = 4

/**
 * Opens a store in one PostgreSQL database, which any number of nodes may share. Rejects with `Unreachable` when the
 * database is away, and with `UnusableDatabase` when it is foreign, of another version or purpose.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { patienceMs = 30_000, clock = 'database', onTrouble, meter } = options
  const address = addressOf(options.path)
  const stored = storedMarkOf(options)
  const continuity = newContinuity(stored, options.mark?.onQuarantine)
  await refuseSharing(address, continuity)
  if (options.migrate) await migrateDatabase(options.path, options.purpose, { continuity })
  await assertSchema(address, options.purpose, { continuity })
  if (!continuity.mark().server) options.mark?.onWeakness('unknown_server')
  const onFailed = (error: unknown) => health.noteError(error)
  const use = { pipeline: true, answerMs }
  const peers = options.mark && joinPeers(stored)
  const connections = (count: number, settings: readonly string[]) =>
    Array.from({ length: count }, () =>
      primaryConnection({ address, use, settings, continuity, peers, onFailed, meter }),
    )
  const laneCount = Math.ceil(address.connections / connectionsALane)
  const laneConnections = connections(laneCount, writingSettings)
  const readConnections = connections(address.connections - laneCount, [])
  const [writeConnection, webhookConnection] = connections(2, writingSettings) as [PrimaryConnection, PrimaryConnection]
  // A commit that waits for a standby would hold up the look-ups behind it.
  const [claimConnection] = connections(1, []) as [PrimaryConnection]
  const lanes = laneConnections.map((connection) => laneOver(connection, { patienceMs, clock }))
  const ask = readers(readConnections, patienceMs)
  const write = writer(writeConnection, patienceMs)
  const engine: Engine = { dialect: postgresDialect, ask, write, clock }
  const probing = { probe: () => writeNothing(write), probeMs, isReadyUnanswered: false, troubleOf }
  const health = storeHealth({ ...probing, onTrouble })
  const dropping = dropOldBatches(write)
  const watching = watchPrimary(address, answerMs, continuity)
  const keeping = options.mark && peers && keepMark(markKeeping(options.mark, continuity, peers))
  peers?.watch(ask)
  return {
    accounts: tellingAccounts(engine),
    books: books({
      engine,
      claims: tableOfClaims(readers([claimConnection], patienceMs), clock),
      atomically: byAccount(lanes),
      ...snapshotFrom(address, continuity, write),
    }),
    batches: batches(engine),
    paymentLinks: paymentLinks(engine),
    quarantines: quarantines(engine),
    channelStops: channelStops(engine),
    operatorMoney: operatorMoney(engine),
    cases: paymentCases(engine),
    reconciliations: reconciliations(engine),
    figures: figures(engine),
    people: people(engine),
    actions: actions(engine),
    webhooks: webhooks({ ...engine, write: writer(webhookConnection, patienceMs) }),
    isReady: health.isReady,
    isTroubled: health.isTroubled,
    outage: health.outage,
    async close() {
      for (const one of [health, dropping, watching, peers]) one?.stop()
      await Promise.all(
        [...laneConnections, ...readConnections, writeConnection, webhookConnection, claimConnection].map(({ close }) =>
          close(),
        ),
      )
      await keeping?.stop()
    },
  }
}

type MarkOptions = NonNullable<PostgresStoreOptions['mark']>

/** The mark of an earlier process of the node. */
function storedMarkOf({ mark }: PostgresStoreOptions): StoredMark | undefined {
  const stored = mark && readStoredMark(mark.path)
  if (mark && !stored) mark.onWeakness('no_mark')
  return stored
}

/** A commit that shows that the database can be written. */
function writeNothing(write: Write): Promise<void> {
  return write({ reads: [], decide: () => ({ value: undefined, writes: [{ text: 'SELECT 1' }] }) })
}

/**
 * The trouble behind an error. The database counts as away until a write succeeds, even if a connection reports that it
 * is back; for an outdated program none will.
 */
function troubleOf(error: unknown): Trouble {
  const isAway = error instanceof Unreachable || error instanceof SharedSession
  const stops = isAway && !isLocked(error.cause) ? 'everything' : 'writes'
  const isLasting = error instanceof Outdated
  return { isLasting, stops, error: error instanceof Error ? error : new Error(String(error)) }
}

function markKeeping({ path, onMark }: MarkOptions, continuity: Continuity, peers: Peers): MarkKeeperParts<StoredMark> {
  return {
    current: () => ({ ...continuity.mark(), ...peers.presence() }),
    write: (mark) => writeStoredMark(path, mark),
    onMark,
  }
}
