import type { FileRow, FourEyes, Transaction } from '../../../../core/sente.ts'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'

/** A row that is not in the books, from the world's template. */
export type Row = (template: Transaction, line: number) => FileRow

/** Incoming money that the books have forgotten. */
export const forgotten: Row = (template, line) =>
  rowOf(template, line, { direction: 'in', amountMinor: 7_000n, theirs: `their-${line}` })

/** Money from the bank into the float. */
export const topUp: Row = (template, line) =>
  rowOf(template, line, { kind: 'other', direction: 'in', amountMinor: 70_000n, phoneNumber: null, theirs: 'bank-7' })

/** Two operators, and comparisons of files, each in an hour of its own, the latest in the one that has just ended. */
export async function openCompared(fourEyes?: FourEyes) {
  const two = await openTwoOperators(fourEyes)
  const { ports, clock, pay } = two
  const { compare } = await openWorld(ports, clock)
  const template = await openWorld().then(({ paid }) => paid({ createdAtMs: clock.nowMs() - hourMs }))
  /** Compares a file with these rows, from line 2 on; resolves with the paths of its entries, in their order. */
  async function found(rows: readonly Row[], network = 'MTN') {
    const fromMs = clock.nowMs() - 2 * hourMs
    const all = rows.map((row, nth) => row(template, nth + 2))
    const { run, entries } = await compare(all, { network, fromMs, toMs: clock.nowMs(), file: `${network}.csv` })
    return {
      run,
      entries,
      paths: entries.map(({ item }) => `/operator/exceptions/${run.id}/${item}`) as [string, string],
    }
  }
  /** An open payout, and its row in a file, which says that it failed. */
  async function failedThere(reference = 'order-1') {
    const { id } = await pay('accepts', { reference })
    clock.forwardMs(15 * minuteMs)
    const payment = await two.payment(id)
    const row: Row = (_, line) => rowOf(payment, line, { ours: payment.providerId, status: 'failed' })
    return { id, row }
  }
  /** The entry under a path. */
  async function entry(path: string) {
    const [, runId = '', item] = /exceptions\/([^/]+)\/(\d+)$/.exec(path) ?? []
    const [one] = await ports.reconciliations.entries({ runId, after: Number(item) - 1, limit: 1 })
    if (!one) throw new Error(`no entry ${path}`)
    return one
  }
  return { ...two, found, failedThere, entry }
}
