import type pg from 'pg'
import type { HeldRows, OnRows, StoreContents } from '../../../core/sente.ts'
import { deriveRows } from '../../sql/books/derivedRows.ts'
import { tables } from '../../sql/schema/tables.ts'
import { held, heldNames } from '../../sql/store/contents.ts'
import { postgresDialect } from '../dialect.ts'
import { copyRows } from './copyRows.ts'

/**
 * Copies everything from another store into empty tables, within a transaction that has begun. Replaces characters that
 * PostgreSQL can't store; resolves with the number of changed texts.
 */
export async function take(client: pg.Client, contents: StoreContents, onRows: OnRows): Promise<number> {
  let replaced = 0
  for (const name of heldNames) replaced += await copy(name, { client, contents, onRows })
  // So the queries for derived rows, and later reads, are planned for full tables rather than empty ones.
  for (const statement of [analyze, ...deriveRows(postgresDialect), derivePrompts, analyze])
    await client.query(statement)
  return replaced
}

type Taking = { readonly client: pg.Client; readonly contents: StoreContents; readonly onRows: OnRows }

function copy<Name extends keyof HeldRows>(name: Name, { client, contents, onRows }: Taking): Promise<number> {
  const { table, columns } = held[name]
  return copyRows(client, contents[name](), { table: table.name, columns, onRows: (count) => onRows(name, count) })
}

const analyze = `ANALYZE ${tables.map(({ name }) => name).join(', ')}`

/** The prompts that a limit may still count: open collections, and those of the last hour. */
const derivePrompts = `
  INSERT INTO phone_prompts (phone_number, prompts)
  SELECT phone_number, json_agg(json_build_object('transactionId', id, 'atMs', created_at_ms,
    'isOpen', state IN ('submitting', 'pending')) ORDER BY id)::text
  FROM transactions WHERE kind = 'collection' AND (state IN ('submitting', 'pending')
    OR created_at_ms > extract(epoch FROM now()) * 1000 - 3600000 AND reason IS DISTINCT FROM 'not_sent')
  GROUP BY phone_number`
