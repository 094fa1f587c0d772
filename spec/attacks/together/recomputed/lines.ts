import type { BatchLine, Transaction } from '../../../../core/sente.ts'
import type { Facts, Line } from './facts.ts'
import { same } from './facts.ts'

/** The required lines of payments, fundings and batches, in any order; their times are never before the last. */
export function compareLines(facts: Facts, accountId: string, lines: readonly Line[]): void {
  const early = lines.find(({ at }, index) => at < (lines[index - 1]?.at ?? at))
  same('a line dated before the one above it', early, undefined)
  const own = <Row extends { readonly accountId: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.accountId === accountId)
  const expected = [
    ...own(facts.fundings).map(({ kind, amountMinor, reference }) =>
      text(kind === 'fund' ? 'balance_funded' : 'balance_withdrawn', amountMinor, reference, reference),
    ),
    ...own(facts.payments).flatMap(linesOfPayment),
  ]
  const isOfBatch = ({ kind }: Line) => kind.startsWith('batch_')
  const found = lines
    .filter((line) => !isOfBatch(line))
    .map((line) => text(line.kind, line.amount, line.of, line.reference))
  same(`the lines of ${accountId}`, found.sort(), expected.sort())
  for (const { batch, lines: rows } of facts.batches.filter((one) => one.batch.accountId === accountId)) {
    const theirs = lines.filter((line) => isOfBatch(line) && line.of === batch.id)
    const sum = (kind: string) =>
      theirs.filter((line) => line.kind === kind).reduce((minor, { amount }) => minor + amount, 0n)
    const accepted = rows.filter((row) => row.transactionId !== null || row.state === 'waiting').reduce(addLine, 0n)
    if (sum('batch_held') < accepted) throw new Error(`batch ${batch.id} holds ${sum('batch_held')} for ${accepted}`)
    same(
      `the money still held by batch ${batch.id}`,
      sum('batch_held') - sum('batch_released'),
      waitingIn({ batch, lines: rows }),
    )
    const released = theirs.filter(({ kind }) => kind === 'batch_released')
    for (const row of rows.filter(isOpened)) {
      const took = addLine(0n, row)
      const place = released.findIndex(({ amount, reference }) => amount === took && reference === row.reference)
      if (place < 0) throw new Error(`line ${row.number} of batch ${batch.id} took nothing out of it`)
      released.splice(place, 1)
    }
  }
  const isKnown = (line: Line) =>
    facts.batches.some(({ batch, lines: rows }) => {
      const names = [batch.reference, ...rows.map(({ reference }) => reference)]
      return batch.id === line.of && names.includes(line.reference)
    })
  same(
    'a line of no batch',
    lines.find((line) => isOfBatch(line) && !isKnown(line)),
    undefined,
  )
}

const text = (kind: string, amount: bigint, of: string, reference: string) => `${reference} ${of} ${kind} ${amount}`

function linesOfPayment({ id, kind, reference, state, amountMinor, feeMinor, feeBackMinor }: Transaction): string[] {
  const line = (named: string, amount: bigint) => (amount > 0n ? [text(named, amount, id, reference)] : [])
  const hasSucceeded = state === 'succeeded'
  if (kind === 'collection')
    return hasSucceeded ? [...line('collection_credited', amountMinor), ...line('fee', feeMinor)] : []
  return [
    ...line(`${kind}_held`, amountMinor + feeMinor),
    ...(hasSucceeded ? [...line(`${kind}_settled`, amountMinor), ...line('fee', feeMinor)] : []),
    ...(hasSucceeded && kind === 'refund' ? line('fee_refunded', feeBackMinor) : []),
    ...(state === 'failed' ? line(`${kind}_released`, amountMinor + feeMinor) : []),
  ]
}

const isOpened = ({ transactionId }: BatchLine) => transactionId !== null

const addLine = (minor: bigint, line: BatchLine) => minor + (line.amountMinor ?? 0n) + line.feeMinor

/** The money held for the waiting lines of a batch, until it is cancelled. */
export function waitingIn({ batch, lines }: Facts['batches'][number]): bigint {
  if (['draft', 'cancelling', 'completed'].includes(batch.state)) return 0n
  return lines.filter(({ state }) => state === 'waiting').reduce(addLine, 0n)
}
