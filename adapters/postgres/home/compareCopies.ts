import type pg from 'pg'
import { UnusableDatabase } from '../../../core/sente.ts'
import { tables } from '../../sql/schema/tables.ts'

/** Two databases, and the name of the second one. */
type Copies = { readonly from: pg.Client; readonly to: pg.Client; readonly name: string }

/** How many of the latest commits to look for: more than can be under way at once. */
const latestCommits = 10_000

/**
 * Throws `UnusableDatabase` unless a copy has the latest commits of the original, and as many rows in every table. Every
 * payment writes rows that stay.
 */
export async function refuseMissing({ from, to, name }: Copies): Promise<void> {
  const [before, after] = await Promise.all([rowsIn(from), rowsIn(to)])
  const differing = tables
    .filter((table) => before[table.name] !== after[table.name])
    .map((table) => `${after[table.name]} of ${before[table.name]} ${table.name.replaceAll('_', ' ')}`)
  const lost = await missingIn(to, await commitsIn(from))
  const found = [...(lost > 0 ? [`${lost} of the latest commits are missing`] : []), ...differing]
  if (found.length === 0) return
  throw new UnusableDatabase(`${name} is no whole copy (${found.join(', ')}): stop all nodes, and copy the books again`)
}

async function rowsIn(client: pg.Client): Promise<Readonly<Record<string, bigint>>> {
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name}) AS ${name}`)
  const { rows } = await client.query<Record<string, bigint>>(`SELECT ${counts.join(', ')}`)
  return rows[0] ?? {}
}

async function commitsIn(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM batches WHERE outcome = 'done' ORDER BY id DESC LIMIT $1",
    [latestCommits],
  )
  return rows.map(({ id }) => id)
}

async function missingIn(client: pg.Client, ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ found: bigint }>(
    "SELECT count(*) AS found FROM batches WHERE id = ANY($1::text[]) AND outcome = 'done'",
    [ids],
  )
  return ids.length - Number(rows[0]?.found)
}
