import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import type { ActionPorts, Done } from '../../actions/attribution.ts'
import { recordingOfUser } from '../../actions/byUser.ts'
import { isOlderThanQuarantine, quarantined } from '../../books/quarantine.ts'
import { isRefusal, type Refusal } from '../../model/refusal.ts'
import { mayDo } from '../../people/permissions.ts'
import type { Batch, Batches } from '../../ports/books/batches.ts'
import type { Books } from '../../ports/books/books.ts'
import type { Scope, UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Acting } from '../../ports/operators/actions.ts'
import type { People } from '../../ports/people/people.ts'
import { batchNotFound } from './lookUpBatches.ts'

/** The possible changes of an accepted batch. */
export const batchChanges = ['pause', 'resume', 'cancel', 'confirm'] as const

/**
 * A change of a batch: it is paused, resumed, or ended for good. If it is older than a quarantine, it can be confirmed:
 * none of its waiting lines was paid, except those whose payments were recorded since.
 */
export type BatchChange = (typeof batchChanges)[number]

/** A change, or the approval of a batch that waits for a second person. */
export type BatchDecided = BatchChange | 'approve'

/** The function that {@link changeBatch} returns. */
export type ChangeBatch = (request: {
  readonly caller: Caller
  readonly batchId: string
  readonly change: BatchDecided
}) => Promise<Batch | Refusal>

/** The ports for changing a batch. */
export type ChangeBatchPorts = ActionPorts & {
  readonly batches: Pick<Batches, 'byId'>
  readonly books: Books
  readonly people: Pick<People, 'user'>
}

/**
 * Pauses, resumes, cancels, confirms or approves a batch of the caller. Cancelling releases the money of all waiting
 * lines in one step; open payments continue. Repeating is safe. Refused with `batch_not_found`, and with
 * `batch_is_over` once the batch opens no more lines. Refused with `batch_awaits_approval` while it waits for a key or
 * user other than its requester, or if the requesting user may no longer do so: such a batch is cancelled. A batch that
 * is older than a quarantine of the books may have been paid. Until it is confirmed, resuming, approving and cancelling
 * are refused with `batch_unconfirmed`; confirming is refused with `quarantined` while the quarantine lasts. A user's
 * change is recorded.
 */
export function changeBatch(ports: ChangeBatchPorts): ChangeBatch {
  return async ({ caller, batchId, change }) => {
    const { account, keyId } = caller
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const found = await ports.batches.byId(batchId)
    if (!found || found.accountId !== account.id) return batchNotFound
    if (change === 'approve' && (await hasMakerLeft(ports, found))) return awaitsApproval
    const record = recordingOfUser(ports, caller)
    return changeInStep(
      ports,
      found,
      { change, keyId },
      record && ((before, after) => record(() => batchChanged(change, before, after))),
    )
  }
}

const awaitsApproval: Refusal = { refused: 'batch_awaits_approval' }

/** Whether a batch still waits whose requesting user may no longer pay: nobody can approve it then. */
export async function hasMakerLeft(
  { people }: Pick<ChangeBatchPorts, 'people'>,
  { state, keyId }: Batch,
): Promise<boolean> {
  const maker = state === 'awaiting_approval' ? await people.user(keyId) : undefined
  return maker !== undefined && !mayDo(maker, 'batch.accept')
}

/** The action for a changed batch. */
export function batchChanged(change: BatchDecided, before: Batch, { id, accountId, state }: Batch): Done {
  return {
    kind: `batch.${change}`,
    accountId,
    subject: `batch ${id}`,
    before: { state: before.state },
    after: { state },
  }
}

/** Makes the action for a change of a batch. */
type ActOn = (before: Batch, after: Batch) => Acting

/** The change, and the key if a merchant makes it. */
type Changing = { readonly change: BatchDecided; readonly keyId?: string }

/** Changes a batch that was found, whoever requested it. The action, if one is made, is written if anything changes. */
export async function changeInStep(
  { books, clock }: { readonly books: Pick<Books, 'atomically'>; readonly clock: Clock },
  batch: Batch,
  changing: Changing,
  actOn?: ActOn,
): Promise<Batch | Refusal> {
  const scope = batchScope(batch)
  return books.atomically({ ...scope, ...(actOn && { action: { proposal: null } }) }, (work) => {
    const before = work.batch()?.batch
    const next = changed(work, changing, clock.nowMs())
    if (before && actOn && !isRefusal(next) && next !== before) work.act(actOn(before, next))
    return next
  })
}

/** The rows of a step about a whole batch: its own, and the balances in which it holds money. */
export function batchScope({ id, accountId, sums }: Batch): Scope & { readonly batch: string } {
  const [first, ...currencies] = sums.map(({ currency }) => currency)
  if (first === undefined) throw new Error(`batch ${id} has no line to accept`)
  return { account: accountId, currency: first, currencies, batch: id }
}

function changed(work: UnitOfWork, { change, keyId }: Changing, atMs: number): Batch | Refusal {
  const found = work.batch()
  if (!found) return batchNotFound
  const { batch } = found
  if (batch.state === 'completed' || (batch.state === 'cancelling' && change !== 'cancel'))
    return { refused: 'batch_is_over' }
  if (change === 'confirm') return confirmed(work, batch, atMs)
  const isWaiting = batch.state === 'awaiting_approval'
  if (isWaiting && change !== 'cancel' && (change !== 'approve' || keyId === batch.keyId)) return awaitsApproval
  const state = statesAfter[change]
  if (batch.state === state || (change === 'approve' && !isWaiting)) return batch
  // Cancelling gives back money that may have been paid. Pausing is safe.
  if (change !== 'pause' && isOlderThanQuarantine(batch, work.quarantines())) return { refused: 'batch_unconfirmed' }
  const next: Batch = { ...batch, state, updatedAtMs: atMs }
  const kept = change === 'cancel' ? releaseAll(work, next, atMs) : next
  work.keepBatch(kept)
  return kept
}

const statesAfter = { pause: 'paused', resume: 'paying', approve: 'paying', cancel: 'cancelling' } as const

/** Marks a batch as one of the present books. It continues only when it is resumed or approved. */
function confirmed(work: UnitOfWork, batch: Batch, atMs: number): Batch | Refusal {
  const quarantines = work.quarantines()
  if (!isOlderThanQuarantine(batch, quarantines)) return batch
  if (work.isQuarantined()) return quarantined
  const state = batch.state === 'paying' ? 'paused' : batch.state
  const kept: Batch = { ...batch, state, quarantines, updatedAtMs: atMs }
  work.keepBatch(kept)
  return kept
}

function releaseAll(work: UnitOfWork, batch: Batch, atMs: number): Batch {
  const { id, accountId } = batch
  for (const { currency, heldMinor: amountMinor } of batch.sums) {
    if (amountMinor > 0n)
      work.ledger.post({ accountId, currency, from: 'held', to: 'available', amountMinor, cause: { batch: id }, atMs })
  }
  return { ...batch, sums: batch.sums.map((sum) => ({ ...sum, heldMinor: 0n })) }
}
