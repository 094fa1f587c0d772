import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import { isOlderThanQuarantine } from '../../books/quarantine.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { Batch, Batches, BatchQuery, BatchTotal, LineQuery, LineRows } from '../../ports/books/batches.ts'
import type { Quarantines } from '../../ports/operators/quarantines.ts'

/** A batch, the totals of its lines, and whether it must be confirmed before it can continue. */
export type BatchStatus = {
  readonly batch: Batch
  readonly totals: readonly BatchTotal[]
  readonly isUnconfirmed: boolean
}

/** The function that {@link lookUpBatch} returns. */
export type LookUpBatch = (request: {
  readonly caller: Caller
  readonly batchId: string
}) => Promise<BatchStatus | Refusal>

/** The function that {@link listBatches} returns. */
export type ListBatches = (request: {
  readonly caller: Caller
  readonly query: Omit<BatchQuery, 'accountId'>
}) => Promise<{ readonly batches: readonly Batch[] } | Refusal>

/** The function that {@link listBatchLines} returns. */
export type ListBatchLines = (request: {
  readonly caller: Caller
  readonly query: LineQuery
}) => Promise<{ readonly batch: Batch; readonly lines: readonly LineRows[] } | Refusal>

/** The refusal of a batch that the caller does not have. */
export const batchNotFound: Refusal = { refused: 'batch_not_found' }

/** The ports for looking up a batch. */
export type BatchLookUpPorts = { readonly batches: Pick<Batches, 'byId' | 'totals' | 'lines'> }

/** Looks up a batch of the caller. Refused with `kyc_incomplete`, `api_access_off` and `batch_not_found`. */
export function lookUpBatch({
  batches,
  quarantines,
}: BatchLookUpPorts & { readonly quarantines: Pick<Quarantines, 'all'> }): LookUpBatch {
  return async ({ caller, batchId }) => {
    const found = await findOwn(batches, caller, batchId)
    if ('refused' in found) return found
    const totals = found.totals ?? (await batches.totals(batchId))
    return { batch: found, totals, isUnconfirmed: await checkUnconfirmed({ quarantines })(found) }
  }
}

/** The function that {@link checkUnconfirmed} returns. */
export type CheckUnconfirmed = (batch: Batch) => Promise<boolean>

/** Whether a batch would continue once it is resumed or approved, but is older than a quarantine. */
export function checkUnconfirmed({
  quarantines,
}: {
  readonly quarantines: Pick<Quarantines, 'all'>
}): CheckUnconfirmed {
  return async (batch) => {
    const isOver = batch.state === 'cancelling' || batch.state === 'completed'
    return !isOver && isOlderThanQuarantine(batch, (await quarantines.all()).length)
  }
}

/** Lists batches of the caller, newest first. Refused with `kyc_incomplete` and `api_access_off`. */
export function listBatches({ batches }: { readonly batches: Pick<Batches, 'list'> }): ListBatches {
  return async ({ caller: { account }, query }) => {
    const refusal = refuseApiUse(account)
    return refusal ?? { batches: await batches.list({ ...query, accountId: account.id }) }
  }
}

/** Lists lines of a batch of the caller, with their payments. Refused like {@link lookUpBatch}. */
export function listBatchLines({ batches }: BatchLookUpPorts): ListBatchLines {
  return async ({ caller, query }) => {
    const found = await findOwn(batches, caller, query.batchId)
    if ('refused' in found) return found
    return { batch: found, lines: await batches.lines(query) }
  }
}

async function findOwn(batches: Pick<Batches, 'byId'>, { account }: Caller, batchId: string): Promise<Batch | Refusal> {
  const refusal = refuseApiUse(account)
  if (refusal) return refusal
  const found = await batches.byId(batchId)
  return found && found.accountId === account.id ? found : batchNotFound
}
