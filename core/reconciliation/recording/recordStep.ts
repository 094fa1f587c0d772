import type { Attribution, Done, Recording } from '../../actions/attribution.ts'
import { feeBackOf } from '../../fees/giveBack.ts'
import { toDecimal } from '../../model/money.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import { paysOut, type Transaction } from '../../model/transaction.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Entry, Run } from '../../ports/operators/reconciliations.ts'
import { lineOf } from '../comparison/evidence.ts'
import { unfit } from '../entries/foundEntry.ts'
import type { ForgottenPayment } from './forgottenPayment.ts'
import { refuseUnsettled } from './newPayment.ts'

type Given = {
  readonly record: Recording
  readonly run: Run
  readonly entry: Entry
  readonly request: ForgottenPayment & Attribution
  readonly collection: Transaction | undefined
}

/** The step that records a payment with its postings, event and action, or refuses it. */
export function recordStep(transaction: Transaction, given: Given): (work: UnitOfWork) => OperatorRefusal | undefined {
  return (work) => {
    const { id, accountId, currency, reference, amountMinor, updatedAtMs } = transaction
    const { by, because, approval } = given.request
    const isRecorded = work.transaction(id) !== undefined
    // A repetition is no action, but it ends the proposal behind it.
    if (isRecorded && approval === undefined) return undefined
    const usedBy = work.references.usedBy(accountId, reference)
    if (!isRecorded && usedBy !== undefined) return referenceUsed(reference, usedBy)
    const { availableMinor } = work.ledger.balance(accountId, currency)
    if (!isRecorded && paysOut(transaction) && availableMinor < amountMinor)
      return tooLow(transaction, amountMinor - availableMinor)
    const { collection } = given
    const unsettled = collection && refuseUnsettled(work.transaction(collection.id) ?? collection)
    if (!isRecorded && unsettled) return unsettled
    const leftMinor = collection && collection.amountMinor - work.refunded().minor
    if (!isRecorded && leftMinor !== undefined && leftMinor < amountMinor)
      return unfit(`only ${toDecimal(leftMinor, currency)} ${currency} of the collection is not refunded yet`)
    if (!isRecorded) {
      const feeBackMinor = collection ? feeBackOf(collection, work.refunded(), amountMinor) : 0n
      move(work, { ...transaction, feeBackMinor })
      work.record({ ...transaction, feeBackMinor })
      const text = `recorded from ${lineOf(given.run, given.entry)}: ${because}`.slice(0, 500)
      work.annotate({ transactionId: id, kind: 'resolution', text, by, atMs: updatedAtMs, runId: given.run.id })
    }
    const after = work.ledger.balance(accountId, currency)
    const available = { beforeMinor: availableMinor, afterMinor: after.availableMinor }
    work.act(given.record(() => recordedDone(transaction, given, available)))
    return undefined
  }
}

function move(work: UnitOfWork, transaction: Transaction) {
  const { id, accountId, currency, amountMinor, feeBackMinor, kind, network, updatedAtMs } = transaction
  const float = `float:${network}` as const
  const money = { accountId, currency, amountMinor, cause: { transaction: id }, atMs: updatedAtMs }
  if (kind === 'collection') return work.ledger.post({ ...money, from: float, to: 'available' })
  work.ledger.post({ ...money, from: 'available', to: 'held' })
  work.ledger.post({ ...money, from: 'held', to: float })
  if (feeBackMinor > 0n) work.ledger.post({ ...money, from: 'fees', to: 'available', amountMinor: feeBackMinor })
}

function referenceUsed(reference: string, by: string): OperatorRefusal {
  const message = `The account has used ${reference} for transaction ${by}: was it paid twice? Record it under another one`
  return { refused: 'reference_used', message }
}

function tooLow({ accountId, currency, amountMinor }: Transaction, missingMinor: bigint): OperatorRefusal {
  const [missing, amount] = [toDecimal(missingMinor, currency), toDecimal(amountMinor, currency)]
  const message = `Account ${accountId} lacks ${missing} of ${amount} ${currency}: record missing fundings and collections first`
  return { refused: 'balance_too_low', message }
}

function recordedDone(
  { id, accountId, kind, amountMinor, currency, reference }: Transaction,
  { run, entry, request: { anotherThan } }: Given,
  { beforeMinor, afterMinor }: { readonly beforeMinor: bigint; readonly afterMinor: bigint },
): Done {
  const row = { reconciliation: run.id, entry: entry.item, ...(anotherThan && { another_than: anotherThan }) }
  return {
    kind: 'reconcile.record',
    accountId,
    subject: `transaction ${id}`,
    before: { available: toDecimal(beforeMinor, currency), currency },
    after: {
      kind,
      amount: toDecimal(amountMinor, currency),
      reference,
      ...row,
      available: toDecimal(afterMinor, currency),
      currency,
    },
  }
}
