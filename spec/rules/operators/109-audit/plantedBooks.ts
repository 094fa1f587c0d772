import { memoryStore } from '../../../../adapters/memory/memory.ts'
import {
  type AccountEvent,
  type Action,
  type Audit,
  auditBooks,
  type BalanceRow,
  type Batch,
  type BatchRows,
  type Books,
  type Broken,
  type ChainEnd,
  type FundingRows,
  type OperatorMove,
  type Posting,
  type Transaction,
  type TransactionRows,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { aPayout } from '../../../contracts/kit/records.ts'

/** Rows after an accident. */
type Planted = {
  balances?: BalanceRow[]
  postings?: Posting[]
  transactions?: TransactionRows[]
  fundings?: FundingRows[]
  strays?: string[]
  batches?: BatchRows[]
  actions?: Action[]
  operatorMoves?: OperatorMove[]
  chainEnd?: ChainEnd[]
  /** By default, the postings that the transactions and fundings require. */
  events?: Iterable<AccountEvent>
}

/** Audits books that contain only the planted rows. */
export function auditOf({
  balances = [],
  postings = [],
  transactions = [],
  fundings = [],
  strays = [],
  batches = [],
  actions = [],
  operatorMoves = [],
  chainEnd = [],
  events = eventsOf(transactions, fundings),
}: Planted): Promise<Audit> {
  const rows = {
    balances: () => balances,
    postings: () => postings,
    transactions: () => transactions,
    fundings: () => fundings,
    events: () => events,
    strays: () => strays,
    batches: () => batches,
    operatorMoves: () => operatorMoves,
    actions: () => actions,
    chainEnd: () => chainEnd,
  }
  const books: Books = { ...memoryStore().books, snapshot: (read) => read(rows) }
  return auditBooks({ books, secrets: testSecrets })()
}

/** The findings of their audit. */
export async function brokenIn(planted: Planted): Promise<readonly Broken[]> {
  return (await auditOf(planted)).broken
}

/** A funding of UGX 100 of account `a`. */
export const funded: Posting = {
  accountId: 'a',
  currency: 'UGX',
  from: 'funding',
  to: 'available',
  amountMinor: 100n,
  cause: { funding: 'f' },
  atMs: 0,
}
/** The postings that can move the UGX 30 of transaction `t`. */
export const held: Posting = { ...funded, from: 'available', to: 'held', amountMinor: 30n, cause: { transaction: 't' } }
export const settled: Posting = { ...held, from: 'held', to: 'float:MTN' }
export const released: Posting = { ...held, from: 'held', to: 'available' }
/** The posting of its fee of UGX 2, when it is paid. */
export const fee: Posting = { ...held, from: 'held', to: 'fees', amountMinor: 2n }
export const credited: Posting = { ...held, from: 'float:MTN', to: 'available' }

/** The transaction `t`, of either kind and in three states. */
export const payout: Transaction = aPayout('a', { id: 't', amountMinor: 30n })
export const collection: Transaction = { ...payout, kind: 'collection' }
export const paid: Transaction = { ...payout, state: 'succeeded' }
export const failed: Transaction = { ...payout, state: 'failed', reason: 'not_sent' }

/** Rows of a transaction and its postings. */
export function rowsOf(transaction: Transaction, ...postings: Posting[]): TransactionRows {
  return { transaction, postings }
}

/** A batch that has accepted UGX 100, with UGX 40 waiting, and its errors. */
export function batchOf({ state = 'paying', held = 40n, ...given }: WrongBatch = {}): BatchRows {
  const batch: Batch = {
    ...{ id: 'b', accountId: 'a', keyId: 'k', reference: 'r', digest: 'd', state, lines: 3, totals: null },
    ...{ sums: [{ currency: 'UGX', lines: 3, acceptedMinor: 100n, heldMinor: held }] },
    ...{ createdAtMs: 1, updatedAtMs: 1, quarantines: 0 },
  }
  const moved = [{ currency: 'UGX', heldMinor: 100n, releasedMinor: 100n - held }]
  return { batch, moved, waiting: [{ currency: 'UGX', minor: 40n }], ...given }
}

export type WrongBatch = Partial<Omit<BatchRows, 'batch'>> & { readonly state?: Batch['state']; readonly held?: bigint }

function eventsOf(transactions: readonly TransactionRows[], fundings: readonly FundingRows[]): AccountEvent[] {
  const ends = transactions
    .filter(({ transaction: { state } }) => state === 'succeeded' || state === 'failed')
    .map(({ transaction: { accountId, id } }) => ({ accountId, cause: { transaction: id } }))
  const moved = fundings.map(({ funding: { accountId, reference } }) => ({ accountId, cause: { funding: reference } }))
  const lasts = new Map<string, number>()
  return [...ends, ...moved].map((happened) => {
    const sequence = (lasts.get(happened.accountId) ?? 0) + 1
    lasts.set(happened.accountId, sequence)
    return { ...happened, sequence, atMs: 0 }
  })
}
