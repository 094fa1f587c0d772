import type { Batches, Scope } from '../../../../core/sente.ts'
import type { Actor } from '../acts/actor.ts'
import type { Stage } from '../stage/stage.ts'
import { everythingIn } from './inspection.ts'

/** The batches of one actor: whatever it reads or writes waits for its turn, and the model judges what was read by then. */
export function judgedBatches(stage: Stage, actor: Actor): Batches {
  const { batches } = stage.store
  const { take } = stage.turns
  const { run, batching } = actor
  const clock = stage.clock.ofRun(run.name)
  const model = stage.model.batches
  return {
    ...batches,
    forgetDrafts: (before) => take(actor, 'forgets drafts', () => batches.forgetDrafts(before)),
    draft: (batch) => take(actor, `drafts ${batch.id}`, () => batches.draft(batch)),
    addLines: (lines) => take(actor, `adds lines to ${lines[0]?.batchId}`, () => batches.addLines(lines)),
    forget: (id) => take(actor, `forgets ${id}`, () => batches.forget(id)),
    byReference(account, reference) {
      // What a line costs is fixed when its batch is begun.
      if (batching) batching.begunAtMs = clock.nowMs()
      return take(actor, `looks for ${reference}`, () => {
        if (batching) batching.expected = model.judgeReference(batching.request)
        return batches.byReference(account, reference)
      })
    },
    usedReferences: (account, references) =>
      take(actor, 'looks for references', () => {
        if (batching?.seen) {
          const at = { seen: batching.seen, nowMs: batching.begunAtMs, config: run.config }
          const { code, lines } = model.judgeLines(batching.request, at)
          Object.assign(batching, { expected: code, lines })
        }
        return batches.usedReferences(account, references)
      }),
    claim: (claim) => take(actor, 'claims batches', () => batches.claim(claim)),
    settle: (id) =>
      take(actor, `settles ${id}`, () => {
        model.settle(id)
        return batches.settle(id)
      }),
    next: (query) => take(actor, `looks for the next line of ${query.batchId}`, () => batches.next(query)),
    totals: (id) => take(actor, `adds up ${id}`, () => batches.totals(id)),
  }
}

type Stepped = { scope: Scope; result: unknown; wallMs: number; monotonicMs: number; before: string }

/** Lets the model take a step about a batch too: it is accepted, one of its lines has its turn, or it is completed. */
export async function followBatch(stage: Stage, actor: Actor, stepped: Stepped): Promise<void> {
  const { scope, result, before } = stepped
  const found = codeOf(result)
  const isWritten = found === 'opened' || found === 'done' || found.startsWith('closed ')
  if (!isWritten && (await everythingIn(stage.store.books)) !== before)
    throw new Error(`batch ${scope.batch} was answered ${found}, but that left a trace`)
  if (found === 'stale') return
  const wanted = judged(stage, actor, stepped)
  if (found !== wanted) throw new Error(`batch ${scope.batch}, line ${scope.batchLine}: ${found}, not ${wanted}`)
}

function judged(stage: Stage, { run, batching }: Actor, { scope, result, wallMs, monotonicMs }: Stepped): string {
  const { batch = '', batchLine, transaction = '' } = scope
  const { batches } = stage.model
  if (batchLine !== undefined) {
    if (codeOf(result) === 'opened') stage.openings.set(transaction, { run, wallMs, monotonicMs, isSubmitted: false })
    return batches.takeTurn(batch, batchLine, { transaction, nowMs: wallMs, config: run.config })
  }
  if (batching) {
    batching.expected = batches.accept(batch, batching.request, { lines: batching.lines, nowMs: wallMs })
    return batching.expected
  }
  batches.complete(batch)
  return 'done'
}

function codeOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return typeof result === 'string' ? result : 'done'
  if ('closed' in result) return `closed ${result.closed}`
  return 'refused' in result ? String(result.refused) : 'opened'
}
