import pg from 'pg'
import type { Concern } from '../../../core/sente.ts'
import { askOver } from '../client/send.ts'
import { type Address, addressOf, awayIn, placeOf, tlsOf } from '../connection/databaseUrl.ts'
import { lockConcerns } from './tableLocks.ts'

/** Checks each server of a database's URL. Servers that do not answer are left out here. */
export async function concernsAbout(path: string): Promise<readonly Concern[]> {
  const address = addressOf(path)
  const servers = await Promise.all(address.urls.map(serverAt))
  const primaries = servers.filter((server) => server !== undefined).filter(({ isPrimary }) => isPrimary)
  return [
    ...ofThePrimaries(primaries),
    ...ofTheStandbys(primaries),
    ...primaries.flatMap(ofTheCollations),
    ...primaries.flatMap(({ locks }) => locks),
    ...ofTheWay(address),
  ]
}

/** `names` is empty if commits wait for no standby, and null if the server has no such setting. */
type Server = {
  readonly place: string
  readonly isPrimary: boolean
  readonly started: string
  readonly names: string | null
  /** Whether there is a standby that commits may wait for; true also if this user may not see the standbys. */
  readonly isFollowed: boolean
  readonly locks: readonly Concern[]
  /** The indexes that were built under another version of their collation. */
  readonly outdated: readonly string[]
}

/** How long a server may take to answer, in milliseconds. */
const answerMs = 5_000

async function serverAt(connectionString: string): Promise<Server | undefined> {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Server, 'place' | 'locks' | 'outdated'>>(`
      SELECT NOT pg_is_in_recovery() AS "isPrimary", pg_postmaster_start_time()::text AS started,
        current_setting('synchronous_standby_names', true) AS names,
        EXISTS (SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') <> 'async') AS "isFollowed"`)
    const place = placeOf(connectionString)
    const [server] = rows
    if (!server) return undefined
    const locks = server.isPrimary ? await lockConcerns(place, askOver(client)) : []
    return { place, ...server, locks, outdated: await outdatedIndexes(client) }
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** Reports two primaries. Two hosts may be names of one server. */
function ofThePrimaries(primaries: readonly Server[]): Concern[] {
  if (new Set(primaries.map(({ started }) => started)).size < 2) return []
  return [
    {
      isFault: true,
      found: `${primaries.map(({ place }) => place).join(' and ')} each claim to be the primary`,
      fix: 'stop the one that was replaced, and make it a standby of the other before it starts again',
      runbook: 'docs/operating/incidents/primary-dead.md',
    },
  ]
}

function ofTheStandbys(primaries: readonly Server[]): Concern[] {
  return primaries.flatMap(({ place, names, isFollowed }) => {
    if (names === '') return [waitsForNone(place)]
    return names === null || isFollowed ? [] : [waitsInVain(place)]
  })
}

const waitsForNone = (place: string): Concern => ({
  isFault: false,
  found: `${place} waits for no standby: acknowledged payments are on one machine only`,
  fix: 'set synchronous_standby_names, or configure your cluster to set it',
  runbook: 'docs/scaling/failover.md#settings',
})

/** Like a standby that was promoted alone, with the settings of the primary before it. */
const waitsInVain = (place: string): Concern => ({
  isFault: true,
  found: `${place} waits for a standby, and none follows it: nothing is written`,
  fix: 'start a standby, or configure commits to wait for none until there is one',
  runbook: 'docs/operating/incidents/primary-dead.md',
})

/**
 * The indexes over the books whose order depends on the locale, and was another one when they were built. sente's own
 * compare byte by byte, so only an index that somebody added can be among them. PostgreSQL 14 records no versions of
 * a database's own collation.
 */
async function outdatedIndexes(client: pg.Client): Promise<readonly string[]> {
  const found = await client.query<{ name: string }>(outdated).catch(() => undefined)
  return found?.rows.map(({ name }) => name) ?? []
}

const outdated = `
  SELECT DISTINCT i.indexrelid::regclass::text AS name
  FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    CROSS JOIN unnest(i.indcollation::oid[]) AS used (id) JOIN pg_collation c ON c.oid = used.id
    JOIN pg_database d ON d.datname = current_database()
  WHERE t.relnamespace = current_schema()::regnamespace AND CASE c.collprovider
    WHEN 'd' THEN d.datcollversion <> pg_database_collation_actual_version(d.oid)
    ELSE c.collversion <> pg_collation_actual_version(c.oid) END
  ORDER BY name`

function ofTheCollations({ place, outdated }: Server): Concern[] {
  return outdated.map((index) => ({
    isFault: false,
    found: `${place} has the index ${index} from another version of its collation: it may miss rows`,
    fix: `REINDEX INDEX ${index}, then ALTER DATABASE ... REFRESH COLLATION VERSION`,
    runbook: 'docs/scaling/major-upgrade.md#collations',
  }))
}

function ofTheWay(address: Address): Concern[] {
  if (tlsOf(address) !== 'disable') return []
  return awayIn(address).map((place) => ({
    isFault: false,
    found: `connections to ${place} carry all payments over the network without TLS`,
    fix: 'enable TLS on the server, and put sslmode=verify-full into DATABASE_URL',
    runbook: 'docs/scaling.md',
  }))
}
