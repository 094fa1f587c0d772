import { actionCheck } from '../../actions/actionCheck.ts'
import type { Audit, Broken, Contradicted, OnProgress } from '../../ports/books/auditRules.ts'
import type { Books } from '../../ports/books/books.ts'
import { emptyBalance, type LedgerAccount, moved, type Posting } from '../../ports/books/ledger.ts'
import type { BalanceRow, FundingRows, MoneyOfTransaction, MoneyRows, Snapshot } from '../../ports/books/snapshot.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { endOf, endOfBatch, endOfFunding } from '../subjects/follows.ts'
import { batchProblems } from './auditBatches.ts'
import { eventCheck } from './auditEvents.ts'
import { moveCheck } from './auditMoves.ts'
import { refundCheck } from './auditRefunds.ts'

/** The function that {@link auditBooks} returns. */
export type AuditBooks = () => Promise<Audit>

/**
 * Checks the books at one moment, while others may write. Only with `secrets` are the hashes of actions computed again;
 * without them, only their numbers are checked.
 */
export function auditBooks({
  books,
  secrets,
  onProgress = () => {},
}: {
  readonly books: Pick<Books, 'snapshot'>
  readonly secrets?: Pick<Secrets, 'digest'> | undefined
  /** Takes the progress. The rows are among it only if the store counts them. */
  readonly onProgress?: OnProgress | undefined
}): AuditBooks {
  return () => {
    onProgress({ doing: 'checking lists and statements', done: 0, of: 1 })
    return books.snapshot(async (snapshot, moment) => {
      onProgress({ doing: 'checking lists and statements', done: 1, of: 1 })
      const onRow = await rowsShown(onProgress, moment?.count)
      return auditOf(snapshot, { actions: actionCheck(secrets), onRow })
    })
  }
}

/** The number of rows after which the progress is shown again. */
const rowsAtATime = 1_000

async function rowsShown(onProgress: OnProgress, count?: () => Promise<number>): Promise<(done: number) => void> {
  const of = await count?.()
  if (of === undefined) return () => {}
  return (done) => {
    if ((done % rowsAtATime === 0 && done < of) || done === of) onProgress({ doing: 'checking rows', done, of })
  }
}

type Auditing = { readonly actions: ReturnType<typeof actionCheck>; readonly onRow: (done: number) => void }

/** Reads each kind of rows once. Problems of no row come last. */
async function auditOf(snapshot: Snapshot, { actions, onRow }: Auditing): Promise<Audit> {
  const broken: Broken[] = []
  const contradicted: Contradicted[] = []
  let checked = 0
  const sums = postingSums()
  const events = eventCheck()
  const moves = moveCheck()
  const refunds = refundCheck()

  /** Counts a row with its problems. Usually it has none. */
  function check(problems: readonly Broken[]): void {
    checked += 1
    onRow(checked)
    if (problems.length > 0) broken.push(...problems)
  }

  for await (const posting of snapshot.postings()) check(sums.posting(posting))
  for await (const balance of snapshot.balances()) check(sums.balance(balance))
  for await (const event of snapshot.events()) check(events.event(event))
  for await (const rows of snapshot.transactions('money')) {
    const { transaction } = rows
    refunds.transaction(transaction)
    const end = endOf(transaction)
    if (end) events.happened(end)
    if (transaction.attention === 'contradiction') contradicted.push(contradictionOf(transaction))
    check(transactionProblems(rows))
  }
  for await (const rows of snapshot.fundings()) {
    events.happened(endOfFunding(rows.funding))
    check(fundingProblems(rows))
  }
  for await (const rows of snapshot.batches()) {
    const end = endOfBatch(rows.batch)
    if (end) events.happened(end)
    check(batchProblems(rows))
  }
  for await (const row of snapshot.strays()) {
    check([{ rule: 'nothing_stray', row, problem: 'it belongs to nothing in the books' }])
  }
  for await (const move of snapshot.operatorMoves()) check(moves.move(move))
  for await (const action of snapshot.actions()) check([...actions.action(action), ...moves.action(action)])
  for await (const end of snapshot.chainEnd()) check(actions.end(end))
  const left = [...sums.problems(), ...actions.problems(), ...moves.problems()]
  for await (const problem of events.problems(snapshot)) left.push(problem)
  for await (const problem of refunds.problems(snapshot)) left.push(problem)
  if (left.length > 0) check(left)
  return { ok: broken.length === 0, checked, broken, contradicted }
}

/** The sum of a balance's postings so far. Before the first, its last posting lies before all others. */
type Sum = { availableMinor: bigint; heldMinor: bigint; postedAtMs: number }

/**
 * Adds up postings: over all ledger accounts by currency, and available and held money by account and currency. `sums`
 * are the sums of earlier postings, by {@link keyOf}.
 */
export function postingSums(sums = new Map<string, Sum>()) {
  const ledgerAccounts = new Map<string, bigint>()
  // A balance's postings come one after the other: most are of the sum before.
  let [latestKey, latest]: [string, Sum] = ['', nothingSummed()]

  function sumOf(posting: Posting): Sum {
    const key = keyOf(posting)
    if (key === latestKey) return latest
    latestKey = key
    latest = sums.get(key) ?? nothingSummed()
    sums.set(key, latest)
    return latest
  }

  return {
    /**
     * Adds a posting. An amount that is not above zero, an unknown ledger account, or a time before that of the posting
     * before it, breaks a rule.
     */
    posting(posting: Posting): readonly Broken[] {
      const { currency, from, to, amountMinor, atMs } = posting
      const change = (isLedgerAccount(to) ? amountMinor : 0n) - (isLedgerAccount(from) ? amountMinor : 0n)
      if (change !== 0n) ledgerAccounts.set(currency, (ledgerAccounts.get(currency) ?? 0n) + change)
      const sum = sumOf(posting)
      const isInOrder = atMs >= sum.postedAtMs
      Object.assign(sum, moved(sum, posting), { postedAtMs: atMs })
      return isInOrder && change === 0n && amountMinor > 0n ? [] : postingProblems(posting, { change, isInOrder })
    },
    /** Compares a stored balance with its sum, and removes the sum. */
    balance(balance: BalanceRow): Broken[] {
      const row = keyOf(balance)
      const sum = sums.get(row) ?? nothingSummed()
      sums.delete(row)
      return [
        ...partProblems(row, { part: 'available', stored: balance.availableMinor, summed: sum.availableMinor }),
        ...partProblems(row, { part: 'held', stored: balance.heldMinor, summed: sum.heldMinor }),
      ]
    },
    /** The problems left at the end: currencies that do not add up to zero, and sums without a stored balance. */
    problems(): Broken[] {
      const uneven = [...ledgerAccounts].filter(([, sum]) => sum !== 0n)
      return [
        ...uneven.map(([row, sum]): Broken => ({ rule: 'sum_is_zero', row, problem: `all its postings make ${sum}` })),
        ...[...sums].map(([row, { availableMinor, heldMinor }]): Broken => {
          const problem = `no balance is stored, postings make ${availableMinor} available and ${heldMinor} held`
          return { rule: 'balance_is_sum', row, problem }
        }),
      ]
    },
  }
}

function nothingSummed(): Sum {
  return { ...emptyBalance, postedAtMs: Number.NEGATIVE_INFINITY }
}

function postingProblems(posting: Posting, { change, isInOrder }: { change: bigint; isInOrder: boolean }): Broken[] {
  const { from, to, amountMinor } = posting
  const text = `a posting of ${amountMinor} from ${from} to ${to}`
  const row = causeOf(posting)
  return [
    ...(change === 0n && amountMinor > 0n ? [] : [{ rule: 'sum_is_zero', row, problem: text } as const]),
    ...(isInOrder
      ? []
      : [{ rule: 'postings_in_order', row, problem: `${text} is dated before the one before it` } as const]),
  ]
}

function partProblems(
  row: string,
  { part, stored, summed }: { part: string; stored: bigint; summed: bigint },
): Broken[] {
  const problems: Broken[] = []
  if (stored !== summed) {
    problems.push({ rule: 'balance_is_sum', row, problem: `${part} is ${stored}, postings make ${summed}` })
  }
  if (stored < 0n) problems.push({ rule: 'balance_not_negative', row, problem: `${part} is ${stored}` })
  return problems
}

function isLedgerAccount(account: string): boolean {
  return isCommon.has(account) || /^float:./.test(account)
}

const isCommon: ReadonlySet<string> = new Set(['available', 'held', 'funding', 'fees'])

/** The name of a balance. */
export function keyOf({ accountId, currency }: { accountId: string; currency: string }): string {
  return `${accountId} ${currency}`
}

function causeOf({ accountId, cause }: Posting): string {
  if ('batch' in cause) return `batch ${cause.batch}`
  return 'transaction' in cause ? cause.transaction : `${accountId} ${cause.funding}`
}

type Movement = Pick<Posting, 'from' | 'to' | 'amountMinor'>
type Money = { readonly accountId: string; readonly currency: string }

/** A transaction has exactly the postings that its state requires. */
export function transactionProblems({ transaction, postings }: MoneyRows): Broken[] {
  const difference = differenceOf(transaction, movementsOf(transaction), postings)
  return difference ? [{ rule: 'postings_fit_transaction', row: transaction.id, problem: difference }] : []
}

/** The contradiction of a transaction that its network contradicts. */
export function contradictionOf({ id: transactionId, state }: MoneyOfTransaction): Contradicted {
  return { transactionId, problem: `it is ${state}, but its network contradicts that` }
}

/** A funding has exactly the one posting that it requires. */
export function fundingProblems({ funding, postings }: FundingRows): Broken[] {
  const { kind, amountMinor } = funding
  const movement: Movement =
    kind === 'fund'
      ? { from: 'funding', to: 'available', amountMinor }
      : { from: 'available', to: 'funding', amountMinor }
  const difference = differenceOf(funding, [movement], postings)
  if (!difference) return []
  return [{ rule: 'postings_fit_funding', row: `${funding.accountId} ${funding.reference}`, problem: difference }]
}

/** The movements of a transaction's money, of its fee and of a returned fee, by its kind and state. */
export function movementsOf({
  kind,
  state,
  network,
  amountMinor,
  feeMinor,
  feeBackMinor,
}: MoneyOfTransaction): Movement[] {
  const float: LedgerAccount = `float:${network}`
  const fee = (from: LedgerAccount): Movement[] =>
    feeMinor === 0n ? [] : [{ from, to: 'fees', amountMinor: feeMinor }]
  if (kind === 'collection')
    return state === 'succeeded' ? [{ from: float, to: 'available', amountMinor }, ...fee('available')] : []
  const all = amountMinor + feeMinor
  const hold: Movement = { from: 'available', to: 'held', amountMinor: all }
  const isGiven = kind === 'refund' && feeBackMinor !== 0n
  const back: Movement[] = isGiven ? [{ from: 'fees', to: 'available', amountMinor: feeBackMinor }] : []
  if (state === 'succeeded') return [hold, { from: 'held', to: float, amountMinor }, ...fee('held'), ...back]
  return state === 'failed' ? [hold, { from: 'held', to: 'available', amountMinor: all }] : [hold]
}

function differenceOf(money: Money, movements: readonly Movement[], postings: readonly Posting[]): string | undefined {
  if (areThese(money, movements, postings)) return undefined
  const wanted = movements.map((movement) => inWords({ ...money, ...movement })).join(', ')
  const found = postings.map((posting) => inWords(posting)).join(', ')
  return `its postings are ${found || 'none'}, but must be ${wanted || 'none'}`
}

function areThese(
  { accountId, currency }: Money,
  movements: readonly Movement[],
  postings: readonly Posting[],
): boolean {
  return (
    postings.length === movements.length &&
    postings.every((posting, index) => {
      const movement = movements[index]
      return (
        posting.accountId === accountId &&
        posting.currency === currency &&
        posting.amountMinor === movement?.amountMinor &&
        posting.from === movement.from &&
        posting.to === movement.to
      )
    })
  )
}

function inWords({ accountId, currency, from, to, amountMinor }: Money & Movement): string {
  return `${amountMinor} ${currency} of ${accountId} from ${from} to ${to}`
}
