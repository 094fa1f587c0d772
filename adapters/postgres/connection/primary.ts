import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { UnusableDatabase } from '../../../core/sente.ts'
import { Unreachable } from '../client/errors.ts'
import { isOlder, isSame, type Server, serverOf } from '../client/server.ts'
import type { Continuity } from '../continuity/continuity.ts'
import type { Address } from './databaseUrl.ts'

/** The use of a connection: one statement after the other, or without waiting for earlier answers. */
export type Use = { readonly pipeline: boolean; readonly answerMs: number }

/** How long a server may take to accept a connection, in milliseconds. A machine that fell silent sends no reset. */
const connectMs = 5_000

const int8 = 20

/** Whole numbers of eight bytes are bigints; everything else has pg's types. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? BigInt : pg.types.getTypeParser(oid, format),
}

/** How long to wait for the other servers once one has claimed to be the primary, in milliseconds. */
const othersMs = 500

/** A connection to a server that claims to be the primary. */
type Primary = { readonly client: pg.Client; readonly server: Server | undefined; readonly host: string }

/**
 * Connects to all servers at once and keeps the primary. If two claim to be the primary, it keeps the one with the
 * later timeline. Rejects with `Unreachable` when none can be identified, and with `UnusableDatabase` when the primary
 * may not be used.
 */
export async function connectToPrimary(address: Address, use: Use, continuity: Continuity): Promise<pg.Client> {
  const attempts = address.urls.map((url) => connectIfPrimary(url, use, continuity))
  const found = await answersOf(attempts, address)
  const chosen = newestOf(found)
  // It rejects only if a still later one is trusted already.
  for (const attempt of attempts) endUnless(attempt, chosen, continuity).catch(() => {})
  if (!chosen) {
    continuity.trustNone()
    throw new Unreachable(`the database ${address.name} is not used: ${inDispute(found)}`)
  }
  const { client, server } = chosen
  try {
    continuity.trust(server)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  continuity.add(client, server)
  return client
}

/** The primaries among the servers that answer in time. Rejects when there is none. */
async function answersOf(attempts: readonly Promise<Primary>[], { name, urls }: Address): Promise<readonly Primary[]> {
  const found: Primary[] = []
  const all = Promise.allSettled(attempts.map(async (attempt) => found.push(await attempt)))
  try {
    await Promise.any(attempts)
    const timer = new AbortController()
    await Promise.race([all, setTimeout(othersMs, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
    return [...found]
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    const unusable = errors.find((one) => one instanceof UnusableDatabase)
    if (unusable) throw unusable
    const reasons = errors.map((one, index) => `${hostOf(urls[index])}: ${messageOf(one)}`)
    throw new Unreachable(`the database ${name} cannot be reached (${reasons.join('; ')})`, { cause: error })
  }
}

/** The newest primary; undefined when two are equal. Servers that cannot identify themselves share the work. */
function newestOf(found: readonly Primary[]): Primary | undefined {
  return found.find((one) => found.every((other) => isSame(one.server, other.server) || isNewer(one, other)))
}

function isNewer({ server: one }: Primary, { server: other }: Primary): boolean {
  return one !== undefined && (other === undefined || isOlder(other, one))
}

function inDispute(found: readonly Primary[]): string {
  const hosts = found.map(({ host, server }) => `${host} on timeline ${server?.timeline ?? 'unknown'}`)
  return `more than one server claims to be the primary (${hosts.join(', ')}): stop all but the right one`
}

/** Closes the connections that were not chosen. A newer primary that was late is trusted instead. */
async function endUnless(
  attempt: Promise<Primary>,
  chosen: Primary | undefined,
  continuity: Continuity,
): Promise<void> {
  const late = await attempt.catch(() => undefined)
  if (!late || late === chosen) return
  void late.client.end().catch(() => {})
  if (chosen && isNewer(late, chosen)) continuity.trust(late.server)
}

type Settings = { standby: boolean; readOnly: string; synchronous: string; fsync: string }

async function connectIfPrimary(url: string, { pipeline, answerMs }: Use, continuity: Continuity): Promise<Primary> {
  const client = new pg.Client({
    connectionString: url,
    pipeline,
    types,
    keepAlive: true,
    fallback_application_name: 'sente',
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
  } as pg.ClientConfig)
  // Its queries reject as well. Without a listener an error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Settings>(
      `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS "readOnly",
         current_setting('synchronous_commit') AS synchronous,
         current_setting('fsync') AS fsync`,
    )
    await assertPrimary(client, rows[0])
    const server = await serverOf(client)
    continuity.refuseOlder(server)
    return { client, server, host: hostOf(url) }
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

/** Throws unless acknowledged writes reach the disk and, if there is a synchronous standby, the standby. */
async function assertPrimary(client: pg.Client, settings: Settings | undefined): Promise<void> {
  if (!settings || settings.standby) throw new Error('it is a standby')
  if (settings.readOnly === 'on') throw new Error('it is read only')
  if (settings.fsync === 'off') {
    throw new UnusableDatabase('fsync is off in the database server: it may lose money, and is not used')
  }
  if (!['on', 'remote_apply'].includes(settings.synchronous)) await client.query('SET synchronous_commit TO on')
}

function hostOf(url = ''): string {
  return /(?<=^postgres:\/\/(?:[^@/]*@)?)[^@/]+(?=\/)/.exec(url)?.[0] ?? 'a server'
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
