import pg from 'pg'
import type { Concern } from '../../../core/sente.ts'
import { type Address, addressOf, awayIn, placeOf, tlsOf } from '../connection/databaseUrl.ts'

/** Looks at each server of a database's URL; what does not answer is of no concern here. */
export async function concernsAbout(path: string): Promise<readonly Concern[]> {
  const address = addressOf(path)
  const servers = await Promise.all(address.urls.map(serverAt))
  const primaries = servers.filter((server) => server !== undefined).filter(({ isPrimary }) => isPrimary)
  return [...ofThePrimaries(primaries), ...ofTheStandbys(primaries), ...ofTheWay(address)]
}

/** `names` is empty where commits wait for no standby, and null where the server has no such setting. */
type Server = {
  readonly place: string
  readonly isPrimary: boolean
  readonly started: string
  readonly names: string | null
  /** Whether a standby follows that commits may wait for; also where this user is not shown what they are. */
  readonly isFollowed: boolean
}

/** How long a server may take to answer, in milliseconds. */
const answerMs = 5_000

async function serverAt(connectionString: string): Promise<Server | undefined> {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Server, 'place'>>(`
      SELECT NOT pg_is_in_recovery() AS "isPrimary", pg_postmaster_start_time()::text AS started,
        current_setting('synchronous_standby_names', true) AS names,
        EXISTS (SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') <> 'async') AS "isFollowed"`)
    return rows[0] && { place: placeOf(connectionString), ...rows[0] }
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => {})
  }
}

/** Two hosts may be names of one server. */
function ofThePrimaries(primaries: readonly Server[]): Concern[] {
  if (new Set(primaries.map(({ started }) => started)).size < 2) return []
  return [
    {
      isFault: true,
      found: `${primaries.map(({ place }) => place).join(' and ')} each say that they are the primary`,
      fix: 'stop the one that was replaced, and let it follow the other before it starts again',
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
  found: `${place} waits for no standby: what is acknowledged is on one machine`,
  fix: 'set synchronous_standby_names, or let your cluster do it',
  runbook: 'docs/scaling/failover.md#settings',
})

/** As a standby that was promoted alone, with the settings of the primary before it. */
const waitsInVain = (place: string): Concern => ({
  isFault: true,
  found: `${place} waits for a standby, and none follows it: nothing is written`,
  fix: 'start a standby, or let commits wait for none until there is one',
  runbook: 'docs/operating/incidents/primary-dead.md',
})

function ofTheWay(address: Address): Concern[] {
  if (tlsOf(address) !== 'disable') return []
  return awayIn(address).map((place) => ({
    isFault: false,
    found: `connections to ${place} go over the network without TLS, with all that is paid`,
    fix: 'let the server speak TLS, and put sslmode=verify-full into DATABASE_URL',
    runbook: 'docs/scaling.md',
  }))
}
