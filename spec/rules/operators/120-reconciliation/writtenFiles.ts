import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isUnread, readFile } from '../../../../adapters/written/networkFiles/networkFile.ts'
import type { DateOrder, Profile } from '../../../../adapters/written/networkFiles/profile.ts'
import { shippedProfiles } from '../../../../adapters/written/networkFiles/profiles/shipped.ts'
import type { FileRow } from '../../../../core/sente.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'

/** The headings of the files that were seen. */
export const headings = {
  mtnUganda: 'Date,From,From account,From name,To,To account,To name,To message,Currency,Amount',
  mtnUgandaWithId: 'Id,Date,From,From account,From name,To,To account,To name,To message,Currency,Amount',
  mtnRwanda: 'Id,Date,Status,Type,From,From (Handler) Name,To,To (Handler) Name,Amount,Fee,Balance',
  airtelUganda: 'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance',
  mpesa: 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Other Party Info,A/C No.',
  externalId: 'Date,Transaction Id,External Id,Type,Phone Number,Amount,Currency,Status',
} as const

/** A payout in MTN Uganda's export, and a collection. */
export const ugandanPayout = (date: string, amount = '"2,000"', number = '256770000001') =>
  `${date},FRI:duka/MM,1,Duka,FRI:${number}/MSISDN,2,A,,UGX,${amount}`
export const ugandanCollection = (date: string, amount = '2000', number = '256770000001') =>
  `${date},FRI:${number}/MSISDN,2,A,FRI:duka/MM,1,Duka,,UGX,${amount}`

/** Writes a file `fees.csv` of two fees into a folder, and beside it its profile `fees.json`. */
export function writeFeeFile(folder: string): void {
  const row = (amount: number, message: string) =>
    `02/01/2026 12:00,FRI:duka/MM,1,Duka,FRI:256770000009/MSISDN,2,A,${message},UGX,${amount}`
  const lines = [headings.mtnUganda, row(300, 'fee'), row(20, 'Fee')]
  writeFileSync(join(folder, 'fees.csv'), `${lines.join('\n')}\n`)
  const own = shippedProfiles.find(({ name }) => name === 'mtn-uganda')
  writeFileSync(join(folder, 'fees.json'), JSON.stringify({ ...own, name: 'own', fees: { 'To message': '^fee$' } }))
}

/** A row of MTN Rwanda's export. */
export const rwandan = (date: string, id = '1') =>
  `${id},${date},Successful,Transfer,FRI:duka/MM,D,FRI:250780000001/MSISDN,A,500,20,9000`

type Reading = { readonly dates?: DateOrder; readonly profiles?: readonly Profile[] }

/** The rows of a file, or the reason to refuse it. */
export async function readLines(
  lines: readonly string[] | string | Buffer,
  { dates, profiles = shippedProfiles }: Reading = {},
): Promise<{ profile: string; order: DateOrder; rows: FileRow[] } | { refused: string; message: string }> {
  const content = typeof lines === 'string' || Buffer.isBuffer(lines) ? lines : `${lines.join('\n')}\n`
  const { path, remove } = makeFolder()
  try {
    const file = join(path, 'export.csv')
    writeFileSync(file, content)
    const read = await readFile({ file, profiles, ...(dates && { dates }) })
    if (isUnread(read)) return { refused: read.refused, message: read.message }
    const all = read.rows.take().waiting.next({ beforeMs: Number.POSITIVE_INFINITY, limit: read.rows.count() })
    const rows = all.map(({ place: _, ...row }) => row).sort((one, other) => one.line - other.line)
    return { profile: read.profile.name, order: read.order, rows }
  } finally {
    remove()
  }
}
