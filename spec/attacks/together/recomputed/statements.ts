import { statementCsv } from '../../../../adapters/formats/statement.ts'
import { isRefusal, readAccountStatement, type StatementEntry } from '../../../../core/sente.ts'
import { all, currency, dayMs, dayOf, type Line, plain, type Recomputable, same } from './facts.ts'

/** The number of lines on a page. */
const pageLines = 7

/** A statement, read by days and pages, which must join; its running balances and its CSV are calculated again. */
export async function statementOf(ports: Recomputable, accountId: string): Promise<readonly Line[]> {
  const read = readAccountStatement(ports)
  const page = async (query: { fromMs?: number; toMs?: number; after?: string; limit: number }) => {
    const answer = await read({ accountId, currency, ...query })
    if (isRefusal(answer)) throw new Error(answer.message)
    return answer
  }
  const whole = await page({ limit: all })
  const byDays: StatementEntry[] = []
  let balance = { available: 0n, held: 0n }
  const [firstMs, lastMs] = [whole.lines[0]?.posting.atMs ?? 0, whole.lines.at(-1)?.posting.atMs ?? 0]
  for (let fromMs = dayOf(firstMs); fromMs <= lastMs; fromMs += dayMs) {
    for (let after: string | undefined; ; ) {
      const { opening, lines, closing, next } = await page({
        ...{ fromMs, toMs: fromMs + dayMs, limit: pageLines },
        ...(after !== undefined && { after }),
      })
      same(`opening of ${accountId} on ${new Date(fromMs).toISOString()}`, plain(opening), balance)
      for (const line of lines) balance = followed(line, balance)
      same('closing', plain(closing), balance)
      const stray = lines.find(({ posting: { atMs } }) => atMs < fromMs || atMs >= fromMs + dayMs)
      same('a line of another day', stray?.posting.atMs, undefined)
      byDays.push(...lines)
      if (next === null) break
      after = next
    }
  }
  same('the statement by days', byDays, whole.lines)
  same('closing of all', plain(whole.closing), balance)
  return whole.lines.map(({ posting, kind, reference }) => ({
    ...{ at: posting.atMs, kind, amount: posting.amountMinor, reference },
    of: Object.values(posting.cause).join(),
  }))
}

/** The changes of the available and the held balance by a line, by its kind. */
export const signs: Readonly<Record<string, readonly [available: bigint, held: bigint]>> = {
  ...{ balance_funded: [1n, 0n], balance_withdrawn: [-1n, 0n], collection_credited: [1n, 0n], fee_refunded: [1n, 0n] },
  ...{ batch_held: [-1n, 1n], payout_held: [-1n, 1n], refund_held: [-1n, 1n] },
  ...{ batch_released: [1n, -1n], payout_released: [1n, -1n], refund_released: [1n, -1n] },
  ...{ payout_settled: [0n, -1n], refund_settled: [0n, -1n] },
}

function followed(line: StatementEntry, before: { readonly available: bigint; readonly held: bigint }) {
  const { posting, kind, after, paymentKind, reference, description, metadata, networkReceipt, networkReason } = line
  const fee: readonly [bigint, bigint] = paymentKind === 'collection' ? [-1n, 0n] : [0n, -1n]
  const [available, held] = kind === 'fee' ? fee : (signs[kind] ?? [0n, 0n])
  const { amountMinor } = posting
  const now = { available: before.available + available * amountMinor, held: before.held + held * amountMinor }
  same(`the balance after ${kind} of ${reference}`, plain(after), now)
  if (now.available < 0n || now.held < 0n) throw new Error(`below zero after ${kind} of ${reference}`)
  const of = 'transaction' in posting.cause ? posting.cause.transaction : ''
  const kept = Object.keys(metadata).length > 0 ? `"${JSON.stringify(metadata).replaceAll('"', '""')}"` : ''
  const said = [reference, description ?? '', kept, networkReceipt ?? '', networkReason ?? '']
  const amounts = [amountMinor, now.available, now.held].map(String)
  const cells = [new Date(posting.atMs).toISOString(), kind, currency, ...amounts, of, ...said]
  same(`the CSV of ${reference}`, statementCsv.row(line, currency), `${cells.join(',')}\r\n`)
  return now
}
