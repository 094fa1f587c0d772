import type { AddedLists, Changes, Scope, UnitOfWork } from '../../ports/books/unitOfWork.ts'
import { actionsIn } from '../subjects/actions.ts'
import { batchesIn } from '../subjects/batches.ts'
import { countsIn } from '../subjects/counts.ts'
import { fundingsIn } from '../subjects/fundings.ts'
import { ledgerIn } from '../subjects/ledger.ts'
import { type Step, stepOver } from '../subjects/step.ts'
import type { StepRows } from '../subjects/stepRows.ts'
import { transactionsIn } from '../subjects/transactions.ts'
import { isNothing } from './changes.ts'

/**
 * Runs a step over a store's rows and collects its writes; the store is not touched. When the result is a refusal, only
 * the PIN count is kept. `changes` is undefined when there is nothing to apply.
 */
export function runStep<T>(
  rows: StepRows,
  scope: Scope,
  step: (work: UnitOfWork) => T,
): { result: T; changes: Changes | undefined } {
  const changes = noChanges()
  const result = step(unitOfWorkIn(stepOver(rows, scope, changes)))
  const kept = isRefused(result) ? { ...noChanges(), pinCount: changes.pinCount } : changes
  return { result, changes: isNothing(kept) ? undefined : kept }
}

/** Lists without any added rows. */
export function noneAdded(): AddedLists {
  return { fundings: [], events: [], actions: [] }
}

/** The changes of a step that has written nothing yet. Stores keep them in this order. */
function noChanges(): Changes {
  return {
    pinCount: undefined,
    prompts: undefined,
    dayCount: undefined,
    postings: [],
    balances: new Map(),
    opened: new Map(),
    changed: new Map(),
    batch: undefined,
    batchLine: undefined,
    annotations: [],
    exchanges: [],
    erased: [],
    fundings: [],
    events: [],
    actions: [],
    chainEnd: undefined,
  }
}

function isRefused(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'refused' in result
}

/** The reads and writes of a step, subject by subject. */
function unitOfWorkIn(step: Step): UnitOfWork {
  const { rows, scope } = step
  const [counts, payments, fundings] = [countsIn(step), transactionsIn(step), fundingsIn(step)]
  const [batches, actions] = [batchesIn(step), actionsIn(step)]
  // Each by its name: spreading them would cost every step more than what it does.
  return {
    nowMs: (callersMs) => rows.nowMs(callersMs),
    isQuarantined: () => rows.isQuarantined(),
    quarantines: () => rows.quarantines(),
    stopsOf: (channel) => rows.stopsOf(channel),
    accountVersion: () => rows.accountVersion(scope.account),
    ledger: ledgerIn(step),
    pinCount: counts.pinCount,
    countPin: counts.countPin,
    prompts: counts.prompts,
    keepPrompts: counts.keepPrompts,
    dayCount: counts.dayCount,
    countDay: counts.countDay,
    references: payments.references,
    transaction: payments.transaction,
    record: payments.record,
    refunded: payments.refunded,
    link: payments.link,
    erasePhoneNumber: payments.erasePhoneNumber,
    annotate: payments.annotate,
    keepExchanges: payments.keepExchanges,
    funding: fundings.funding,
    fund: fundings.fund,
    batch: batches.batch,
    batchLine: batches.batchLine,
    keepBatch: batches.keepBatch,
    keepBatchLine: batches.keepBatchLine,
    act: actions.act,
  }
}
