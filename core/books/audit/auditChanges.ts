import { actionCheck } from '../../actions/actionCheck.ts'
import type { ChangedBooks } from '../../ports/books/auditMarks.ts'
import type { Broken, ContinuedAudit, Contradicted } from '../../ports/books/auditRules.ts'
import type { Posting } from '../../ports/books/ledger.ts'
import type { MoneyRows } from '../../ports/books/snapshot.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { endOf, endOfBatch, endOfFunding } from '../subjects/follows.ts'
import { batchProblems } from './auditBatches.ts'
import { contradictionOf, fundingProblems, keyOf, movementsOf, postingSums, transactionProblems } from './auditBooks.ts'
import { eventCheck } from './auditEvents.ts'
import { moveCheck } from './auditMoves.ts'
import { refundCheck } from './auditRefunds.ts'

/**
 * Audits the books since a mark by the rules of a full audit. Resolves with undefined at the first problem: only a full
 * audit names it, and finds others.
 */
export async function auditChanges(
  changes: ChangedBooks,
  secrets: Pick<Secrets, 'digest'> | undefined,
): Promise<ContinuedAudit | undefined> {
  const tally = { transactions: 0, open: 0, fundings: 0, batches: 0 }
  let checked = 0
  for await (const problems of problemsSince(changes, tally, actionCheck(secrets))) {
    if (problems.length > 0) return undefined
    checked += 1
  }
  if (!(await isComplete(changes, tally))) return undefined
  const contradicted: Contradicted[] = []
  for await (const transaction of changes.contradicted()) contradicted.push(contradictionOf(transaction))
  const { atMs } = changes.mark
  return { ok: true, checked, broken: [], contradicted, since: { atMs, transactions: tally.transactions + tally.open } }
}

/** The numbers of read rows: new transactions and transactions open at the mark, new fundings, completed batches. */
type Tally = { transactions: number; open: number; fundings: number; batches: number }

/**
 * Whether every row was read that is new or was open. A transaction or funding that nothing names, and a payment that
 * was final before and has another posting or event, changes the numbers.
 */
async function isComplete({ mark, counts }: ChangedBooks, tally: Tally): Promise<boolean> {
  const now = await counts()
  return (
    tally.open === mark.open &&
    now.transactions === mark.transactions + tally.transactions &&
    now.fundings === mark.fundings + tally.fundings &&
    now.batches === mark.batches + tally.batches
  )
}

/** The problems of each row since the mark. */
async function* problemsSince(
  changes: ChangedBooks,
  tally: Tally,
  actions: ReturnType<typeof actionCheck>,
): AsyncGenerator<readonly Broken[]> {
  const { sums, events, open } = await begunAtMark(changes)
  const moves = moveCheck()
  const refunds = refundCheck()
  for await (const posting of changes.postings()) yield sums.posting(posting)
  for await (const balance of changes.balances()) yield sums.balance(balance)
  for await (const event of changes.events()) yield events.event(event)
  for await (const rows of changes.transactions('money')) {
    const wasOpen = open.has(rows.transaction.id)
    tally[wasOpen ? 'open' : 'transactions'] += 1
    const end = endOf(rows.transaction)
    if (end) events.happened(end)
    yield transactionProblems(wasOpen ? withFirstPostings(rows) : rows)
  }
  for await (const rows of changes.fundings()) {
    tally.fundings += 1
    events.happened(endOfFunding(rows.funding))
    yield fundingProblems(rows)
  }
  for await (const rows of changes.batches()) {
    const end = endOfBatch(rows.batch)
    if (end) {
      tally.batches += 1
      events.happened(end)
    }
    yield batchProblems(rows)
  }
  for await (const row of changes.strays()) yield [problem(row, 'it belongs to nothing in the books')]
  for await (const move of changes.operatorMoves()) yield moves.move(move)
  for await (const action of changes.actions()) yield [...actions.action(action), ...moves.action(action)]
  for await (const end of changes.chainEnd()) yield actions.end(end)
  for await (const transaction of changes.refunded()) refunds.transaction(transaction)
  const left = [...sums.problems(), ...actions.problems(), ...moves.problems()]
  left.push(...events.unequal().map((row) => problem(row, 'its events and their causes differ')))
  for await (const found of refunds.problems(collectionsOf(changes))) left.push(found)
  if (left.length > 0) yield left
}

/** The sums of postings, the numbers of events and the open payments as they were at the mark. */
async function begunAtMark(changes: ChangedBooks) {
  const sums: Parameters<typeof postingSums>[0] = new Map()
  for await (const { accountId, currency, availableMinor, heldMinor, postedAtMs } of changes.markedBalances())
    sums.set(keyOf({ accountId, currency }), { availableMinor, heldMinor, postedAtMs })
  const lasts = new Map<string, number>()
  for await (const { accountId, sequence } of changes.markedEvents()) lasts.set(accountId, sequence)
  const open = new Set<string>()
  for await (const id of changes.markedTransactions()) open.add(id)
  return { sums: postingSums(sums), events: eventCheck(lasts), open }
}

function problem(row: string, problem: string): Broken {
  return { rule: 'nothing_stray', row, problem }
}

/** A payment that was open at the mark had exactly the postings of an open payment: the audit before has seen them. */
function withFirstPostings({ transaction, postings }: MoneyRows): MoneyRows {
  const { accountId, currency, id, createdAtMs: atMs } = transaction
  const first = movementsOf({ ...transaction, state: 'pending' }).map(
    (movement): Posting => ({ accountId, currency, cause: { transaction: id }, atMs, ...movement }),
  )
  return { transaction, postings: [...first, ...postings] }
}

function collectionsOf(changes: ChangedBooks) {
  return {
    async *transactions() {
      for await (const transaction of changes.refunded()) yield { transaction, postings: [] }
    },
  }
}
