import type { AccountEvent } from '../ports/accountEvents.ts'
import type { Annotation, BalanceRow, Scope, UnitOfWork } from '../ports/books.ts'
import type { PhonePrompts, PinCount, Prompt } from '../ports/counts.ts'
import type { Funding } from '../ports/fundings.ts'
import type { Balance, Posting } from '../ports/ledger.ts'
import { isFinal, type Transaction } from '../transaction.ts'
import { ledgerOver } from './stepLedger.ts'

/** How a store reads, synchronously, the rows of a step's scope as they were before the step. */
export type StepRows = {
  /** What time it is: by the store's own clock if several machines share the store, otherwise the given time. */
  nowMs(callersMs: number): number
  /** Whether a quarantine lasts. */
  isQuarantined(): boolean
  /** The version of an account; undefined when there is none. */
  accountVersion(accountId: string): number | undefined
  /** An account's wrong guesses; undefined when none was counted yet. */
  pinCount(accountId: string): PinCount | undefined
  /** The prompts that are kept for a phone number; none where none are. */
  prompts(phoneNumber: string): readonly Prompt[]
  /** The id of the transaction that used the reference. */
  reference(accountId: string, reference: string): string | undefined
  /** An account's balance in a currency; undefined when no money was ever moved in it. */
  balance(accountId: string, currency: string): Balance | undefined
  /** A transaction by its id: the scope's own, or one of an open prompt. */
  transaction(id: string): Transaction | undefined
  /** An account's funding or withdrawal by its reference. */
  funding(accountId: string, reference: string): Funding | undefined
  /** The sequence of an account's last event; 0 when it has none. */
  lastEvent(accountId: string): number
}

/** What a step has written and a store has to apply, all or nothing. */
export type Changes = {
  pinCount: PinCount | undefined
  /** What replaces the prompts that are kept for the scope's phone number. */
  prompts: PhonePrompts | undefined
  readonly postings: Posting[]
  /** The new balance of every account and currency that a posting touched. */
  readonly balances: Map<string, BalanceRow>
  /** Transactions that were not there before, by their ids. */
  readonly opened: Map<string, Transaction>
  /** Transactions that replace what was recorded under their ids. */
  readonly changed: Map<string, Transaction>
  readonly fundings: Funding[]
  readonly annotations: Annotation[]
  /** The events of the step's account, in their order. */
  readonly events: AccountEvent[]
}

/**
 * Runs a step over a store's rows and collects what it writes; the store is not touched. When the result is a refusal,
 * only the PIN count is kept. `changes` is undefined when there is nothing to apply.
 */
export function runStep<T>(
  rows: StepRows,
  scope: Scope,
  step: (work: UnitOfWork) => T,
): { result: T; changes: Changes | undefined } {
  const changes = noChanges()
  const result = step(unitOfWorkOver(rows, scope, changes))
  const kept = isRefused(result) ? { ...noChanges(), pinCount: changes.pinCount } : changes
  return { result, changes: isEmpty(kept) ? undefined : kept }
}

function noChanges(): Changes {
  return {
    pinCount: undefined,
    prompts: undefined,
    postings: [],
    balances: new Map(),
    opened: new Map(),
    changed: new Map(),
    fundings: [],
    annotations: [],
    events: [],
  }
}

function isEmpty({ pinCount, prompts, postings, opened, changed, fundings, annotations }: Changes): boolean {
  const lists = [postings, fundings, annotations]
  return !pinCount && !prompts && opened.size + changed.size === 0 && lists.every(({ length }) => length === 0)
}

function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'refused' in result
}

function unitOfWorkOver(rows: StepRows, scope: Scope, changes: Changes): UnitOfWork {
  const { account } = scope
  const within = withinScope(scope)
  const references = referencesOver(rows, within)
  function tell(cause: AccountEvent['cause'], atMs: number): void {
    if (!scope.events) throw new Error('a step writes an event, and its scope does not name its account’s events')
    const sequence = (changes.events.at(-1)?.sequence ?? rows.lastEvent(account)) + 1
    changes.events.push({ accountId: account, sequence, cause, atMs })
  }
  function transaction(accountId: string, id: string): Transaction | undefined {
    within('transaction', accountId, id)
    return changes.opened.get(id) ?? changes.changed.get(id) ?? rows.transaction(id)
  }
  function funding(accountId: string, reference: string): Funding | undefined {
    within('funding', accountId, reference)
    return changes.fundings.find((written) => written.reference === reference) ?? rows.funding(accountId, reference)
  }
  return {
    nowMs: (callersMs) => rows.nowMs(callersMs),
    isQuarantined: () => rows.isQuarantined(),
    accountVersion: () => rows.accountVersion(account),
    pinCount: () => changes.pinCount ?? rows.pinCount(account),
    countPin(count) {
      changes.pinCount = count
    },
    prompts: () => changes.prompts?.prompts ?? promptsNow(rows, phoneNumberIn(scope)),
    keepPrompts(prompts) {
      changes.prompts = { phoneNumber: phoneNumberIn(scope), prompts }
    },
    references: { usedBy: references.usedBy },
    ledger: ledgerOver(rows, changes, within),
    transaction: (id) => transaction(account, id),
    record(next) {
      const before = transaction(next.accountId, next.id)
      if (before) refuseRewriting(before, next)
      else references.use(next)
      const written = before && !changes.opened.has(next.id) ? changes.changed : changes.opened
      written.set(next.id, next)
      if (isFinal(next.state) && !(before && isFinal(before.state))) tell({ transaction: next.id }, next.updatedAtMs)
    },
    annotate(annotation) {
      within('transaction', account, annotation.transactionId)
      changes.annotations.push(annotation)
    },
    funding: (reference) => funding(account, reference),
    fund(next) {
      if (funding(next.accountId, next.reference)) throw new Error(`funding ${next.reference} is recorded already`)
      changes.fundings.push(next)
      tell({ funding: next.reference }, next.atMs)
    },
  }
}

/** Throws for a row of an account that a step's scope does not name: a store may not have locked or loaded it. */
export type Within = (row: 'currency' | 'reference' | 'transaction' | 'funding', accountId: string, key: string) => void

function withinScope(scope: Scope): Within {
  return (row, accountId, key) => {
    if (accountId !== scope.account) throw new Error(`a step about account ${scope.account} reaches for ${accountId}`)
    if (key !== scope[row]) throw new Error(`a step reaches for the ${row} ${key}, and its scope names ${scope[row]}`)
  }
}

/** The requested fields of a transaction never change, nor does a final state. */
function refuseRewriting(before: Transaction, next: Transaction): void {
  const isOther = requestedFields.some((name) => before[name] !== next[name])
  if (isOther || JSON.stringify(before.metadata) !== JSON.stringify(next.metadata)) {
    throw new Error(`transaction ${next.id} is recorded already, as another one`)
  }
  if (isFinal(before.state) && (next.state !== before.state || next.reason !== before.reason)) {
    throw new Error(`transaction ${next.id} is final: ${before.state}`)
  }
}

const requestedFields = [
  ...(['accountId', 'kind', 'reference', 'phoneNumber', 'amountMinor', 'currency', 'network'] as const),
  ...(['description', 'providerId', 'fingerprint', 'submitUntilMs', 'createdAtMs'] as const),
]

function referencesOver(rows: StepRows, within: Within) {
  let user: { readonly id: string | undefined } | undefined
  function usedBy(accountId: string, reference: string): string | undefined {
    within('reference', accountId, reference)
    user ??= { id: rows.reference(accountId, reference) }
    return user.id
  }
  return {
    usedBy,
    use({ accountId, reference, id }: Transaction): void {
      if (usedBy(accountId, reference) !== undefined) throw new Error(`reference ${reference} is used already`)
      user = { id }
    },
  }
}

function phoneNumberIn({ phoneNumber }: Scope): string {
  if (phoneNumber === undefined) throw new Error('a step counts prompts, and its scope names no phone number')
  return phoneNumber
}

/** Looks again at those that were open: nobody counts them out when they end. */
function promptsNow(rows: StepRows, phoneNumber: string): Prompt[] {
  return rows.prompts(phoneNumber).flatMap((prompt) => {
    if (!prompt.isOpen) return [prompt]
    const transaction = rows.transaction(prompt.transactionId)
    if (transaction && !isFinal(transaction.state)) return [prompt]
    return transaction?.reason === 'not_sent' ? [] : [{ ...prompt, isOpen: false }]
  })
}
