import { type BatchDecided, isRefusal } from '../../../core/sente.ts'
import { batchData } from '../../formats/batch.ts'
import { batchesPath } from '../answers/envelope.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { batchExample, batchSchema } from '../openapi/batchSchemas.ts'
import { callerRefusals, jsonSuccess, type Parameter } from '../openapi/operation.ts'

/** The path's parameter for a batch. */
export const batchIdParameter: Parameter = {
  in: 'path',
  name: 'batch_id',
  description: 'The id of the batch.',
  schema: { type: 'string' },
  example: batchExample.batch_id,
  isRequired: true,
}

/** One batch of the caller. */
export const payoutBatch: Endpoint = {
  path: `${batchesPath}/:batch_id`,
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'findPayoutBatch',
    tag: 'Batches',
    summary: 'Look up a batch',
    description: 'The progress of a batch: the number of its lines in each state, and their total.',
    parameters: [batchIdParameter],
    answers: {
      200: { description: 'The batch as it stands.', content: jsonSuccess('Batch found', batchSchema, batchExample) },
    },
    refusals: [...callerRefusals, 'request_aborted', 'batch_not_found'],
  },
  handler: ({ batches, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const found = await batches.lookUpBatch({ caller, batchId: ctx.params.batch_id })
      if (isRefusal(found)) return found
      return { status: 200, message: 'Batch found', data: batchData(found.batch, found.totals, found.isUnconfirmed) }
    }),
}

const changes: Readonly<
  Record<BatchDecided, { readonly summary: string; readonly done: string; readonly text: string }>
> = {
  pause: {
    summary: 'Pause a batch',
    done: 'Batch paused',
    text: 'None of its lines becomes a payout until it is resumed. Their money stays held.',
  },
  resume: { summary: 'Resume a batch', done: 'Batch resumed', text: 'Its lines become payouts again.' },
  confirm: {
    summary: 'Confirm a batch',
    done: 'Batch confirmed',
    text: 'After the operator had to restore the books from a backup, confirms that none of the waiting lines was paid, except those whose payments the operator has recorded. A batch from before the restore can continue only once it is confirmed. It then stays as it is until it is resumed, approved or cancelled.',
  },
  approve: {
    summary: 'Approve a batch',
    done: 'Batch approved',
    text: 'Continues a batch in the state `awaiting_approval`. The key must not be the one that requested the batch. A batch in another state stays as it is.',
  },
  cancel: {
    summary: 'Cancel a batch',
    done: 'Batch cancelled',
    text: 'A line that is not a payout yet never becomes one, and its money is released at once. Open payouts continue, and the batch is completed when they end.',
  },
}

function changing(change: BatchDecided): Endpoint {
  const { summary, done, text } = changes[change]
  return {
    path: `${batchesPath}/:batch_id/${change}`,
    methods: ['POST'],
    acts: [`batch.${change}`],
    openapi: {
      id: `${change}PayoutBatch`,
      tag: 'Batches',
      summary,
      description: `${text} Repeating is safe.`,
      parameters: [batchIdParameter],
      answers: {
        200: { description: 'The batch as it stands then.', content: jsonSuccess(done, batchSchema, batchExample) },
      },
      refusals: [
        ...callerRefusals,
        'request_aborted',
        'batch_not_found',
        'batch_is_over',
        'batch_awaits_approval',
        ...(change === 'confirm' ? (['quarantined'] as const) : []),
        ...(change === 'confirm' || change === 'pause' ? [] : (['batch_unconfirmed'] as const)),
      ],
    },
    handler: ({ batches, ...deps }) =>
      lookUpHandler(deps, async (caller, ctx) => {
        const batchId: string = ctx.params.batch_id
        const changed = await batches.changeBatch({ caller, batchId, change })
        if (isRefusal(changed)) return changed
        const found = await batches.lookUpBatch({ caller, batchId })
        if (isRefusal(found)) return found
        return { status: 200, message: done, data: batchData(found.batch, found.totals, found.isUnconfirmed) }
      }),
  }
}

/** The changes of a batch, an endpoint each. */
export const batchChangeEndpoints: readonly Endpoint[] = (
  ['pause', 'resume', 'cancel', 'confirm', 'approve'] as const
).map(changing)
