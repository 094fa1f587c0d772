import type { Caller } from '../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../accounts/refuseApiUse.ts'
import { type OperatorRefusal, unconfiguredCurrency, unknownAccount } from '../model/operatorRefusal.ts'
import type { Refusal } from '../model/refusal.ts'
import type { AccountPorts } from '../ports/accountPorts.ts'
import type { Books } from '../ports/books/books.ts'
import { type Balance, emptyBalance, moved } from '../ports/books/ledger.ts'
import type { ReferredPosting, StatementQuery, StatementRows } from '../ports/books/statements.ts'

/** The form of a place in a statement: the number of a posting among those of its account and currency, from 0. */
export const statementCursorPattern = '^[0-9]{1,15}$'

/** The effect of an entry on the balance, in the order in which merchants meet it. */
export const entryKinds = [
  'payout_held',
  'payout_settled',
  'payout_released',
  'collection_credited',
  'refund_held',
  'refund_settled',
  'refund_released',
  'fee',
  'fee_refunded',
  'balance_funded',
  'balance_withdrawn',
  'batch_held',
  'batch_released',
] as const

/** The effect of an entry on the balance. */
export type EntryKind = (typeof entryKinds)[number]

/** A posting for its merchant, and the balance after it. */
export type StatementEntry = ReferredPosting & { readonly kind: EntryKind; readonly after: Balance }

/**
 * A page of a statement: `opening` and the changes of its entries make `closing`. `previous` is null on the first page
 * of the period, and `next` on the last.
 */
export type Statement = {
  readonly opening: Balance
  readonly lines: readonly StatementEntry[]
  readonly closing: Balance
  readonly previous: string | null
  readonly next: string | null
}

/** The function that {@link readStatement} returns. */
export type ReadStatement = (request: {
  readonly caller: Caller
  readonly query: Omit<StatementQuery, 'accountId'>
}) => Promise<Statement | Refusal | undefined>

/** The function that {@link readAccountStatement} returns. */
export type ReadAccountStatement = (query: StatementQuery) => Promise<Statement | OperatorRefusal>

/**
 * Reads a page of the caller's own statement, oldest first; undefined when `after` is not a place in it. Refused with
 * `kyc_incomplete` and `api_access_off`.
 */
export function readStatement({ books }: { readonly books: Books }): ReadStatement {
  return async ({ caller: { account }, query }) => {
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const rows = await books.statement({ ...query, accountId: account.id })
    return rows && statementOf(rows)
  }
}

/**
 * Reads a page of an account's statement, oldest first, for the operator. Refused with `unknown_account`, with
 * `unknown_place` for `after`, and with `unknown_currency` for a currency that neither the market has nor the account
 * ever had.
 */
export function readAccountStatement({
  accounts,
  books,
  market,
}: Pick<AccountPorts, 'accounts' | 'books' | 'market'>): ReadAccountStatement {
  return async (query) => {
    const { accountId, currency, after = '' } = query
    if (!(await accounts.byId(accountId))) return unknownAccount(accountId)
    if (!market.has(currency) && !(await wasMoved({ accountId, currency }, books)))
      return unconfiguredCurrency(currency, market)
    const rows = await books.statement(query)
    if (rows) return statementOf(rows)
    return { refused: 'unknown_place', message: `There is no place ${after} in this statement` }
  }
}

/** Makes a page of a statement from the postings of a stretch. */
export function statementOf({ opening, postings, previous, next }: StatementRows): Statement {
  let after = opening
  const lines = postings.map((row): StatementEntry => {
    after = moved(after, row.posting)
    return { ...row, kind: kindOf(row), after }
  })
  return { opening, lines, closing: after, previous, next }
}

/**
 * Reads a page for a store that has all postings of an account in a currency in memory, oldest first; `next` and
 * `previous` are places of postings among them.
 */
export function statementIn(
  theirs: readonly ReferredPosting[],
  { fromMs, toMs, after, before, limit }: StatementQuery,
): StatementRows | undefined {
  const given = after ?? before ?? undefined
  const place = given === undefined ? undefined : positionNamed(given)
  if (given !== undefined && (place === undefined || place >= theirs.length)) return undefined
  const placeOf = (ms: number) => {
    const place = theirs.findIndex(({ posting }) => posting.atMs >= ms)
    return place < 0 ? theirs.length : place
  }
  const begin = fromMs === undefined ? 0 : placeOf(fromMs)
  const end = toMs === undefined ? theirs.length : placeOf(toMs)
  const isFromEnd = before !== undefined
  const low = isFromEnd ? begin : Math.max(begin, (place ?? -1) + 1)
  const high = isFromEnd ? Math.min(end, place ?? end) : end
  const size = Math.max(0, Math.min(high - low, limit))
  const start = isFromEnd && size > 0 ? high - size : low
  const stop = start + size
  return {
    opening: theirs.slice(0, start).reduce((balance, { posting }) => moved(balance, posting), emptyBalance),
    postings: theirs.slice(start, stop),
    previous: size > 0 && start > begin ? String(start) : null,
    next: size > 0 && stop < end ? String(stop - 1) : null,
  }
}

function positionNamed(text: string): number | undefined {
  return new RegExp(statementCursorPattern).test(text) ? Number(text) : undefined
}

function kindOf({ posting: { from, to, cause }, paymentKind }: ReferredPosting): EntryKind {
  if ('batch' in cause) return to === 'held' ? 'batch_held' : 'batch_released'
  const paid = paymentKind === 'refund' ? paymentKind : 'payout'
  if (to === 'fees') return 'fee'
  if (from === 'fees') return 'fee_refunded'
  if (to === 'held') return `${paid}_held`
  if (from === 'held') return to === 'available' ? `${paid}_released` : `${paid}_settled`
  if (from === 'funding') return 'balance_funded'
  return to === 'funding' ? 'balance_withdrawn' : 'collection_credited'
}

async function wasMoved(query: Pick<StatementQuery, 'accountId' | 'currency'>, books: Books): Promise<boolean> {
  const whole = await books.statement({ ...query, limit: 1 })
  return whole?.postings.length !== 0
}
