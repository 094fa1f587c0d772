import type { Books, Claimed, Scope, UnitOfWork } from '../../../../core/sente.ts'
import type { Actor } from '../acts/actor.ts'
import type { Stage } from '../stage/stage.ts'
import { followBatch } from './batches.ts'
import { compareAccount, compareTransaction, everythingIn } from './inspection.ts'
import type { ClaimedBy, Known, Report } from './provider.ts'

/** The books of one actor: each step and each read waits for its turn; after a step they are compared with the model. */
export function judgedBooks(stage: Stage, actor: Actor, { reports, claims }: Known): Books {
  const { books } = stage.store
  const { take } = stage.turns
  const clock = stage.clock.ofRun(actor.run.name)

  function atomically<T>(scope: Scope, step: (work: UnitOfWork) => T): Promise<T> {
    const { account, transaction: id = '', reference, batch } = scope
    const opening = { id, wallMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
    const report = reports.get(id)
    const monotonicMs = stage.clock.monotonicMs()
    const wallMs = report?.claim ? report.claim.wallMs + monotonicMs - report.claim.monotonicMs : clock.nowMs()
    const at = { wallMs, monotonicMs, run: actor.run.name }
    reports.delete(id)
    const queued = async () => {
      const before = (reference ?? batch) === undefined ? '' : await everythingIn(books)
      const result = await books.atomically(scope, step)
      if (batch !== undefined) await followBatch(stage, actor, { ...opening, scope, result, before })
      else if (reference !== undefined) await followOpening(stage, actor, { ...opening, result, before })
      else if (report) followReport(stage, actor, { id, report, at })
      await compareTransaction(stage, id)
      await compareAccount(stage, account)
      return result
    }
    return take(actor, `${reference === undefined ? 'notes' : 'opens'} ${batch ?? id}`, queued)
  }

  function known(from: ClaimedBy['from'], { atMs, transactions }: Claimed): Claimed {
    const given = transactions.map((transaction) => ({ ...transaction }))
    const claim = { from, wallMs: atMs, monotonicMs: stage.clock.monotonicMs() }
    for (const transaction of given) claims.set(transaction, claim)
    return { atMs, transactions: given }
  }

  return {
    atomically,
    transaction: (id) =>
      take(actor, `reads ${id}`, () => {
        const { order } = actor
        // What is refunded may have ended since the account was read.
        if (order?.seen && order.request.collection === id)
          order.expected = stage.model.judgeKnown(order.request, clock.nowMs(), order.seen)
        return books.transaction(id)
      }),
    transactionByReference(accountId, reference) {
      const { order } = actor
      if (order?.request.link === undefined) return books.transactionByReference(accountId, reference)
      return take(actor, `looks for ${reference}`, () => {
        order.isFound = true
        // A form that is sent again shows its payment, whatever has become of the account's rights.
        const { isUsed, judgeKnown } = stage.model
        const isSentAgain = isUsed(order.request)
        order.expected = isSentAgain ? 'duplicate_reference' : judgeKnown(order.request, clock.nowMs(), order.seen)
        return books.transactionByReference(accountId, reference)
      })
    },
    balances: (accountId) => books.balances(accountId),
    dayCounts: (accountId) => books.dayCounts(accountId),
    awaited: () => take(actor, 'counts what is awaited', books.awaited),
    async claim(due) {
      return known('sweep', await take(actor, `claims what is due at ${due.network}`, () => books.claim(due)))
    },
    async claimOne(id, claim) {
      return known('hint', await take(actor, `claims ${id}`, () => books.claimOne(id, claim)))
    },
    list: (query) => take(actor, 'lists', () => books.list(query)),
    fundings: (query) => books.fundings(query),
    events: (query) => books.events(query),
    statement: (query) => books.statement(query),
    annotated: (id) => books.annotated(id),
    snapshot: (read) => books.snapshot(read),
  }
}

type Opened = { id: string; result: unknown; wallMs: number; monotonicMs: number; before: string }

/** Lets the model open what the books opened or refused; an account that has changed is read again first. */
async function followOpening(stage: Stage, { run, order }: Actor, opened: Opened): Promise<void> {
  const { id, result, wallMs, monotonicMs, before } = opened
  if (!order) throw new Error('an opening without a request')
  if (isOpened(result)) stage.openings.set(id, { run, wallMs, monotonicMs, isSubmitted: false })
  else if ((await everythingIn(stage.store.books)) !== before) throw new Error(`${id} was not opened, but left a trace`)
  order.seen = undefined
  if (result === 'stale') return
  order.expected = stage.model.open(id, order.request, { nowMs: wallMs, config: run.config })
  const code = isOpened(result) ? 'opened' : refusedIn(result)
  if (code !== order.expected) throw new Error(`${id}: ${code}, not ${order.expected}`)
}

type Noted = { id: string; report: Report; at: { wallMs: number; monotonicMs: number; run: string } }

function followReport({ model, mistaken }: Stage, { run }: Actor, { id, report, at }: Noted): void {
  const { from, answer, isSame } = report
  if (!isSame) mistaken.add(id)
  const word = 'networkReason' in answer ? (answer.networkReason ?? null) : null
  model.report(id, { from, outcome: answer.outcome, isSame, word, config: run.config, at })
}

function refusedIn(result: unknown): unknown {
  return typeof result === 'object' && result !== null && 'refused' in result ? result.refused : result
}

function isOpened(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'opened' in result
}
