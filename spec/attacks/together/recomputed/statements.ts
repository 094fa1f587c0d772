import { isRefusal, readAccountStatement, type StatementEntry, utcDays } from '../../../../core/sente.ts'
import { rowsIn, writtenFile } from '../../../fixtures/writtenFile.ts'
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
  let balance: Both = { available: 0n, held: 0n }
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
  const [before, ...rows] = rowsIn(await writtenFile('csv', [whole], { days: utcDays }))
  same('the first row of the CSV', before?.kind, 'opening')
  balance = { available: 0n, held: 0n }
  for (const [index, line] of whole.lines.entries()) {
    const after = followed(line, balance)
    same(`the CSV of ${line.reference}`, rows[index], rowOf(line, balance, after))
    balance = after
  }
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

type Both = { readonly available: bigint; readonly held: bigint }

function followed(line: StatementEntry, before: Both): Both {
  const { posting, kind, after, paymentKind, reference } = line
  const fee: readonly [bigint, bigint] = paymentKind === 'collection' ? [-1n, 0n] : [0n, -1n]
  const [available, held] = kind === 'fee' ? fee : (signs[kind] ?? [0n, 0n])
  const { amountMinor } = posting
  const now = { available: before.available + available * amountMinor, held: before.held + held * amountMinor }
  same(`the balance after ${kind} of ${reference}`, plain(after), now)
  if (now.available < 0n || now.held < 0n) throw new Error(`below zero after ${kind} of ${reference}`)
  return now
}

/** The row of a line in the CSV, calculated from the balances before and after it. */
function rowOf(line: StatementEntry, before: Both, after: Both): Record<string, string> {
  const { posting, kind, paymentKind, phoneNumber, reference, description, metadata } = line
  const at = new Date(posting.atMs).toISOString()
  const amounts = {
    amount: after.available + after.held - before.available - before.held,
    balance_after: after.available + after.held,
    available_change: after.available - before.available,
    available_after: after.available,
    held_change: after.held - before.held,
    held_after: after.held,
  }
  return {
    at: at.replace('Z', '+00:00'),
    day: at.slice(0, 10),
    kind,
    payment_kind: paymentKind ?? '',
    currency,
    ...Object.fromEntries(Object.entries(amounts).map(([name, minor]) => [name, String(minor)])),
    transaction_id: 'transaction' in posting.cause ? posting.cause.transaction : (line.opened ?? ''),
    reference,
    phone_number: phoneNumber ?? '',
    description: description ?? '',
    metadata: Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : '',
    network_receipt: line.networkReceipt ?? '',
    network_reason: line.networkReason ?? '',
  }
}
