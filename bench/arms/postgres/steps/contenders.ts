import { readFileSync } from 'node:fs'
import { openPostgresStore, postgres } from '../../../../adapters/postgres/postgres.ts'
import { auditBooks } from '../../../../core/sente.ts'
import { writeHistory } from '../../../datasets/postgresHistory.ts'
import { type DatabaseServer, newDatabase, onDatabase } from '../../../instruments/postgresServer.ts'
import { paidMinor } from './payouts.ts'
import type { Way } from './ways.ts'

/** A compared system, with a database of its own. */
export type Contender = {
  readonly way: Way
  readonly path: string
  /** A query for the ids of its accounts. */
  readonly accounts: string
  /** The reasons to doubt its figures after so many steps; empty if there are none. */
  doubts(steps: number): Promise<string[]>
}

/** How many accounts each has. */
export const accounts = 10_000

/** Makes the database of each: sente's ways, and pgledger if files with its SQL are given. */
export async function makeContenders(
  server: DatabaseServer,
  ledgerFiles: readonly string[] | undefined,
): Promise<Contender[]> {
  const contenders: Contender[] = []
  for (const way of ['batched', 'pipelined', 'awaited'] as const) contenders.push(await ofSente(server, way))
  if (ledgerFiles) contenders.push(await ofLedger(server, ledgerFiles))
  return contenders
}

async function ofSente(server: DatabaseServer, way: Way): Promise<Contender> {
  const path = await newDatabase(server, way)
  const url = `postgres:${path}`
  await postgres.migrate(path, 'live')
  await writeHistory(url, { payments: 0, accounts, progress: () => {} })
  return {
    way,
    path,
    accounts: 'SELECT id FROM accounts ORDER BY id',
    async doubts(steps) {
      const moved = 'SELECT count(*) AS n, sum(amount_minor) AS sum FROM postings WHERE transaction_id IS NOT NULL'
      const store = await openPostgresStore({ path, purpose: 'live', migrate: false })
      const { ok } = await auditBooks(store)().finally(store.close)
      return [...(await sumDoubts(way, url, { moved, steps })), ...(ok ? [] : [`${way}: the audit fails`])]
    },
  }
}

async function ofLedger(server: DatabaseServer, files: readonly string[]): Promise<Contender> {
  const path = await newDatabase(server, 'pgledger')
  const url = `postgres:${path}`
  for (const file of files) await onDatabase(url, readFileSync(file, 'utf8'))
  await onDatabase(url, `SELECT pgledger_create_account(n::text, 'UGX') FROM generate_series(1, ${2 * accounts}) n`)
  await onDatabase(url, 'VACUUM (FREEZE, ANALYZE)')
  return {
    way: 'pgledger',
    path,
    // Two accounts each. It pays from one to the other.
    accounts: `SELECT one.id || ' ' || other.id AS id FROM pgledger_accounts one
      JOIN pgledger_accounts other ON other.name::int = one.name::int + 1 WHERE one.name::int % 2 = 1 ORDER BY one.id`,
    doubts: (steps) =>
      sumDoubts('pgledger', url, { moved: 'SELECT count(*) AS n, sum(amount) FROM pgledger_transfers', steps }),
  }
}

type Moved = { readonly moved: string; readonly steps: number }

/** Whether the moved money is the money of the steps. */
async function sumDoubts(way: Way, url: string, { moved, steps }: Moved): Promise<string[]> {
  const [row] = await onDatabase<{ n: string; sum: string | null }>(url, moved)
  const isAll = Number(row?.n) === steps && Number(row?.sum) === steps * Number(paidMinor)
  return isAll ? [] : [`${way}: ${steps} steps moved ${row?.sum} in ${row?.n} postings`]
}
