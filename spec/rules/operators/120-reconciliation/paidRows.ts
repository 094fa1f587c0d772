import { memoryStore } from '../../../../adapters/memory/memory.ts'
import type { FileRow, Transaction } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { fromMs, openWorld, rowOf, toMs } from './paidWorld.ts'

/** The request to compare a file. */
export const given = {
  file: 'export.csv',
  digest: 'd',
  network: 'MTN',
  profile: 'mtn-uganda',
  fromMs,
  toMs,
  by: 'amina',
}

/** This many payouts, a second apart, and the row of each. */
export async function paidRows(count: number, ofRow: Partial<FileRow> = {}) {
  const [store, clock] = [memoryStore(), manualClock()]
  const world = await openWorld(store, clock)
  const rows: FileRow[] = []
  const payments: Transaction[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const payment = await world.paid({ createdAtMs: fromMs + nth * 1_000 })
    payments.push(payment)
    rows.push(rowOf(payment, nth + 2, { theirs: payment.providerRef, ...ofRow }))
  }
  return { ...world, ports: { ...store, ...world.ports }, clock, payments, rows }
}
