import pg from 'pg'
import { UnusableDatabase } from '../unusableDatabase.ts'
import type { Address } from './address.ts'
import { Unreachable } from './errors.ts'

/** How a connection is used: one after the other, or without waiting for the answers before. */
export type Use = { readonly pipeline: boolean; readonly answerMs: number }

/** How long a server may take to accept a connection, in milliseconds. A machine that fell silent sends no reset. */
const connectMs = 5_000

const int8 = 20

/** Whole numbers of eight bytes are bigints; everything else is as pg reads it. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? BigInt : pg.types.getTypeParser(oid, format),
}

/**
 * Connects to all servers at once and keeps the first that is the primary; rejects with `Unreachable` when none is, and
 * with `UnusableDatabase` when the primary may not be used.
 */
export async function connectToPrimary({ urls, name }: Address, use: Use): Promise<pg.Client> {
  const attempts = urls.map((url) => connectIfPrimary(url, use))
  try {
    const first = await Promise.any(attempts)
    void closeOthers(attempts, first)
    return first
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    const unusable = errors.find((one) => one instanceof UnusableDatabase)
    if (unusable) throw unusable
    const reasons = errors.map((one, index) => `${hostOf(urls[index])}: ${messageOf(one)}`)
    throw new Unreachable(`the database ${name} cannot be reached (${reasons.join('; ')})`, { cause: error })
  }
}

type Settings = { standby: boolean; readOnly: string; synchronous: string; fsync: string }

async function connectIfPrimary(connectionString: string, { pipeline, answerMs }: Use): Promise<pg.Client> {
  const client = new pg.Client({
    ...{ connectionString, pipeline, types, keepAlive: true, fallback_application_name: 'sente' },
    ...{ connectionTimeoutMillis: connectMs, query_timeout: answerMs },
  } as pg.ClientConfig)
  // Its queries reject as well; without a listener an error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Settings>(
      `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') AS "readOnly",
         current_setting('synchronous_commit') AS synchronous,
         current_setting('fsync') AS fsync`,
    )
    await assertPrimary(client, rows[0])
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
}

/** What is acknowledged has to be on the disk, and with a synchronous standby there too. */
async function assertPrimary(client: pg.Client, settings: Settings | undefined): Promise<void> {
  if (!settings || settings.standby) throw new Error('it is a standby')
  if (settings.readOnly === 'on') throw new Error('it is read only')
  if (settings.fsync === 'off') {
    throw new UnusableDatabase('fsync is off in the database server: it may lose money, and is not used')
  }
  if (!['on', 'remote_apply'].includes(settings.synchronous)) await client.query('SET synchronous_commit TO on')
}

async function closeOthers(attempts: readonly Promise<pg.Client>[], first: pg.Client): Promise<void> {
  for (const attempt of attempts) {
    const client = await attempt.catch(() => undefined)
    if (client !== first) await client?.end().catch(() => {})
  }
}

function hostOf(url = ''): string {
  return /(?<=^postgres:\/\/(?:[^@/]*@)?)[^@/]+(?=\/)/.exec(url)?.[0] ?? 'a server'
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
