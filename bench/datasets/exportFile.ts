import { closeSync, openSync, writeSync } from 'node:fs'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'

/** A database with payments over MTN that become a file, the rate of its differences, and its length; all by default. */
type Export = {
  readonly path: string
  readonly file: string
  readonly differsOnceIn: number
  readonly rows?: number
}

/** A file of a network: its contents, and the period of its payments. */
export type WrittenExport = {
  readonly file: string
  readonly rows: number
  /** The number of payments without a row, and of rows without a payment. */
  readonly left: number
  readonly added: number
  readonly fromMs: number
  readonly toMs: number
}

type Paid = {
  readonly kind: string
  readonly phoneNumber: string
  readonly amount: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

const headings = 'Date,From,From account,From name,To,To account,To name,To message,Currency,Amount\n'

/** Writes MTN Uganda's export of the payments over MTN that have succeeded: to the minute, without ids. */
export function writeExport({ path, file, differsOnceIn, rows = -1 }: Export): WrittenExport {
  const database = keptDatabase(path, { readonly: true })
  const descriptor = openSync(file, 'wx')
  const counted = { rows: 0, left: 0, added: 0, fromMs: 0, toMs: 0 }
  try {
    let text = headings
    let nth = 0
    for (const paid of database.prepare<[number], Paid>(selectPaid).iterate(rows)) {
      nth += 1
      counted.fromMs ||= paid.createdAtMs
      counted.toMs = paid.createdAtMs + 1
      const differs = nth % differsOnceIn
      if (differs === 0) counted.left += 1
      else text += lineOf(paid)
      if (differs === 1) text += lineOf({ ...paid, amount: 7_000_000 + nth })
      counted.rows += differs === 0 ? 0 : differs === 1 ? 2 : 1
      counted.added += differs === 1 ? 1 : 0
      if (text.length > 2 ** 20) {
        writeSync(descriptor, text)
        text = ''
      }
    }
    writeSync(descriptor, text)
    return { file, ...counted }
  } finally {
    closeSync(descriptor)
    database.close()
  }
}

const selectPaid = `SELECT t.kind, t.phone_number AS phoneNumber, t.amount_minor AS amount,
    t.created_at_ms AS createdAtMs, t.updated_at_ms AS updatedAtMs
  FROM transactions t WHERE t.network = 'MTN' AND t.state = 'succeeded' ORDER BY t.id LIMIT ?`

function lineOf({ kind, phoneNumber, amount, updatedAtMs }: Paid): string {
  const [ours, theirs] = ['FRI:duka/MM,1,Duka', `FRI:${phoneNumber}/MSISDN,2,A`]
  const parties = kind === 'payout' ? `${ours},${theirs}` : `${theirs},${ours}`
  return `${written(updatedAtMs)},${parties},,UGX,${amount}\n`
}

function written(ms: number): string {
  const local = new Date(ms + 3 * 3_600_000).toISOString()
  return `${local.slice(8, 10)}/${local.slice(5, 7)}/${local.slice(0, 4)} ${local.slice(11, 16)}`
}
