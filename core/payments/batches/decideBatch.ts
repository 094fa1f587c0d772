import { type ActionPorts, type Attribution, recording, refuseAttribution } from '../../actions/attribution.ts'
import {
  batchAwaitsApproval,
  batchEnded,
  batchMakerLeft,
  batchQuarantined,
  batchUnconfirmed,
  type OperatorRefusal,
  unknownBatch,
} from '../../model/operatorRefusal.ts'
import { isRefusal, type Refusal } from '../../model/refusal.ts'
import type { Batch, Batches } from '../../ports/books/batches.ts'
import type { Books } from '../../ports/books/books.ts'
import type { People } from '../../ports/people/people.ts'
import { type BatchDecided, batchChanged, changeInStep, hasMakerLeft } from './changeBatch.ts'

/** The ports for an operator's decision about a batch. */
export type BatchDecisionPorts = ActionPorts & {
  readonly batches: Pick<Batches, 'byId'>
  readonly books: Pick<Books, 'atomically'>
  readonly people: Pick<People, 'user'>
}

/** The batch, its change, the operator and the reason. */
export type BatchDecision = { readonly batchId: string; readonly change: BatchDecided } & Attribution

/** The function that {@link decideBatch} returns. */
export type DecideBatch = (
  decision: BatchDecision,
) => Promise<{ readonly batch: Batch; readonly isChanged: boolean } | OperatorRefusal>

/**
 * Pauses, resumes, cancels, confirms or approves a batch of any account like its merchant, with an action. Repeating is
 * safe, and writes none. Refused with `malformed_name`, `malformed_explanation`, `unknown_batch`; with `batch_ended`
 * once the batch opens no more lines; with `batch_waits` if it must be approved first, or its requesting user may no
 * longer do so; with `batch_to_confirm` if it must be confirmed first; and with `batch_quarantined` if that is too
 * early.
 */
export function decideBatch(ports: BatchDecisionPorts): DecideBatch {
  return async (decision) => {
    const refusal = refuseAttribution(decision)
    if (refusal) return refusal
    const { batchId, change } = decision
    const found = await ports.batches.byId(batchId)
    if (!found) return unknownBatch(batchId)
    if (change === 'approve' && (await hasMakerLeft(ports, found))) return batchMakerLeft(found)
    let isChanged = false
    const record = recording(ports, decision)
    const changed = await changeInStep(ports, found, { change }, (before, after) => {
      isChanged = true
      return record(() => batchChanged(change, before, after))
    })
    return isRefusal(changed) ? refusalOf(changed, found) : { batch: changed, isChanged }
  }
}

function refusalOf({ refused }: Refusal, batch: Batch): OperatorRefusal {
  if (refused === 'batch_awaits_approval') return batchAwaitsApproval(batch)
  if (refused === 'batch_unconfirmed') return batchUnconfirmed(batch)
  return refused === 'quarantined' ? batchQuarantined(batch) : batchEnded(batch)
}
