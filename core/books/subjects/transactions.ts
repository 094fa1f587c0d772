import { isFinal, isFollowed, type PaymentTerms, type Transaction } from '../../model/transaction.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import { endOf } from './follows.ts'
import type { Step, Within } from './step.ts'
import type { StepRows } from './stepRows.ts'

type Work =
  | 'references'
  | 'transaction'
  | 'record'
  | 'erasePhoneNumber'
  | 'annotate'
  | 'keepExchanges'
  | 'refunded'
  | 'link'

/**
 * Payments in a step: their references, the totals of their collection or link, and the rows that are kept with them.
 */
export function transactionsIn({ rows, scope, changes, within, addEvent }: Step): Pick<UnitOfWork, Work> {
  const { account } = scope
  const references = referencesOver(rows, within)
  function transaction(accountId: string, id: string): Transaction | undefined {
    within('transaction', accountId, id)
    return changes.opened.get(id) ?? changes.changed.get(id) ?? rows.transaction(id)
  }
  function ofAccount(found: Transaction | undefined): Transaction | undefined {
    return found?.accountId === account ? found : undefined
  }
  return {
    references: { usedBy: references.usedBy },
    transaction: (id) => (id === scope.refundOf ? ofAccount(rows.transaction(id)) : transaction(account, id)),
    record(next) {
      const before = transaction(next.accountId, next.id)
      if (before) refuseRewriting(before, next)
      else references.use(next)
      const written = before && !changes.opened.has(next.id) ? changes.changed : changes.opened
      written.set(next.id, next)
      addEvent(endOf(next), next.updatedAtMs, before && endOf(before))
    },
    erasePhoneNumber(id, pseudonym) {
      const before = transaction(account, id)
      if (!before || !isFinal(before.state) || isFollowed(before))
        throw new Error(`transaction ${id} still needs its phone number`)
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
    refunded() {
      if (scope.refundOf === undefined) throw new Error('a step refunds a collection, and its scope names none')
      return rows.refunded(account, scope.refundOf)
    },
    link() {
      if (!scope.link) throw new Error('a step pays through a link, and its scope names none')
      return rows.link(scope.link.id, scope.link.phoneNumber)
    },
  }
}

/**
 * The fields of an opened transaction never change, and neither does a final state. Until it is submitted it may get
 * more time for that.
 */
function refuseRewriting(before: Transaction, next: Transaction): void {
  const isBegunAnew = before.state === 'submitting' && next.submitUntilMs >= before.submitUntilMs
  const isOther =
    fixedFieldNames.some((name) => before[name] !== next[name]) ||
    (next.submitUntilMs !== before.submitUntilMs && !isBegunAnew)
  if (isOther || JSON.stringify(before.metadata) !== JSON.stringify(next.metadata)) {
    throw new Error(`transaction ${next.id} is already recorded, as another one`)
  }
  if (isFinal(before.state) && (next.state !== before.state || next.reason !== before.reason)) {
    throw new Error(`transaction ${next.id} is final: ${before.state}`)
  }
}

type FixedField = Exclude<keyof PaymentTerms, 'id' | 'metadata'>

/** The fields that are compared one by one. A new field of the type does not compile until it is here. */
const fixedFields: Readonly<Record<FixedField, true>> = {
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
  customerMessageAsSent: true,
  providerId: true,
  fingerprint: true,
  countedUntilMs: true,
  createdAtMs: true,
}

const fixedFieldNames = Object.keys(fixedFields) as FixedField[]

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
      if (usedBy(accountId, reference) !== undefined) throw new Error(`reference ${reference} is already used`)
      user = { id }
    },
  }
}
