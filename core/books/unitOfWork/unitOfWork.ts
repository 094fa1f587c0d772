import { isFinal, isFollowed, type PaymentTerms, type Transaction } from '../../model/transaction.ts'
import type { Prompt } from '../../ports/books/counts.ts'
import type { AccountEvent } from '../../ports/books/events.ts'
import type { Funding } from '../../ports/books/fundings.ts'
import type { Scope, UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Acting, Action } from '../../ports/operators/actions.ts'
import { type Changes, isNothing, noChanges } from './changes.ts'
import { ledgerOver } from './stepLedger.ts'
import type { StepRows, Within } from './stepRows.ts'

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
  return { result, changes: isNothing(kept) ? undefined : kept }
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
  function ofAccount(found: Transaction | undefined): Transaction | undefined {
    return found?.accountId === account ? found : undefined
  }
  function funding(accountId: string, reference: string): Funding | undefined {
    within('funding', accountId, reference)
    return changes.fundings[0] ?? rows.funding(accountId, reference)
  }
  return {
    nowMs: (callersMs) => rows.nowMs(callersMs),
    isQuarantined: () => rows.isQuarantined(),
    quarantines: () => rows.quarantines(),
    stopsOf: (channel) => rows.stopsOf(channel),
    accountVersion: () => rows.accountVersion(account),
    pinCount: () => changes.pinCount ?? rows.pinCount(account),
    countPin(count) {
      changes.pinCount = count
    },
    prompts: () => changes.prompts?.prompts ?? promptsNow(rows, phoneNumberIn(scope)),
    keepPrompts(prompts) {
      changes.prompts = { phoneNumber: phoneNumberIn(scope), prompts }
    },
    dayCount() {
      withinDay(scope)
      return changes.dayCount ?? rows.dayCount(account, scope.currency)
    },
    countDay(count) {
      withinDay(scope, count)
      changes.dayCount = count
    },
    refunded() {
      if (scope.refundOf === undefined) throw new Error('a step refunds a collection, and its scope names none')
      return rows.refunded(account, scope.refundOf)
    },
    link() {
      if (!scope.link) throw new Error('a step pays through a link, and its scope names none')
      return rows.link(scope.link.id, scope.link.phoneNumber)
    },
    references: { usedBy: references.usedBy },
    ledger: ledgerOver(rows, changes, within),
    transaction: (id) => (id === scope.refundOf ? ofAccount(rows.transaction(id)) : transaction(account, id)),
    record(next) {
      const before = transaction(next.accountId, next.id)
      if (before) refuseRewriting(before, next)
      else references.use(next)
      const written = before && !changes.opened.has(next.id) ? changes.changed : changes.opened
      written.set(next.id, next)
      if (isFinal(next.state) && !(before && isFinal(before.state))) tell({ transaction: next.id }, next.updatedAtMs)
    },
    erasePhoneNumber(id, pseudonym) {
      const before = transaction(account, id)
      if (!before || !isFinal(before.state) || isFollowed(before))
        throw new Error(`transaction ${id} needs its phone number still`)
      const { accountId, phoneNumber } = before
      changes.changed.set(id, { ...before, phoneNumber: pseudonym })
      changes.erased.push({ accountId, transactionId: id, phoneNumber, pseudonym })
    },
    annotate(annotation) {
      within('transaction', account, annotation.transactionId)
      changes.annotations.push(annotation)
    },
    keepExchanges(id, exchanges) {
      within('transaction', account, id)
      const had = (changes.exchanges.at(-1)?.n ?? rows.exchanges(id) - 1) + 1
      changes.exchanges.push(...exchanges.map((exchange, i) => ({ transactionId: id, n: had + i, exchange })))
    },
    funding: (reference) => funding(account, reference),
    fund(next) {
      if (funding(next.accountId, next.reference)) throw new Error(`funding ${next.reference} is recorded already`)
      changes.fundings.push(next)
      tell({ funding: next.reference }, next.atMs)
    },
    ...batchOver(rows, scope, { changes, tell }),
    act: (acting) => act(acting, rows, scope, changes),
  }
}

type Telling = { readonly changes: Changes; tell(cause: AccountEvent['cause'], atMs: number): void }

/** The batch of a step and its line. */
function batchOver(
  rows: StepRows,
  { account, batch: id = '', batchLine: number = 0 }: Scope,
  { changes, tell }: Telling,
): Pick<UnitOfWork, 'batch' | 'batchLine' | 'keepBatch' | 'keepBatchLine'> {
  const found = () => {
    const stored = rows.batch(id)
    return stored && changes.batch ? { ...stored, batch: changes.batch } : stored
  }
  const line = () => {
    const stored = rows.batchLine(id, number)
    return stored && changes.batchLine ? { ...stored, line: changes.batchLine } : stored
  }
  return {
    batch: found,
    batchLine: line,
    keepBatch(next) {
      const before = found()?.batch
      if (!before || next.id !== id || before.accountId !== account)
        throw new Error(`a step of account ${account} keeps batch ${next.id}, and its scope names ${id}`)
      if (before.state === 'completed') throw new Error(`batch ${id} is completed`)
      changes.batch = next
      if (next.state === 'completed') tell({ batch: id }, next.updatedAtMs)
    },
    keepBatchLine(next) {
      if (next.batchId !== id || next.number !== number)
        throw new Error(
          `a step keeps line ${next.number} of batch ${next.batchId}, and its scope names ${number} of ${id}`,
        )
      if (line()?.line.state !== 'waiting') throw new Error(`line ${number} of batch ${id} does not wait`)
      changes.batchLine = next
    },
  }
}

/** Puts an action at the end of the chain, after those of this step. */
function act({ proposal, chain }: Acting, rows: StepRows, scope: Scope, changes: Changes): Action | undefined {
  if (!scope.action) throw new Error('a step writes an action, and its scope does not say so')
  const isEnded = proposal !== null && rows.isEnded(proposal)
  const made = chain({ ...(changes.chainEnd ?? rows.chainEnd()), isEnded })
  if (!made) return undefined
  changes.actions.push(made.action)
  changes.chainEnd = { number: made.action.number, hash: made.hash }
  return made.action
}

function withinScope(scope: Scope): Within {
  return (row, accountId, key) => {
    if (accountId !== scope.account) throw new Error(`a step about account ${scope.account} reaches for ${accountId}`)
    if (row === 'currency' && scope.currencies?.includes(key)) return
    if (key !== scope[row]) throw new Error(`a step reaches for the ${row} ${key}, and its scope names ${scope[row]}`)
  }
}

/** What a transaction was opened with never changes, nor does a final state. Until it is submitted it may get more time for that. */
function refuseRewriting(before: Transaction, next: Transaction): void {
  const isBegunAnew = before.state === 'submitting' && next.submitUntilMs >= before.submitUntilMs
  const isOther =
    openedFieldNames.some((name) => before[name] !== next[name]) ||
    (next.submitUntilMs !== before.submitUntilMs && !isBegunAnew)
  if (isOther || JSON.stringify(before.metadata) !== JSON.stringify(next.metadata)) {
    throw new Error(`transaction ${next.id} is recorded already, as another one`)
  }
  if (isFinal(before.state) && (next.state !== before.state || next.reason !== before.reason)) {
    throw new Error(`transaction ${next.id} is final: ${before.state}`)
  }
}

type OpenedField = Exclude<keyof PaymentTerms, 'id' | 'metadata'>

/** The fields that are compared one by one: a field that is added to the type does not compile until it is here. */
const openedFields: Readonly<Record<OpenedField, true>> = {
  accountId: true,
  kind: true,
  refundOf: true,
  linkId: true,
  reference: true,
  phoneNumber: true,
  amountMinor: true,
  feeMinor: true,
  feeBackMinor: true,
  currency: true,
  network: true,
  description: true,
  customerMessage: true,
  providerId: true,
  fingerprint: true,
  countedUntilMs: true,
  createdAtMs: true,
}

const openedFieldNames = Object.keys(openedFields) as OpenedField[]

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

function withinDay(
  scope: Scope,
  { accountId, currency } = { accountId: scope.account, currency: scope.currency },
): void {
  if (!scope.dayCount) throw new Error('a step counts payments of a day, and its scope does not say so')
  if (accountId === scope.account && currency === scope.currency) return
  throw new Error(`a step about ${scope.currency} of account ${scope.account} counts ${currency} of ${accountId}`)
}

function phoneNumberIn({ phoneNumber }: Scope): string {
  if (phoneNumber === undefined) throw new Error('a step counts prompts, and its scope names no phone number')
  return phoneNumber
}

/** Looks again at those that were open: their end is not counted when it happens. */
function promptsNow(rows: StepRows, phoneNumber: string): Prompt[] {
  return rows.prompts(phoneNumber).flatMap((prompt) => {
    if (!prompt.isOpen) return [prompt]
    const transaction = rows.transaction(prompt.transactionId)
    if (transaction && !isFinal(transaction.state)) return [prompt]
    return transaction?.reason === 'not_sent' ? [] : [{ ...prompt, isOpen: false }]
  })
}
