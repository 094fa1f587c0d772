import {
  type ActionPorts,
  type Attribution,
  type Done,
  type Recording,
  recording,
  refuseAttribution,
} from '../actions/attribution.ts'
import { malformedExplanation, type OperatorRefusal } from '../model/operatorRefusal.ts'
import type { Transaction } from '../model/transaction.ts'
import type { AccountPorts } from '../ports/accountPorts.ts'
import type { Batch, Batches, BatchLine } from '../ports/books/batches.ts'
import type { NumberedRow, Reconciliations } from '../ports/operators/reconciliations.ts'
import type { Webhooks } from '../ports/webhooks.ts'
import { eraseNumber, needsNumber } from './eraseNumber.ts'
import { numberedRuns, rowsOfRun } from './fileRows.ts'
import { lineNeedsNumber, numberedLines } from './numberedLines.ts'

/** The ports for personal data. */
export type PersonalDataPorts = Pick<AccountPorts, 'accounts' | 'books' | 'clock' | 'secrets'> &
  ActionPorts & {
    readonly reconciliations: Pick<Reconciliations, 'runs' | 'phoneNumbers' | 'erasePhoneNumbers'>
    readonly webhooks: Pick<Webhooks, 'ofAccount' | 'eraseFromAnswers'>
    readonly batches: Pick<Batches, 'list' | 'lines' | 'erasePhoneNumbers'>
  }

/** A row of a network's file that has a phone number. */
export type FoundRow = NumberedRow & { readonly runId: string; readonly file: string; readonly network: string }

/** A line of a batch that is not a payment and has a phone number. */
export type FoundLine = {
  readonly batch: Batch
  readonly line: BatchLine
  /** Whether it waits, and needs the number for its payment. */
  readonly isNeeded: boolean
}

/** The records about a phone number: the payments to and from it, of all accounts, newest first within each. */
export type PersonalData = {
  readonly transactions: readonly Transaction[]
  /** The payments among them that still need the number: they are open, or their network is asked about them. */
  readonly needed: readonly Transaction[]
  /** Its pseudonym where it was erased; undefined if no key for it is configured. */
  readonly pseudonym: string | undefined
  /** Payments that it was erased from before. */
  readonly erased: readonly Transaction[]
  /** The rows of networks' files with it. */
  readonly rows: readonly FoundRow[]
  /** The lines of batches that have it and are not payments. */
  readonly lines: readonly FoundLine[]
}

/** The function that {@link findPersonalData} returns. */
export type FindPersonalData = (request: { readonly phoneNumber: string }) => Promise<PersonalData>

/** The number to erase, the author, and the reason in 1 to 500 characters. */
export type Erasure = { readonly phoneNumber: string; readonly because: string } & Attribution

/** The erased records, and the payments that still need the number. */
export type Erased = {
  readonly pseudonym: string
  readonly transactions: readonly Transaction[]
  readonly needed: readonly Transaction[]
  /** The number of rows of networks' files that it was erased from. */
  readonly rows: number
  /** The number of lines of batches that it was erased from. */
  readonly lines: number
  /** The waiting lines that still need the number. */
  readonly neededLines: readonly FoundLine[]
}

/** The function that {@link erasePersonalData} returns. */
export type ErasePersonalData = (erasure: Erasure) => Promise<Erased | OperatorRefusal>

/** Finds the records about a phone number. It reads every account, batch, and row of networks' files. */
export function findPersonalData(ports: PersonalDataPorts): FindPersonalData {
  return async ({ phoneNumber }) => {
    const pseudonym = ports.secrets.pseudonym?.(phoneNumber)
    const transactions = await transactionsOf(ports, phoneNumber)
    return {
      transactions,
      needed: transactions.filter(needsNumber),
      pseudonym,
      erased: pseudonym === undefined ? [] : await transactionsOf(ports, pseudonym),
      rows: await rowsWith(ports, phoneNumber),
      lines: await linesWith(ports, phoneNumber),
    }
  }
}

/**
 * Replaces a phone number with a pseudonym in every payment that has ended, with its exchanges and with the answers of
 * the merchant's endpoints, in the rows of networks' files, and in lines of batches that never become payments.
 * Amounts, references and events stay. Records that still need the number are left, and so are prompts that count. Each
 * payment is a step of its own, with an action, so it may be run again. Refused with `malformed_explanation`, and with
 * `no_pseudonym_key` if none is configured.
 */
export function erasePersonalData(ports: PersonalDataPorts): ErasePersonalData {
  return async (erasure) => {
    const { phoneNumber, by, because } = erasure
    const refusal = refuseAttribution(erasure)
    if (refusal) return refusal
    if (because.includes(phoneNumber)) return malformedExplanation
    const pseudonym = ports.secrets.pseudonym?.(phoneNumber)
    if (pseudonym === undefined) return noPseudonymKey
    const found = await transactionsOf(ports, phoneNumber)
    const erased: Transaction[] = []
    for (const transaction of found) {
      const isErased = await eraseNumber(ports.books, transaction, {
        pseudonym,
        note: { transactionId: transaction.id, kind: 'erasure', text: because, by, atMs: ports.clock.nowMs() },
        acting: recording(ports, erasure)(() => erasureDone(transaction, pseudonym)),
        atMs: ports.clock.nowMs(),
      })
      if (isErased) erased.push(transaction)
    }
    const number = { phoneNumber, pseudonym }
    // Includes the ones that an interrupted erasure has changed.
    const all = [...found, ...(await transactionsOf(ports, pseudonym))]
    await eraseFromAnswers(ports.webhooks, { ...number, accountIds: new Set(all.map(({ accountId }) => accountId)) })
    const rows = await eraseFromFiles(ports, { ...number, acting: recording(ports, erasure) })
    const lines = await eraseFromLines(ports, { ...number, acting: recording(ports, erasure) })
    return {
      rows,
      ...lines,
      pseudonym,
      transactions: erased,
      needed: found.filter(({ id }) => erased.every((one) => one.id !== id)),
    }
  }
}

type NumberChange = { readonly phoneNumber: string; readonly pseudonym: string }

async function eraseFromAnswers(
  webhooks: PersonalDataPorts['webhooks'],
  { accountIds, ...number }: NumberChange & { readonly accountIds: ReadonlySet<string> },
): Promise<void> {
  for (const accountId of accountIds)
    for (const { id } of await webhooks.ofAccount(accountId))
      for (let after: number | null = 0; after !== null; )
        after = await webhooks.eraseFromAnswers(id, { ...number, after, limit: answersTogether })
}

const answersTogether = 200

async function eraseFromFiles(
  ports: PersonalDataPorts,
  { phoneNumber, pseudonym, acting }: NumberChange & { readonly acting: Recording },
): Promise<number> {
  let erased = 0
  for (const { id } of await numberedRuns(ports))
    for await (const rows of rowsOfRun(ports.reconciliations, id)) {
      const erasures = rows.filter((row) => row.phoneNumber === phoneNumber).map(({ item }) => ({ item, pseudonym }))
      if (erasures.length === 0) continue
      const done = acting(() => rowsDone(id, { pseudonym, rows: erasures.length }))
      await ports.reconciliations.erasePhoneNumbers(id, erasures, done)
      erased += erasures.length
    }
  return erased
}

async function eraseFromLines(
  ports: PersonalDataPorts,
  { phoneNumber, pseudonym, acting }: NumberChange & { readonly acting: Recording },
): Promise<Pick<Erased, 'lines' | 'neededLines'>> {
  const neededLines: FoundLine[] = []
  let erased = 0
  for await (const { batch, lines } of numberedLines(ports)) {
    const found = lines.filter((line) => line.phoneNumber === phoneNumber).map((line) => foundLine(batch, line))
    neededLines.push(...found.filter(({ isNeeded }) => isNeeded))
    const erasures = found.filter(({ isNeeded }) => !isNeeded).map(({ line: { number } }) => ({ number, pseudonym }))
    if (erasures.length === 0) continue
    const done = acting(() => linesDone(batch, { pseudonym, lines: erasures.length }))
    await ports.batches.erasePhoneNumbers(batch.id, erasures, done)
    erased += erasures.length
  }
  return { lines: erased, neededLines }
}

function linesDone(
  { id, accountId }: Batch,
  { pseudonym, lines }: { readonly pseudonym: string; readonly lines: number },
): Done {
  return { kind, accountId, subject: `batch ${id}`, before: null, after: { phone_number: pseudonym, lines } }
}

async function linesWith(ports: PersonalDataPorts, phoneNumber: string): Promise<FoundLine[]> {
  const found: FoundLine[] = []
  for await (const { batch, lines } of numberedLines(ports))
    for (const line of lines) if (line.phoneNumber === phoneNumber) found.push(foundLine(batch, line))
  return found
}

function foundLine(batch: Batch, line: BatchLine): FoundLine {
  return { batch, line, isNeeded: lineNeedsNumber(line, batch) }
}

function rowsDone(runId: string, { pseudonym, rows }: { readonly pseudonym: string; readonly rows: number }): Done {
  const subject = `reconciliation ${runId}`
  return { kind, accountId: null, subject, before: null, after: { phone_number: pseudonym, rows } }
}

async function rowsWith(ports: PersonalDataPorts, phoneNumber: string): Promise<FoundRow[]> {
  const found: FoundRow[] = []
  for (const { id: runId, file, network } of await ports.reconciliations.runs({ limit: Number.MAX_SAFE_INTEGER }))
    for await (const rows of rowsOfRun(ports.reconciliations, runId))
      for (const row of rows) if (row.phoneNumber === phoneNumber) found.push({ ...row, runId, file, network })
  return found
}

const kind = 'personal-data.erase'

/** The action for an erasure. The number itself is not in it. */
function erasureDone({ id, accountId }: Transaction, pseudonym: string): Done {
  const subject = `transaction ${id}`
  return { kind, accountId, subject, before: null, after: { phone_number: pseudonym } }
}

const noPseudonymKey: OperatorRefusal = {
  refused: 'no_pseudonym_key',
  message: 'SENTE_PSEUDONYM_KEY is missing: the pseudonyms of erased numbers are made from it',
}

const pageSize = 100

async function transactionsOf({ accounts, books }: PersonalDataPorts, phoneNumber: string): Promise<Transaction[]> {
  const found: Transaction[] = []
  const theirs = everyPage(async (page) => {
    const { accounts: rows, next } = await accounts.list(page)
    return { rows, next }
  })
  for await (const { id: accountId } of theirs) {
    const own = everyPage(async (page) => {
      const { transactions: rows, next } = await books.list({ accountId, phoneNumber, ...page })
      return { rows, next }
    })
    for await (const transaction of own) found.push(transaction)
  }
  return found
}

type Page = { readonly before?: string; readonly limit: number }

async function* everyPage<Row>(
  read: (page: Page) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>,
): AsyncGenerator<Row> {
  let page: Page = { limit: pageSize }
  for (;;) {
    const { rows, next } = await read(page)
    yield* rows
    if (next === null) return
    page = { before: next, limit: pageSize }
  }
}
