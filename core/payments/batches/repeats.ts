import type { Repeat, Repeated } from '../../model/refusal.ts'
import type { Batch, Batches, BatchLine } from '../../ports/books/batches.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Clock } from '../../ports/clock.ts'
import type { NextTurn } from './checkLines.ts'

/** The ports for finding repeats. */
export type RepeatPorts = {
  readonly books: Pick<Books, 'list'>
  readonly batches: Pick<Batches, 'list' | 'lines'>
  readonly clock: Pick<Clock, 'nowMs'>
  /** How many days a payout counts; 7 by default. */
  readonly repeatDays?: number | undefined
}

type Asked = {
  readonly accountId: string
  readonly lines: readonly BatchLine[]
  readonly nextTurn: NextTurn
}

/** How many days a payout counts by default. */
export const usualRepeatDays = 7

const dayMs = 86_400_000

/** How many payouts, batches or waiting lines are read at once, and the payouts to how many phone numbers. */
const [atOnce, numbersAtOnce] = [200, 50]

/** The same for all payments of an amount to a phone number. */
type Payment = Pick<BatchLine, 'phoneNumber' | 'currency' | 'amountMinor'>

const nameOf = ({ phoneNumber, currency, amountMinor }: Payment) => `${phoneNumber} ${currency} ${amountMinor}`

/**
 * Finds the accepted lines that repeat a payment: the same amount to the same phone number as an earlier line, as a
 * payout of the account in the last days that has not failed, or as a line of another batch that is still to be paid.
 */
export async function findRepeats(ports: RepeatPorts, asked: Asked): Promise<readonly Repeat[]> {
  const lines = asked.lines.filter(({ state }) => state === 'waiting')
  const earlier = new Map<string, Repeated>()
  const seeking = { ...asked, lines, sought: new Set(lines.map(nameOf)) }
  await addWaiting(ports, seeking, earlier)
  await addPaid(ports, seeking, earlier)
  return lines.flatMap((line) => {
    const of = earlier.get(nameOf(line))
    if (!of) earlier.set(nameOf(line), { line: line.number })
    return of ? { line: line.number, reference: line.reference, of } : []
  })
}

type Seeking = Asked & { readonly sought: ReadonlySet<string> }

/** Adds the payouts of the last days, by the phone numbers of the lines. */
async function addPaid(
  { books, clock, repeatDays = usualRepeatDays }: RepeatPorts,
  { accountId, lines, nextTurn, sought }: Seeking,
  earlier: Map<string, Repeated>,
): Promise<void> {
  const createdFromMs = Math.max(0, clock.nowMs() - repeatDays * dayMs)
  const states = ['submitting', 'pending', 'succeeded'] as const
  const query = { accountId, kind: 'payout', states, createdFromMs, limit: atOnce } as const

  async function addTo(phoneNumber: string): Promise<void> {
    for (let before: string | null | undefined; before !== null; ) {
      const page = await books.list({ ...query, phoneNumber, ...(before !== undefined && { before }) })
      for (const { id, reference, createdAtMs, ...payment } of page.transactions)
        if (sought.has(nameOf(payment)) && !('payout' in (earlier.get(nameOf(payment)) ?? {})))
          earlier.set(nameOf(payment), { payout: id, reference, createdAtMs })
      before = page.next
      if (before !== null) await nextTurn()
    }
  }

  const numbers = [...new Set(lines.map(({ phoneNumber }) => phoneNumber))]
  for (let from = 0; from < numbers.length; from += numbersAtOnce) {
    await nextTurn()
    await Promise.all(numbers.slice(from, from + numbersAtOnce).map(addTo))
  }
}

/** Adds the waiting lines of all batches of the account that are still to be paid. */
async function addWaiting(
  { batches }: RepeatPorts,
  { accountId, nextTurn, sought }: Seeking,
  earlier: Map<string, Repeated>,
): Promise<void> {
  for (const state of ['awaiting_approval', 'paying', 'paused'] as const) {
    for (let before: string | undefined, isLast = false; !isLast; ) {
      const page = await batches.list({ accountId, state, limit: atOnce, ...(before !== undefined && { before }) })
      for (const batch of page) await addLines(batch)
      before = page.at(-1)?.id
      isLast = page.length < atOnce
    }
  }

  async function addLines({ id: batchId, reference: batchReference }: Batch): Promise<void> {
    for (let after = 0, isLast = false; !isLast; ) {
      await nextTurn()
      const page = await batches.lines({ batchId, progress: 'waiting', after, limit: atOnce })
      for (const { line } of page)
        if (sought.has(nameOf(line))) earlier.set(nameOf(line), { batch: batchId, batchReference, line: line.number })
      after = page.at(-1)?.line.number ?? after
      isLast = page.length < atOnce
    }
  }
}
