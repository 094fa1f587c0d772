import { type Attribution, recording, refuseAttribution } from '../../actions/attribution.ts'
import { ActedMeanwhile, withoutOthers } from '../../actions/meanwhile.ts'
import { malformedExplanation, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import { referenceForm, referencePattern, type Transaction } from '../../model/transaction.ts'
import { transactionNamed } from '../../payments/refunds.ts'
import type { FoundEntry } from '../../ports/operators/reconciliations.ts'
import { foundEntry } from '../entries/foundEntry.ts'
import type { ForgottenPayment, RecordEntryPorts } from './forgottenPayment.ts'
import { idOf, isSame, newPayment, recordedAlready } from './newPayment.ts'
import { recordStep } from './recordStep.ts'

/** The function that {@link recordEntry} returns. */
export type RecordEntry = (
  request: ForgottenPayment & Attribution & { readonly because: string },
) => Promise<{ readonly transaction: Transaction } | OperatorRefusal>

/**
 * Records a payment that its network has made and that is missing in the books: as a transaction that has succeeded,
 * with its postings, its event and an action, in one step. Its reference leads to the payment link that it was made
 * through. A row is recorded once, even if several files have it. The same request again is answered the same, whatever
 * happened to the row, its number or the collection since. Refused with `unknown_reconciliation`, `no_such_entries`,
 * `row_not_recordable`, `row_alike`, `recorded_already`, `unknown_account`, `malformed_reference`, `reference_used`,
 * `balance_too_low`, `malformed_name` and `malformed_explanation`.
 */
export function recordEntry(ports: RecordEntryPorts): RecordEntry {
  const { books, reconciliations, clock } = ports
  return async (request) => {
    const refusal = refuseRequest(request)
    return refusal ?? withoutOthers(ports, (lastAction) => recordSince(lastAction, request))
  }

  async function recordSince(
    lastAction: number,
    request: Parameters<RecordEntry>[0],
  ): Promise<{ readonly transaction: Transaction } | OperatorRefusal> {
    const found = await foundEntry(reconciliations, request)
    if ('refused' in found) return found
    const { run, entry } = found
    const first = await recordedAs(ports, found, request)
    const asked = first
      ? { transaction: first, collection: undefined }
      : await newPayment({ ...ports, lastAction }, found, request)
    if ('refused' in asked) return asked
    const { transaction, collection } = asked
    const { accountId, currency, reference, id } = transaction
    const action = { proposal: request.approval?.proposal ?? null }
    const refundOf = collection && { refundOf: collection.id }
    const scope = {
      account: accountId,
      currency,
      reference,
      transaction: id,
      events: true,
      action,
      ...refundOf,
    } as const
    const step = recordStep(transaction, {
      record: recording({ ...ports, lastAction }, request),
      run,
      entry,
      request,
      collection,
    })
    const refused = await books.atomically(scope, step).catch(async (error: unknown) => {
      if (error instanceof ActedMeanwhile) throw error
      // Somebody has recorded it for another account meanwhile: an id has one transaction.
      if (await books.transaction(id)) return recordedAlready(id)
      throw error
    })
    if (refused) return refused
    const recorded = await books.transaction(id)
    if (!recorded || !isSame(recorded, transaction)) return recordedAlready(id)
    const { runId, item, because, by } = request
    const atMs = clock.nowMs()
    const note = {
      runId,
      item,
      kind: 'resolved',
      owner: null,
      because,
      by,
      atMs,
      transactionId: id,
      moveReference: null,
    } as const
    if (entry.resolved === null) await reconciliations.note([note])
    return { transaction: recorded }
  }
}

function refuseRequest(request: ForgottenPayment & Attribution): OperatorRefusal | undefined {
  const refusal = refuseAttribution(request)
  if (refusal) return refusal
  return request.because === undefined ? malformedExplanation : refuseReference(request.reference)
}

/** Refuses a reference that no payment can have. */
export function refuseReference(reference: string): OperatorRefusal | undefined {
  if (new RegExp(referencePattern).test(reference)) return undefined
  return { refused: 'malformed_reference', message: `A reference must be ${referenceForm}` }
}

/** The earlier record of the same request. */
async function recordedAs(
  ports: RecordEntryPorts,
  found: FoundEntry,
  { accountId, reference, refundOf }: ForgottenPayment,
): Promise<Transaction | undefined> {
  const { books } = ports
  const first = await books.transaction(found.entry.resolved?.transactionId ?? (await idOf(ports, found)))
  if (first?.accountId !== accountId || first.reference !== reference) return undefined
  const collection = refundOf === undefined ? null : (await transactionNamed(books, accountId, refundOf))?.id
  return first.refundOf === collection ? first : undefined
}
