import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { type Migration, type Purpose, UnusableDatabase } from '../../../core/sente.ts'
import { refuseOtherVersion, refuseUnreleased, type SchemaFound as VersionFound } from '../../sql/schema/found.ts'
import { versions as released, type SchemaVersion } from '../../sql/schema/versions.ts'
import { isLocked, isMadeAlready } from '../client/errors.ts'
import { serverOf } from '../client/server.ts'
import { type Address, addressOf } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import { type Continuity, newContinuity } from '../continuity/continuity.ts'
import { claimHome, type Home, homeColumns, refuseElsewhere } from '../continuity/home.ts'
import { postgresDialect } from '../dialect.ts'
import { metaSchema, refusePrograms } from './meta.ts'

/** The schema of a database; none before sente has made one. */
type SchemaFound = VersionFound &
  Home & {
    readonly purpose: Purpose
    /** The database whose books are being moved into this one; null if there is none. */
    readonly movingFrom: string | null
  }

/** An empty database. */
const none: VersionFound = { version: 0, worksFrom: 0 }

/** The name of a database, and its purpose. */
type Stamp = { readonly name: string; readonly purpose: Purpose }

/** The options of the check: the continuity for comparisons, and the versions that this program knows. */
export type SchemaOptions = { readonly continuity?: Continuity; readonly versions?: readonly SchemaVersion[] }

/** Connections for long tasks: a new schema, or a large upgrade. */
const use = { pipeline: false, answerMs: 0 }

/**
 * Creates or upgrades the schema of the database with this path. Rejects with `UnusableDatabase` for one that sente may
 * not change.
 */
export async function migrateDatabase(path: string, purpose: Purpose, options: SchemaOptions = {}): Promise<Migration> {
  const address = addressOf(path)
  const { name } = address
  await withClient(address, options, async (client) => {
    const found = await schemaIn(client, name)
    refuseMoving(found, name)
    refuseElsewhere(found, await serverOf(client), name)
  })
  return bringUpToDate(address, purpose, options)
}

/** Does the same even while books are moved into the database. */
export async function bringUpToDate(
  address: Address,
  purpose: Purpose,
  options: SchemaOptions = {},
): Promise<Migration> {
  const { versions = released } = options
  const stamp = { name: address.name, purpose }
  return withClient(address, options, async (client) => {
    refuseOtherPurpose(await schemaIn(client, stamp.name), stamp)
    const from = await migrate(client, stamp, versions)
    const server = await serverOf(client)
    if (server) await client.query(claimHome(server, address.name))
    refuseOtherVersion((await schemaIn(client, stamp.name)) ?? none, stamp.name, versions.length)
    return { from, to: Math.max(from, versions.length) }
  })
}

/** Rejects with `UnusableDatabase` for a schema of another purpose, or one on which this program does not work. */
export async function assertSchema(address: Address, purpose: Purpose, options: SchemaOptions = {}): Promise<void> {
  const { name } = address
  const { versions = released } = options
  const { found, server } = await withClient(address, options, async (client) => {
    return { found: await schemaIn(client, name), server: await serverOf(client) }
  })
  refuseOtherPurpose(found, { name, purpose })
  refuseMoving(found, name)
  refuseElsewhere(found, server, name)
  refuseOtherVersion(found ?? none, name, versions.length)
}

async function withClient<T>(
  address: Address,
  { continuity = newContinuity() }: SchemaOptions,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectToPrimary(address, use, continuity)
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates or upgrades the schema, one version after the other. Resolves with the version before. */
async function migrate(client: pg.Client, stamp: Stamp, versions: readonly SchemaVersion[]): Promise<number> {
  await makeStamp(client, stamp)
  const from = await upgradeInTurn(client, stamp.name, versions)
  for (let version = from; version < versions.length; ) version = await upgradeInTurn(client, stamp.name, versions)
  return from
}

/** How long an upgrade is tried, and the pause between attempts, in milliseconds. */
const [patienceMs, pauseMs] = [900_000, 1_000]

/** Upgrades by one version as soon as no other session, such as an audit or a dump, holds the tables. */
async function upgradeInTurn(client: pg.Client, name: string, versions: readonly SchemaVersion[]): Promise<number> {
  const untilMs = performance.now() + patienceMs
  for (;;) {
    try {
      return await upgradeOnce(client, versions)
    } catch (error) {
      if (!isLocked(error)) throw error
      if (performance.now() > untilMs) {
        const who = 'another session, such as an audit, a dump or another upgrade'
        throw new UnusableDatabase(
          `${name} could not be upgraded, since ${who} holds its tables: end it, or upgrade later`,
        )
      }
      await setTimeout(pauseMs)
    }
  }
}

/**
 * Upgrades by one version if there is a newer one, and resolves with the version before. Nodes that do not work on it
 * are refused first. The tables change once these nodes can no longer commit anything.
 */
async function upgradeOnce(client: pg.Client, versions: readonly SchemaVersion[]): Promise<number> {
  await inTransaction(client, async ({ version, worksFrom }) => {
    const next = versions[version]
    if (next && next.worksFrom > worksFrom) await client.query(refusePrograms(next.worksFrom))
  })
  return inTransaction(client, async ({ version }) => {
    const next = versions[version]
    if (next) {
      await client.query(next.upgrade(postgresDialect))
      await client.query('UPDATE sente_database SET version = $1', [version + 1])
    }
    return version
  })
}

/**
 * Runs a part of an upgrade. Each has a transaction of its own, since a lock that grows stronger under load would end
 * in a deadlock. The row with the version is locked meanwhile, so that nodes may start at once.
 */
async function inTransaction<T>(client: pg.Client, part: (found: VersionFound) => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    // Payments queue behind a lock that another session waits for.
    await client.query("SET LOCAL lock_timeout TO '2s'")
    const { rows } = await client.query<{ version: bigint; worksFrom: bigint }>(
      'SELECT version, works_from AS "worksFrom" FROM sente_database FOR UPDATE',
    )
    const [found] = rows
    const result = await part({ version: Number(found?.version), worksFrom: Number(found?.worksFrom) })
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Makes the row with the database's purpose. Its version is 0 until the schema is there. */
async function makeStamp(client: pg.Client, { name, purpose }: Stamp): Promise<void> {
  if (await schemaIn(client, name)) return
  try {
    await client.query(metaSchema)
    await client.query('INSERT INTO sente_database (one, purpose) VALUES (1, $1) ON CONFLICT DO NOTHING', [purpose])
  } catch (error) {
    // Another node made it at the same moment.
    if (!isMadeAlready(error)) throw error
    await makeStamp(client, { name, purpose })
  }
}

type SchemaRow = Omit<SchemaFound, 'version' | 'worksFrom'> & { readonly version: bigint; readonly worksFrom: bigint }

/** The table that held the data of `sente_database` before the first release. */
const unreleasedStamp = 'sente_schema'

/** The schema of a database; undefined for an empty one. Refuses a database of another program. */
async function schemaIn(client: pg.Client, name: string): Promise<SchemaFound | undefined> {
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()',
  )
  if (tables.length === 0) return undefined
  const has = (table: string) => tables.some(({ name }) => name === table)
  if (!has('sente_database')) {
    if (has(unreleasedStamp)) refuseUnreleased(name)
    throw new UnusableDatabase(`${name} holds the tables of another program: give sente a database of its own`)
  }
  const { rows } = await client.query<SchemaRow>(
    `SELECT d.version, d.works_from AS "worksFrom", d.purpose, d.moving_from AS "movingFrom", ${homeColumns}
     FROM sente_database d`,
  )
  const [found] = rows
  return found && { ...found, version: Number(found.version), worksFrom: Number(found.worksFrom) }
}

/** Refuses a schema that was stamped for the other purpose. */
function refuseOtherPurpose(found: SchemaFound | undefined, { name, purpose }: Stamp): void {
  if (!found || found.purpose === purpose) return
  throw new UnusableDatabase(
    `${name} is a ${found.purpose} database and is not opened as ${purpose}: use another one, or the settings of its own gateway`,
  )
}

/** Refuses a database into which a move has not been completed. */
function refuseMoving(found: SchemaFound | undefined, name: string): void {
  if (typeof found?.movingFrom !== 'string') return
  throw new UnusableDatabase(
    `the books of ${found.movingFrom} are being moved into ${name}, and have not all arrived: run \`sente move\` to its end`,
  )
}
