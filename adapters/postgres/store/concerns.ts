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
  const locks = primaries.flatMap(({ locks }) => locks)
  return [...ofThePrimaries(primaries), ...ofTheStandbys(primaries), ...locks, ...ofTheWay(address)]
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
}

/** How long a server may take to answer, in milliseconds. */
const answerMs = 5_000

async function serverAt(connectionString: string): Promise<Server | undefined> {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new pg.Client({ connectionString, ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Server, 'place' | 'locks'>>(`
      SELECT NOT pg_is_in_recovery() AS "isPrimary", pg_postmaster_start_time()::text AS started,
        current_setting('synchronous_standby_names', true) AS names,
        EXISTS (SELECT FROM pg_stat_replication WHERE coalesce(sync_state, 'sync') <> 'async') AS "isFollowed"`)
    const place = placeOf(connectionString)
    const [server] = rows
    return server && { place, ...server, locks: server.isPrimary ? await lockConcerns(place, askOver(client)) : [] }
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

function ofTheWay(address: Address): Concern[] {
  if (tlsOf(address) !== 'disable') return []
  return awayIn(address).map((place) => ({
    isFault: false,
    found: `connections to ${place} carry all payments over the network without TLS`,
    fix: 'enable TLS on the server, and put sslmode=verify-full into DATABASE_URL',
    runbook: 'docs/scaling.md',
  }))
}
