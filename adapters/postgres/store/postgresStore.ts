import { setTimeout } from 'node:timers/promises'
import type { Purpose, Store, StoreMeter, Trouble, Weakness } from '../../../core/sente.ts'
import { batches } from '../../sql/batches/batches.ts'
import { books } from '../../sql/books/books.ts'
import { tellingAccounts } from '../../sql/books/expiringKeys.ts'
import { figures } from '../../sql/books/figures.ts'
import { paymentSums } from '../../sql/books/hours/paymentSums.ts'
import { gatheringBits } from '../../sql/books/lists/gatherBits.ts'
import { paymentCases } from '../../sql/cases/cases.ts'
import type { Engine } from '../../sql/engine/engine.ts'
import type { Ask, StoreClock, Write } from '../../sql/engine/sqlStatement.ts'
import { paymentLinks } from '../../sql/links/paymentLinks.ts'
import { actions } from '../../sql/operators/actions/actions.ts'
import { channelStops } from '../../sql/operators/channels/channelStops.ts'
import { operatorMoney } from '../../sql/operators/float/operatorMoney.ts'
import { quarantines } from '../../sql/operators/quarantines/quarantines.ts'
import { reconciliations } from '../../sql/operators/reconciliations/reconciliations.ts'
import { reconciliationRules } from '../../sql/operators/reconciliations/rules.ts'
import { notices } from '../../sql/people/notices/notices.ts'
import { people } from '../../sql/people/people.ts'
import { keepBits } from '../../sql/store/bitsKeeper.ts'
import { type StoreHealth, storeHealth } from '../../sql/store/health.ts'
import { keepMark, type MarkKeeperParts } from '../../sql/store/markKeeper.ts'
import { webhooks } from '../../sql/webhooks/webhooks.ts'
import { tableOfClaims } from '../books/claims.ts'
import { snapshotFrom } from '../books/snapshot.ts'
import { Elsewhere, isDamage, isLocked, Outdated, SharedSession, Unreachable } from '../client/errors.ts'
import { askOver } from '../client/send.ts'
import { addressOf } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import { type PrimaryConnection, primaryConnection } from '../connection/primaryConnection.ts'
import { readers } from '../connection/readers.ts'
import { refuseSharing } from '../connection/sharing.ts'
import { transact } from '../connection/transact.ts'
import { writer } from '../connection/writer.ts'
import { type Continuity, newContinuity } from '../continuity/continuity.ts'
import { readStoredMark, type StoredMark, writeStoredMark } from '../continuity/markFile.ts'
import { joinPeers, type Peers } from '../continuity/peers.ts'
import { postgresDialect } from '../dialect.ts'
import { assertSchema, migrateDatabase } from '../schema/migrate.ts'
import { byAccount, laneOver, writingSettings } from './lanes.ts'
import { dropOldBatches } from './oldBatches.ts'
import { findTableLock, lockLikePayment, TableLocked } from './tableLocks.ts'
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
 * How long a server may take to answer, how long to wait for a trial of it, and then for its locks, in milliseconds; a
 * silent one never answers.
 */
const [answerMs, probeMs, lookMs] = [5_000, 2_000, 2_000]

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
  const onFailed = (error: unknown) => {
    // The probe finds out who keeps the lock that a new connection waits for, too.
    if (!isLocked(error)) health.noteError(error)
  }
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
  // A probe must not wait behind a write that waits for the lock of a row.
  const [probeConnection] = connections(1, [...writingSettings, probeLockTimeout]) as [PrimaryConnection]
  const read = readers(readConnections, patienceMs)
  // Over a new connection: a kept one reads payments first, and so waits for the lock itself.
  const findLock: FindLock = async () => {
    const client = await connectToPrimary(address, { pipeline: false, answerMs }, continuity).catch(() => undefined)
    return client && findTableLock(askOver(client)).finally(() => client.end().catch(() => {}))
  }
  const probe = () => writeLikePayment(probeConnection, findLock)
  const health = storeHealth({ probe, probeMs, unanswered: () => whyUnanswered(findLock), troubleOf, onTrouble })
  const during = <T>(call: Promise<T>) => health.during(call).catch(notingDamage(health))
  const inLane = byAccount(laneConnections.map((connection) => laneOver(connection, { patienceMs, clock })))
  const ask: Ask = (statement) => during(read(statement))
  const writerOver = (connection: PrimaryConnection): Write => {
    const write = writer(connection, patienceMs)
    return (writing) => during(write(writing))
  }
  const write = writerOver(writeConnection)
  const engine: Engine = { dialect: postgresDialect, ask, write, clock }
  const dropping = dropOldBatches(write)
  const watching = watchPrimary(address, answerMs, continuity)
  const bits = keepBits(gatheringBits(engine))
  const keeping = options.mark && peers && keepMark(markKeeping(options.mark, continuity, peers))
  // It connects with the settings of the start: a password may change while a node runs on.
  if (peers) void writeConnection.client(0).catch(() => {})
  peers?.watch(ask, () => write({ reads: [], decide: () => ({ value: undefined, writes: [{ text: 'SELECT 1' }] }) }))
  return {
    accounts: tellingAccounts(engine),
    books: books({
      engine,
      claims: tableOfClaims(readers([claimConnection], patienceMs), clock),
      atomically: (scope, step) => during(inLane(scope, step)),
      ...snapshotFrom(address, continuity, write),
    }),
    batches: batches(engine),
    paymentLinks: paymentLinks(engine),
    quarantines: quarantines(engine),
    channelStops: channelStops(engine),
    operatorMoney: operatorMoney(engine),
    cases: paymentCases(engine),
    reconciliations: reconciliations(engine),
    reconciliationRules: reconciliationRules(engine),
    figures: { ...figures(engine), ...paymentSums(engine) },
    people: people(engine),
    notices: notices(engine),
    actions: actions(engine),
    webhooks: webhooks({ ...engine, write: writerOver(webhookConnection) }),
    isReady: health.isReady,
    isTroubled: health.isTroubled,
    outage: health.outage,
    async close() {
      for (const one of [health, dropping, watching, peers]) one?.stop()
      await bits.stop()
      const others = [writeConnection, webhookConnection, claimConnection, probeConnection]
      await Promise.all([...laneConnections, ...readConnections, ...others].map(({ close }) => close()))
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

type FindLock = () => Promise<TableLocked | undefined>

/** Shorter than a probe may take, so that the lock is found to be its reason. */
const probeLockTimeout = 'SET lock_timeout TO 1000'

/** A commit, tried once, that shows that payments can be written. */
async function writeLikePayment(connection: PrimaryConnection, findLock: FindLock): Promise<void> {
  try {
    const decide = () => ({ value: undefined, writes: [lockLikePayment] })
    await transact(connection, { reads: [], decide }, performance.now())
  } catch (error) {
    const isHeldUp = isLocked(error) || (error instanceof Unreachable && isLocked(error.cause))
    throw isHeldUp ? ((await findLock()) ?? new TableLocked()) : error
  }
}

/** The error for a server that does not answer a probe: a table is locked, or it is silent. */
async function whyUnanswered(find: FindLock): Promise<Error> {
  const locked = await Promise.race([find(), setTimeout(lookMs, undefined, { ref: false })])
  return locked ?? new Error(`the database does not answer a write within ${(probeMs + lookMs) / 1_000} seconds`)
}

/** Judges the error of a call that shows damage. Others concern only their own statement. */
function notingDamage({ noteError }: StoreHealth): (error: unknown) => never {
  return (error) => {
    if (isDamage(error)) noteError(error)
    throw error
  }
}

/**
 * The trouble behind an error. The database counts as away until a write succeeds, even if a connection reports that it
 * is back; for an outdated program, or after damage, none will.
 */
function troubleOf(error: unknown): Trouble {
  const isDamaged = isDamage(error)
  return {
    isLasting: error instanceof Outdated || isDamaged,
    isDamaged,
    stops: stopsReads(error) ? 'everything' : 'writes',
    error: error instanceof Error ? error : new Error(String(error)),
  }
}

function stopsReads(error: unknown): boolean {
  if (error instanceof TableLocked) return error.stopsReads
  return isDamage(error) || [Unreachable, SharedSession, Elsewhere].some((kind) => error instanceof kind)
}

function markKeeping({ path, onMark }: MarkOptions, continuity: Continuity, peers: Peers): MarkKeeperParts<StoredMark> {
  return {
    current: () => ({ ...continuity.mark(), ...peers.presence() }),
    write: (mark) => writeStoredMark(path, mark),
    onMark,
  }
}
