import {
  type ActionPorts,
  type Attribution,
  type Done,
  type Recording,
  recording,
  refuseAttribution,
} from '../actions/attribution.ts'
import { malformedExplanation, type OperatorRefusal } from '../model/operatorRefusal.ts'
import { isFinal, isFollowed, type Transaction } from '../model/transaction.ts'
import type { AccountPorts } from '../ports/accountPorts.ts'
import type { Annotation } from '../ports/books/transactions.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'

/** The ports that personal data needs. */
export type PersonalDataPorts = Pick<AccountPorts, 'accounts' | 'books' | 'clock' | 'secrets'> & ActionPorts

/** What is kept about a phone number: the payments to and from it, of all accounts, newest first within each. */
export type PersonalData = {
  readonly transactions: readonly Transaction[]
  /** Those of them that need the number still: they are open, or their network is asked about them. */
  readonly needed: readonly Transaction[]
  /** What stands for it where it was erased; undefined where no key for it is configured. */
  readonly pseudonym: string | undefined
  /** Payments from which it was erased before. */
  readonly erased: readonly Transaction[]
}

/** The function that {@link findPersonalData} returns. */
export type FindPersonalData = (request: { readonly phoneNumber: string }) => Promise<PersonalData>

/** Which number is erased; who decides, and why in 1 to 500 characters. */
export type Erasure = { readonly phoneNumber: string; readonly because: string } & Attribution

/** What was erased, and the payments that need the number still. */
export type Erased = {
  readonly pseudonym: string
  readonly transactions: readonly Transaction[]
  readonly needed: readonly Transaction[]
}

/** The function that {@link erasePersonalData} returns. */
export type ErasePersonalData = (erasure: Erasure) => Promise<Erased | OperatorRefusal>

/** Finds all payments to and from a phone number. It looks through every account. */
export function findPersonalData(ports: PersonalDataPorts): FindPersonalData {
  return async ({ phoneNumber }) => {
    const pseudonym = ports.secrets.pseudonym?.(phoneNumber)
    const transactions = await transactionsOf(ports, phoneNumber)
    return {
      transactions,
      needed: transactions.filter(needsNumber),
      pseudonym,
      erased: pseudonym === undefined ? [] : await transactionsOf(ports, pseudonym),
    }
  }
}

/**
 * Puts a pseudonym in the place of a phone number in every payment that has ended, with its exchanges; amounts, references
 * and events stay. Payments that need the number still are left, and so are prompts that count. Each payment is a step of
 * its own, with an action, so it may be run again. Refused with `malformed_explanation`, and with `no_pseudonym_key` where none is
 * configured.
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
      const { id, accountId, currency } = transaction
      const note = { transactionId: id, kind: 'erasure', text: because, by, atMs: ports.clock.nowMs() } as const
      const isErased = await ports.books.atomically(
        { account: accountId, currency, transaction: id, phoneNumber, action: { proposal: null } },
        erasing({ id, pseudonym, note, record: recording(ports, erasure) }),
      )
      if (isErased) erased.push(transaction)
    }
    return { pseudonym, transactions: erased, needed: found.filter(({ id }) => erased.every((one) => one.id !== id)) }
  }
}

type Erasing = {
  readonly id: string
  readonly pseudonym: string
  readonly note: Annotation
  readonly record: Recording
}

function erasing({ id, pseudonym, note, record }: Erasing): (work: UnitOfWork) => boolean {
  return (work) => {
    const current = work.transaction(id)
    if (!current || needsNumber(current)) return false
    work.erasePhoneNumber(id, pseudonym)
    work.annotate(note)
    work.act(record(() => erasureDone(current, pseudonym)))
    const nowMs = work.nowMs(note.atMs)
    work.keepPrompts(work.prompts().filter(({ isOpen, atMs }) => isOpen || Math.abs(nowMs - atMs) < hourMs))
    return true
  }
}

/** The number itself is told nowhere. */
function erasureDone({ id, accountId }: Transaction, pseudonym: string): Done {
  const subject = `transaction ${id}`
  return { kind: 'personal-data.erase', accountId, subject, before: null, after: { phone_number: pseudonym } }
}

const hourMs = 3_600_000

/** Whether a payment's network may still be told or asked its number. */
function needsNumber(transaction: Transaction): boolean {
  return !isFinal(transaction.state) || isFollowed(transaction)
}

const noPseudonymKey: OperatorRefusal = {
  refused: 'no_pseudonym_key',
  message: 'SENTE_PSEUDONYM_KEY is missing: what stands for an erased number is made from it',
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
