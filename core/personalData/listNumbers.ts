import { isPseudonym } from '../model/pseudonym.ts'
import type { Books } from '../ports/books/books.ts'
import type { Reconciliations } from '../ports/operators/reconciliations.ts'
import { rowsOfRun } from './fileRows.ts'
import { type NumberedLinePorts, numberedLines } from './numberedLines.ts'

/** The ports for listing phone numbers. */
export type NumberListPorts = NumberedLinePorts & {
  readonly books: Pick<Books, 'snapshot'>
  readonly reconciliations: Pick<Reconciliations, 'runs' | 'phoneNumbers'>
}

/**
 * A stored phone number with its records: the number of payments, rows of networks' files and lines of batches, and
 * their period.
 */
export type KeptNumber = {
  readonly phoneNumber: string
  readonly payments: number
  readonly rows: number
  /** Lines of batches that are not payments. */
  readonly lines: number
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** The function that {@link listPhoneNumbers} returns. */
export type ListPhoneNumbers = () => Promise<readonly KeptNumber[]>

/** Lists every stored phone number once, in the order of the numbers: the people whom a leak would concern. */
export function listPhoneNumbers({ books, reconciliations, batches }: NumberListPorts): ListPhoneNumbers {
  return async () => {
    const found = new Map<string, KeptNumber>()
    function add(phoneNumber: string, atMs: number, more: Partial<Pick<KeptNumber, 'payments' | 'rows' | 'lines'>>) {
      if (isPseudonym(phoneNumber)) return
      const before = found.get(phoneNumber)
      found.set(phoneNumber, {
        phoneNumber,
        payments: (before?.payments ?? 0) + (more.payments ?? 0),
        rows: (before?.rows ?? 0) + (more.rows ?? 0),
        lines: (before?.lines ?? 0) + (more.lines ?? 0),
        firstAtMs: Math.min(before?.firstAtMs ?? atMs, atMs),
        lastAtMs: Math.max(before?.lastAtMs ?? atMs, atMs),
      })
    }
    await books.snapshot(async (snapshot) => {
      for await (const { transaction } of snapshot.transactions())
        add(transaction.phoneNumber, transaction.createdAtMs, { payments: 1 })
    })
    for (const { id } of await reconciliations.runs({ limit: Number.MAX_SAFE_INTEGER }))
      for await (const rows of rowsOfRun(reconciliations, id))
        for (const { phoneNumber, atMs } of rows) add(phoneNumber, atMs, { rows: 1 })
    for await (const { batch, lines } of numberedLines({ batches }))
      for (const { phoneNumber } of lines) add(phoneNumber, batch.createdAtMs, { lines: 1 })
    return [...found.values()].sort((one, other) => (one.phoneNumber < other.phoneNumber ? -1 : 1))
  }
}
