import { type ActionPorts, recording } from '../actions/attribution.ts'
import { waitsForPerson } from '../model/attention.ts'
import { isPseudonym } from '../model/pseudonym.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Batches } from '../ports/books/batches.ts'
import type { Books } from '../ports/books/books.ts'
import { lowestIdAt, momentIn } from '../ports/ids.ts'
import type { Actions } from '../ports/operators/actions.ts'
import type { Reconciliations } from '../ports/operators/reconciliations.ts'
import type { Secrets } from '../ports/secrets.ts'
import { eraseNumber, needsNumber } from './eraseNumber.ts'
import { numberedRuns, rowsOfRun } from './fileRows.ts'
import { lineNeedsNumber, numberedLines } from './numberedLines.ts'

/** The ports for erasing old phone numbers. */
export type OldNumberPorts = Omit<ActionPorts, 'secrets'> & {
  readonly books: Pick<Books, 'list' | 'atomically'>
  readonly reconciliations: Pick<Reconciliations, 'runs' | 'phoneNumbers' | 'erasePhoneNumbers'>
  readonly batches: Pick<Batches, 'list' | 'lines' | 'erasePhoneNumbers'>
  readonly actions: Actions
  readonly secrets: Pick<Secrets, 'digest' | 'pseudonym'>
}

/**
 * How many payments, rows of networks' files, and lines of batches that are not payments had their phone numbers
 * erased.
 */
export type OldNumbers = { readonly payments: number; readonly rows: number; readonly lines: number }

/** The function that {@link eraseOldNumbers} returns. */
export type EraseOldNumbers = (request: {
  /** How many days phone numbers are kept. */
  readonly days: number
  /** Waits until others have had their turn. Resolves with whether to go on. */
  readonly goOn: () => Promise<boolean>
}) => Promise<OldNumbers>

/**
 * Replaces the phone numbers with pseudonyms in payments that were opened before the time limit, except those that
 * still need them, in networks' files that were compared before it, and in lines of batches. An action records the
 * erasure, and the point where any node continues on the next day. A stopped run continues with the remaining
 * numbers.
 */
export function eraseOldNumbers(ports: OldNumberPorts): EraseOldNumbers {
  return async ({ days, goOn }) => {
    const nowMs = ports.clock.nowMs()
    const beforeMs = Math.max(0, nowMs - days * dayMs)
    const [last] = (await ports.actions.list({ kind, limit: 1 })).actions
    const isDone = last !== undefined && Math.abs(nowMs - last.atMs) < dayMs / 2
    if (isDone) return { payments: 0, rows: 0, lines: 0 }
    const fromMs = (name: string) => Number(last?.after?.[name] ?? 0)
    const payments = await ofPayments(ports, { fromMs: fromMs('opened_before_ms'), beforeMs, goOn })
    const rows = await ofFiles(ports, { fromMs: fromMs('compared_before_ms'), beforeMs, goOn })
    const lines = await ofLines(ports, { fromMs: fromMs('asked_before_ms'), beforeMs, goOn })
    const erased = { payments: payments.erased, rows: rows.erased, lines: lines.erased }
    const isWhole = payments.isWhole && rows.isWhole && lines.isWhole
    if (isWhole && erased.payments + erased.rows + erased.lines > 0) {
      const because = `phone numbers are kept for ${days} days`
      const until = {
        opened_before_ms: payments.beforeMs,
        compared_before_ms: beforeMs,
        asked_before_ms: lines.beforeMs,
      }
      const after = { ...erased, ...until }
      const done = { kind, accountId: null, subject: 'phone numbers', before: null, after } as const
      await ports.actions.write(recording(ports, { by: 'sente', because })(() => done))
    }
    return erased
  }
}

const kind = 'personal-data.retention'

const dayMs = 86_400_000

/** How many payments are read at once, and how many are changed at once. */
const [readTogether, erasedTogether] = [200, 20]

type Stretch = { readonly fromMs: number; readonly beforeMs: number; readonly goOn: () => Promise<boolean> }

/** Resolves with the moment before which no payment has a number, if all were checked. */
async function ofPayments(ports: OldNumberPorts, { fromMs, beforeMs, goOn }: Stretch) {
  let [erased, cleanBeforeMs] = [0, beforeMs]
  for (let before: string | undefined; ; ) {
    const query = { createdFromMs: fromMs, createdToMs: beforeMs, limit: readTogether }
    const { transactions, next } = await ports.books.list({ ...query, ...(before !== undefined && { before }) })
    for (const { id } of transactions.filter(isKept)) cleanBeforeMs = Math.min(cleanBeforeMs, momentIn(id))
    erased += await eraseAll(
      ports,
      transactions.filter((one) => !isKept(one) && !isPseudonym(one.phoneNumber)),
    )
    if (next === null) return { erased, beforeMs: cleanBeforeMs, isWhole: true }
    if (!(await goOn())) return { erased, beforeMs: cleanBeforeMs, isWhole: false }
    before = next
  }
}

/** Whether a payment still has a number, and its network needs it or the payment waits for a person. */
function isKept(transaction: Transaction): boolean {
  return !isPseudonym(transaction.phoneNumber) && (needsNumber(transaction) || waitsForPerson(transaction))
}

async function eraseAll({ books, clock, secrets }: OldNumberPorts, transactions: readonly Transaction[]) {
  let erased = 0
  for (let first = 0; first < transactions.length; first += erasedTogether) {
    const some = transactions.slice(first, first + erasedTogether).map((transaction) =>
      eraseNumber(books, transaction, {
        pseudonym: pseudonymOf(secrets, transaction.phoneNumber),
        atMs: clock.nowMs(),
      }),
    )
    erased += (await Promise.all(some)).filter(Boolean).length
  }
  return erased
}

async function ofFiles({ reconciliations, clock, secrets }: OldNumberPorts, { fromMs, beforeMs, goOn }: Stretch) {
  let erased = 0
  for (const run of await numberedRuns({ reconciliations, clock })) {
    if (run.begunAtMs < fromMs || run.begunAtMs >= beforeMs) continue
    if (!(await goOn())) return { erased, isWhole: false }
    for await (const rows of rowsOfRun(reconciliations, run.id)) {
      const erasures = rows.map(({ item, phoneNumber }) => ({ item, pseudonym: pseudonymOf(secrets, phoneNumber) }))
      if (erasures.length > 0) await reconciliations.erasePhoneNumbers(run.id, erasures)
      erased += erasures.length
      if (!(await goOn())) return { erased, isWhole: false }
    }
  }
  return { erased, isWhole: true }
}

/** Resolves with the moment before which no line without a payment has a number, if all were checked. */
async function ofLines(ports: OldNumberPorts, { fromMs, beforeMs, goOn }: Stretch) {
  let [erased, cleanBeforeMs] = [0, beforeMs]
  for await (const { batch, lines } of numberedLines(ports, { beforeId: lowestIdAt(beforeMs) })) {
    if (batch.createdAtMs < fromMs) break
    const free = lines.filter((line) => !lineNeedsNumber(line, batch))
    if (free.length < lines.length) cleanBeforeMs = Math.min(cleanBeforeMs, batch.createdAtMs)
    const erasures = free.map(({ number, phoneNumber }) => ({
      number,
      pseudonym: pseudonymOf(ports.secrets, phoneNumber),
    }))
    if (erasures.length > 0) await ports.batches.erasePhoneNumbers(batch.id, erasures)
    erased += erasures.length
    if (!(await goOn())) return { erased, beforeMs: cleanBeforeMs, isWhole: false }
  }
  return { erased, beforeMs: cleanBeforeMs, isWhole: true }
}

function pseudonymOf({ pseudonym }: Pick<Secrets, 'pseudonym'>, phoneNumber: string): string {
  if (!pseudonym) throw new Error('there is no key for pseudonyms')
  return pseudonym(phoneNumber)
}
