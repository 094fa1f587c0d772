import type { Exchange, ExchangeRow, KeptExchange, NumberedExchange } from '../../ports/books/cases.ts'
import type { Enquired, Submitted } from '../../ports/mobileProvider.ts'

/** How many first exchanges of a payment are kept for good, and how many of the latest. */
const [first, latest] = [10, 30]

/** The place of the row that has an exchange, by its number. */
export function placeOf(n: number): number {
  return n < first ? 0 : 1 + ((n - first) % latest)
}

/** A row with another exchange added; `row` is the previous row at its place. */
export function exchangeRow(
  row: ExchangeRow | undefined,
  { transactionId, n, exchange }: NumberedExchange,
): ExchangeRow {
  const before = n < first && row ? row.exchanges : []
  return { transactionId, place: placeOf(n), last: n, atMs: exchange.atMs, exchanges: [...before, exchange] }
}

/** The exchanges in a transaction's rows, oldest first. */
export function exchangesIn(rows: readonly ExchangeRow[]): readonly KeptExchange[] {
  return [...rows].sort((one, other) => one.last - other.last).flatMap(({ exchanges }) => exchanges)
}

/** The number of a transaction's exchanges, by its rows. */
export function exchangesHad(rows: readonly ExchangeRow[]): number {
  return Math.max(0, ...rows.map(({ last }) => last + 1))
}

/** The exchanges of a report, and its other facts. */
type Reported = {
  readonly question: 'submission' | 'enquiry'
  readonly answer: Submitted | Enquired
  readonly exchanges: readonly Exchange[]
  readonly node: string
  readonly atMs: number
}

/**
 * The stored form of the exchanges that led to a report. For a network that reports none, the contents of its answer.
 */
export function keptExchanges({ question, answer, exchanges, node, atMs }: Reported): readonly KeptExchange[] {
  const because = 'because' in answer ? (answer.because ?? null) : null
  const unanswered = { question, atMs, tookMs: 0, status: null, codes: [], answer: '', problem: because } as const
  const all = exchanges.some((exchange) => exchange.question === question) ? exchanges : [...exchanges, unanswered]
  const understood = { outcome: answer.outcome, reason: ('reason' in answer && answer.reason) || null, because }
  const nothing = { outcome: null, reason: null, because: null }
  return all.map((exchange, index) => ({ ...exchange, node, ...(index < all.length - 1 ? nothing : understood) }))
}
