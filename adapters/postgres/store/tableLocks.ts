import { setTimeout } from 'node:timers/promises'
import type { Concern } from '../../../core/sente.ts'
import type { Ask, SqlStatement } from '../../sql/engine/sqlStatement.ts'

/** The tables that the payments of every merchant are written to, each with a column. */
const tables = {
  accounts: 'id',
  balances: 'account_id',
  transactions: 'id',
  used_references: 'account_id',
  follow_ups: 'transaction_id',
  postings: 'account_id',
  events: 'account_id',
  exchanges: 'transaction_id',
}

/** Takes the locks of a payment on its tables, and changes nothing. `LOCK TABLE` is PostgreSQL's alone. */
export const lockLikePayment: SqlStatement = {
  name: 'lock like payment',
  text: `WITH ${Object.entries(tables)
    .map(([table, column]) => `of_${table} AS (UPDATE ${table} SET ${column} = ${column} WHERE false)`)
    .join(', ')} SELECT 1`,
}

/** Another program locks tables of payments. */
export class TableLocked extends Error {
  override readonly name = 'TableLocked'

  /** Whether the lock holds up reads, too. */
  readonly stopsReads: boolean

  constructor(locker?: Locker) {
    super(`another program locks the tables of payments${locker ? `: ${textOf(locker)}` : ''}`)
    this.stopsReads = locker?.isExclusive ?? false
  }
}

/** A session that locks a table, or waits to do so: then writes, which came later, wait behind it. */
type Locker = {
  readonly pid: number
  readonly program: string | null
  readonly person: string | null
  readonly client: string | null
  /** The words that its statement begins with: data comes after them, and is not reported. */
  readonly words: string | null
  readonly isHeld: boolean
  readonly isExclusive: boolean
  readonly table: string
  /** The session that a waiting one waits for. */
  readonly behind: string | null
}

const nameOf = (session: string) =>
  `concat('process ', ${session}.pid, ' (', coalesce(nullif(${session}.application_name, ''), 'unnamed'), ')')`

const findLocker: SqlStatement = {
  name: 'locker of tables',
  text: `
    SELECT s.pid, s.application_name AS program, s.usename AS person, host(s.client_addr) AS client,
      substring(regexp_replace(s.query, '\\s+', ' ', 'g') FROM '^[A-Za-z_ ]{1,60}') AS words,
      l.granted AS "isHeld", l.mode = 'AccessExclusiveLock' AS "isExclusive", l.relation::regclass::text AS table,
      (SELECT ${nameOf('b')} FROM pg_stat_activity b WHERE b.pid = ANY (pg_blocking_pids(s.pid)) ORDER BY b.xact_start LIMIT 1)
        AS behind
    FROM pg_locks l JOIN pg_stat_activity s ON s.pid = l.pid
    WHERE l.locktype = 'relation' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.relation IN (${Object.keys(tables)
        .map((table) => `to_regclass('${table}')`)
        .join(', ')})
      AND l.mode IN ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    ORDER BY "isExclusive" DESC, l.granted DESC, l.pid LIMIT 1`,
}

/** The error for tables of payments that another program locks now. Undefined if the server shows none. */
export async function findTableLock(ask: Ask): Promise<TableLocked | undefined> {
  const locker = await lockerOf(ask)
  return locker && new TableLocked(locker)
}

/** The pause between two looks at the locks, in milliseconds: far longer than a usual change of a table. */
const pauseMs = 2_000

/** The operator's concerns about locked tables: none, unless one session keeps them locked. */
export async function lockConcerns(place: string, ask: Ask, pause = () => setTimeout(pauseMs)): Promise<Concern[]> {
  const first = await lockerOf(ask)
  if (!first) return []
  await pause()
  const locker = await lockerOf(ask)
  if (locker?.pid !== first.pid) return []
  return [
    {
      isFault: true,
      found: `no payment can be written at ${place}: ${textOf(locker)}`,
      fix: `let it finish, or end it as its user or a superuser: SELECT pg_terminate_backend(${locker.pid})`,
      runbook: 'docs/operating/incidents/database-locked.md',
    },
  ]
}

/** Undefined also for a server that has no such list. */
async function lockerOf(ask: Ask): Promise<Locker | undefined> {
  const [locker] = await ask<Locker>(findLocker).catch(() => [])
  return locker
}

function textOf({ pid, program, person, client, words, isHeld, table, behind }: Locker): string {
  const from = client ? ` from ${client}` : ''
  const doing = words?.trim() ? `, "${words.trim()} …"` : ''
  const who = `process ${pid} (${program || 'unnamed'}) of user ${person}${from}${doing},`
  return isHeld ? `${who} locks ${table}` : `${who} waits for ${behind ?? 'another one'} to lock ${table}`
}
