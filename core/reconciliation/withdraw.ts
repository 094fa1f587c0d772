import { type ActionPorts, type Attribution, type Done, recording, refuseAttribution } from '../actions/attribution.ts'
import { withoutOthers } from '../actions/meanwhile.ts'
import { type Attention, marked, mayBeOfFile } from '../model/attention.ts'
import { malformedExplanation, type OperatorRefusal } from '../model/operatorRefusal.ts'
import type { Transaction } from '../model/transaction.ts'
import { longestRunMs } from '../personalData/fileRows.ts'
import type { Books } from '../ports/books/books.ts'
import type { AnnotatedTransaction } from '../ports/books/transactions.ts'
import type { UnitOfWork } from '../ports/books/unitOfWork.ts'
import type { Actions } from '../ports/operators/actions.ts'
import type { Reconciliations, Run, Withdrawal } from '../ports/operators/reconciliations.ts'
import { markOf } from './comparison/evidence.ts'
import { agrees } from './comparison/judge.ts'
import { unknownRun } from './entries/foundEntry.ts'

/** The ports for withdrawing a comparison. */
export type WithdrawalPorts = ActionPorts & {
  readonly books: Pick<Books, 'atomically' | 'annotated' | 'transaction'>
  readonly reconciliations: Pick<Reconciliations, 'run' | 'entries' | 'about' | 'madeOf' | 'withdraw'>
  readonly actions: Pick<Actions, 'list'>
}

/** The function that {@link withdrawReconciliation} returns. */
export type WithdrawReconciliation = (
  request: { readonly runId: string } & Attribution & { readonly because: string },
) => Promise<{ readonly comparison: Run } | OperatorRefusal>

/**
 * Withdraws a comparison whose file was wrong, or was compared for another network or period than its own. It no longer
 * counts anywhere, the same file can be compared again, and its marks on payments are removed, unless another
 * comparison or a report supports them as well. The same request again finishes an interrupted run. Refused with
 * `unknown_reconciliation`, `malformed_name`, `malformed_explanation`, and with `reconciliation_decided` if a payment
 * was ended or recorded, or money moved, because of it.
 */
export function withdrawReconciliation(ports: WithdrawalPorts): WithdrawReconciliation {
  const { reconciliations, clock } = ports
  return async (request) => {
    const refusal = refuseAttribution(request) ?? (request.because === undefined ? malformedExplanation : undefined)
    if (refusal) return refusal
    const { runId, by, because, approval } = request
    const found = await withoutOthers(ports, async (lastAction) => {
      const run = await reconciliations.run(runId)
      if (!run || mayGoOn(run, clock.nowMs())) return unknownRun(runId)
      const decided = await decidedBecauseOf(ports, run)
      if (decided) return decided
      if (run.withdrawn && approval === undefined) return { run, withdrawn: run.withdrawn }
      const withdrawn = run.withdrawn ?? { by, because, atMs: clock.nowMs() }
      const acting = recording({ ...ports, lastAction }, request)(() => done(run))
      await reconciliations.withdraw(runId, withdrawn, acting)
      return { run, withdrawn }
    })
    if ('refused' in found) return found
    const { run, withdrawn } = found
    for (const id of await paymentsOf(ports, runId)) await unmark(ports, id, { run, withdrawn })
    return { comparison: { ...run, withdrawn } }
  }
}

/** The payments whose mark may come from a comparison. */
export async function markedByRun(
  ports: Pick<WithdrawalPorts, 'books' | 'reconciliations'>,
  runId: string,
): Promise<readonly Transaction[]> {
  const found = await Promise.all((await paymentsOf(ports, runId)).map((id) => ports.books.transaction(id)))
  return found.flatMap((transaction) => (transaction && mayBeOfFile(transaction) ? [transaction] : []))
}

/** Whether a comparison may still be running. */
function mayGoOn({ ended, begunAtMs }: Run, nowMs: number): boolean {
  return ended === null && begunAtMs >= nowMs - longestRunMs
}

/** The most decided payments that are named. */
const named = 10

async function decidedBecauseOf(
  { reconciliations }: WithdrawalPorts,
  { id }: Run,
): Promise<OperatorRefusal | undefined> {
  const { decided, moves } = await reconciliations.madeOf(id)
  const all = [
    ...decided.map((transactionId) => `transaction ${transactionId}`),
    ...moves.map((reference) => `move ${reference}`),
  ]
  if (all.length === 0) return undefined
  const more = all.length > named ? ` and ${all.length - named} more` : ''
  const message = `Reconciliation ${id} stands: decisions because of it concern ${all.slice(0, named).join(', ')}${more}`
  return { refused: 'reconciliation_decided', message }
}

/** The payments with a note from a comparison, or with another outcome in it. */
async function paymentsOf(
  { reconciliations }: Pick<WithdrawalPorts, 'reconciliations'>,
  runId: string,
): Promise<readonly string[]> {
  const found = new Set((await reconciliations.madeOf(runId)).noted)
  for (let after = 0; ; ) {
    const some = await reconciliations.entries({ runId, buckets: ['state_differs'], after, limit: together })
    for (const { transactionId } of some) if (transactionId !== null) found.add(transactionId)
    const last = some.at(-1)
    if (!last || some.length < together) return [...found]
    after = last.item
  }
}

const together = 1_000

type Withdrawn = { readonly run: Run; readonly withdrawn: Withdrawal }

/**
 * Removes the mark that only this comparison supports, and notes the withdrawal beside the payment. Another comparison
 * may rely on the mark before it has ended, so the mark is checked again afterwards.
 */
async function unmark(ports: WithdrawalPorts, transactionId: string, of: Withdrawn): Promise<void> {
  let isTaken = false
  for (;;) {
    const seen: AnnotatedTransaction | undefined = await ports.books.annotated(transactionId)
    if (!seen) return
    const { transaction, annotations } = seen
    const own = annotations.filter(({ runId }) => runId === of.run.id)
    const isToTell = own.length > 0 && !own.some(({ kind }) => kind === 'withdrawn')
    const mayGo = isTaken || mayBeOfFile(transaction)
    const attention = mayGo ? await attentionWithoutIt(ports, transaction) : transaction.attention
    if (attention === transaction.attention && !isToTell) return
    const { accountId: account, currency } = transaction
    const scope = { account, currency, transaction: transactionId }
    if (await ports.books.atomically(scope, take(seen, attention, { ...of, isToTell }))) isTaken = true
  }
}

/** The mark of a payment by reports, and by the comparisons that stand. */
async function attentionWithoutIt(
  { reconciliations }: WithdrawalPorts,
  transaction: Transaction,
): Promise<Attention | null> {
  let { reported: attention } = transaction
  for (const { entry } of await reconciliations.about(transaction.id)) {
    const { bucket, status } = entry
    if (bucket !== 'state_differs' || status === null || agrees({ status }, transaction)) continue
    const mark = markOf({ status }, transaction)
    if (mark) attention = marked({ attention }, mark)
  }
  return attention
}

function take(
  { transaction: seen }: AnnotatedTransaction,
  attention: Attention | null,
  { run, withdrawn, isToTell }: Withdrawn & { readonly isToTell: boolean },
): (work: UnitOfWork) => boolean {
  return (work) => {
    const now = work.transaction(seen.id)
    if (!now || (['state', 'attention', 'reported'] as const).some((name) => now[name] !== seen[name])) return false
    if (now.attention !== attention) work.record({ ...now, attention })
    const { by, because, atMs } = withdrawn
    const text = `the comparison with ${run.network}'s file ${run.file} was withdrawn: ${because}`
    if (isToTell) work.annotate({ transactionId: seen.id, kind: 'withdrawn', text, by, atMs, runId: run.id })
    return true
  }
}

function done({ id, file, digest, network }: Run): Done {
  const after = { file, digest, network }
  return { kind: 'reconcile.withdraw', accountId: null, subject: `reconciliation ${id}`, before: null, after }
}
