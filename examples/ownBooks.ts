// The books of a store of your own, and the table that holds all its rows: see ownStore.ts.

import { isDeepStrictEqual } from 'node:util'
import {
  type Account,
  type AccountEvent,
  type Acting,
  type Action,
  type Annotation,
  type BalanceRow,
  type Books,
  type ChainEnd,
  type Changes,
  type ChannelStop,
  type Claims,
  type DayCount,
  type ErasedNumber,
  type EventRows,
  type ExchangeRow,
  eventRowsOf,
  eventTypeOf,
  exchangeRow,
  exchangesHad,
  type Funding,
  type FundingId,
  fitsSearch,
  formsOf,
  isFinal,
  isOn,
  lowestIdAt,
  networkReasonOf,
  type PhonePrompts,
  type PinCount,
  type PostedBalance,
  type Posting,
  placeOf,
  type Quarantine,
  refundedIn,
  runStep,
  type StepRows,
  statementIn,
  type Transaction,
  takeClaims,
} from '@sente/core'

/** The kept rows, by kind. */
type Rows = {
  action: Action
  chainEnd: ChainEnd
  account: Account
  annotation: Annotation
  balance: BalanceRow & PostedBalance
  dayCount: DayCount
  event: AccountEvent
  exchange: ExchangeRow
  funding: Funding
  channelStop: ChannelStop
  nameLookUp: { readonly accountId: string; readonly atMs: number }
  pinCount: PinCount
  posting: Posting
  prompts: PhonePrompts
  quarantine: Quarantine
  reference: string
  transaction: Transaction
}

/**
 * The rows, by kind and ids. Ids and references have no blanks. The rows of a kind come in the order of their addition.
 */
export function openTable() {
  const table = new Map<string, unknown>()
  const keyOf = (kind: string, ids: readonly (string | number)[]) => [kind, ...ids].join(' ')
  return {
    get: <K extends keyof Rows>(kind: K, ...ids: string[]) => table.get(keyOf(kind, ids)) as Rows[K] | undefined,
    set: <K extends keyof Rows>(kind: K, row: Rows[K], ...ids: string[]) => void table.set(keyOf(kind, ids), row),
    remove: (kind: keyof Rows, ...ids: (string | number)[]) => void table.delete(keyOf(kind, ids)),
    add: <K extends keyof Rows>(kind: K, row: Rows[K]) => void table.set(keyOf(kind, [table.size]), row),
    all: <K extends keyof Rows>(kind: K) =>
      [...table].filter(([key]) => key.startsWith(`${kind} `)).map(([, row]) => row as Rows[K]),
  }
}

export type Table = ReturnType<typeof openTable>

/** The books over these rows. `runStep` runs the core's steps; a store only reads and applies. */
export function booksIn(table: Table): Books {
  const { get, set, add, all } = table
  const rows: StepRows = {
    nowMs: (callersMs) => callersMs,
    isQuarantined: () => isQuarantined(table),
    quarantines: () => all('quarantine').length,
    stopsOf: (line) => lastingStops(table).filter((stop) => isOn(line, stop)),
    accountVersion: (id) => get('account', id)?.version,
    pinCount: (accountId) => get('pinCount', accountId),
    prompts: (phoneNumber) => get('prompts', phoneNumber)?.prompts ?? [],
    dayCount: (accountId, currency) => get('dayCount', accountId, currency),
    refunded: (accountId, refundOf) =>
      refundedIn(all('transaction').filter((one) => one.accountId === accountId && one.refundOf === refundOf)),
    link: () => undefined,
    reference: (accountId, reference) => get('reference', accountId, reference),
    balance: (accountId, currency) => get('balance', accountId, currency),
    transaction: (id) => get('transaction', id),
    funding: (accountId, reference) => get('funding', accountId, reference),
    batch: () => undefined,
    batchLine: () => undefined,
    lastEvent: (accountId) => eventsOf(accountId).length,
    exchanges: (id) => exchangesHad(exchangesOf(table, id)),
    chainEnd: () => chainEnd(table),
    isEnded: (proposal) => isEnded(table, proposal),
  }

  const claims: Claims = new Map()

  /** Balances without the time of their last posting, which only steps need. */
  const balanceRows = () => all('balance').map(({ postedAtMs, ...row }): BalanceRow => row)

  /** A database would do all of this in one transaction of its own. */
  function apply(changes: Changes, accountId: string) {
    if (changes.pinCount) set('pinCount', changes.pinCount, accountId)
    if (changes.prompts) set('prompts', changes.prompts, changes.prompts.phoneNumber)
    if (changes.dayCount) set('dayCount', changes.dayCount, accountId, changes.dayCount.currency)
    for (const row of changes.balances.values()) set('balance', row, row.accountId, row.currency)
    for (const { id, reference } of changes.opened.values()) set('reference', id, accountId, reference)
    for (const [id, transaction] of [...changes.opened, ...changes.changed]) set('transaction', transaction, id)
    for (const funding of changes.fundings) set('funding', funding, accountId, funding.reference)
    for (const posting of changes.postings) add('posting', posting)
    for (const annotation of changes.annotations) add('annotation', annotation)
    for (const event of changes.events) add('event', event)
    for (const one of changes.exchanges) {
      const ids = [one.transactionId, String(placeOf(one.n))]
      set('exchange', exchangeRow(get('exchange', ...ids), one), ...ids)
    }
    for (const one of changes.erased) erase(table, one)
    if (changes.chainEnd) append(table, changes.actions, changes.chainEnd)
  }

  function eventsOf(accountId: string): AccountEvent[] {
    return all('event').filter((event) => event.accountId === accountId)
  }

  function withCause(event: AccountEvent): EventRows {
    const { accountId, cause } = event
    if ('batch' in cause) throw new Error('these books keep no batches')
    if ('transaction' in cause) return eventRowsOf(event, { transaction: get('transaction', cause.transaction) })
    if ('funding' in cause) return eventRowsOf(event, { funding: get('funding', accountId, cause.funding) })
    return eventRowsOf(event, { key: get('account', accountId)?.keys.find(({ id }) => id === cause.key) })
  }

  return {
    async atomically(scope, step) {
      const { result, changes } = runStep(rows, scope, step)
      if (changes) apply(changes, scope.account)
      claims.delete(scope.transaction ?? '')
      return result
    },
    transaction: async (id) => get('transaction', id),
    transactionByReference: async (accountId, reference) =>
      get('transaction', get('reference', accountId, reference) ?? ''),
    balances: async (accountId) => balanceRows().filter((row) => row.accountId === accountId),
    dayCounts: async (accountId) => all('dayCount').filter((count) => count.accountId === accountId),
    async claim({ network, currency, latest, ...claim }) {
      const planned = all('transaction')
        .filter((one) => one.network === network && one.currency === currency)
        .flatMap((one) => (one.followUp.askAtMs === null ? [] : { one, atMs: one.followUp.askAtMs }))
        .sort((one, other) => one.atMs - other.atMs)
      const due = planned.filter(({ atMs }) => atMs <= claim.nowMs)
      const tooLate = planned.filter(
        ({ one, atMs }) => latest && atMs > (isFinal(one.state) ? latest.endedMs : latest.openMs),
      )
      const found = [...due, ...tooLate].map(({ one }) => one)
      return { atMs: claim.nowMs, transactions: takeClaims(claims, found, claim) }
    },
    async claimOne(id, claim) {
      const found = get('transaction', id)
      return { atMs: claim.nowMs, transactions: found ? takeClaims(claims, [found], { ...claim, limit: 1 }) : [] }
    },
    async awaited() {
      const awaited = all('transaction').filter(({ state }) => !isFinal(state))
      const names = new Set(awaited.map(({ network, currency }) => `${network} ${currency}`))
      return [...names].map((name) => {
        const [network = '', currency = ''] = name.split(' ')
        const theirs = awaited.filter((one) => one.network === network && one.currency === currency)
        return { network, currency, transactions: theirs.length }
      })
    },
    async list({ before, limit, states, attention, createdFromMs, createdToMs, ...query }) {
      const newest = all('transaction').sort((one, other) => (one.id < other.id ? 1 : -1))
      const start = before === undefined ? 0 : newest.findIndex(({ id }) => id === before) + 1
      if (before !== undefined && start === 0) throw new Error(`there is no transaction ${before}`)
      const { phoneEnding, amountsMinor, part, ...same } = query
      const wanted = Object.entries(same).filter(([, value]) => value !== undefined)
      const found = newest
        .slice(start)
        .filter((one) => wanted.every(([name, value]) => one[name as keyof typeof same] === value))
        .filter((one) => (!states || states.includes(one.state)) && (!attention || one.attention !== null))
        .filter((one) => fitsSearch(one, query))
        .filter(({ id }) => createdFromMs === undefined || id >= lowestIdAt(createdFromMs))
        .filter(({ id }) => createdToMs === undefined || id < lowestIdAt(createdToMs))
      const { page, last } = pageOf(found, limit)
      return { transactions: page, next: last?.id ?? null }
    },
    async fundings({ accountId, before, limit }) {
      const keyOf = (funding: FundingId) => `${funding.accountId} ${funding.reference}`
      const found = all('funding').filter((funding) => accountId === undefined || funding.accountId === accountId)
      found.sort((one, other) => other.atMs - one.atMs || (keyOf(one) < keyOf(other) ? 1 : -1))
      const start = before ? found.findIndex((funding) => keyOf(funding) === keyOf(before)) + 1 : 0
      if (before && start === 0) throw new Error(`there is no funding ${before.reference}`)
      const { page, last } = pageOf(found.slice(start), limit)
      return { fundings: page, next: last ? { accountId: last.accountId, reference: last.reference } : null }
    },
    async events({ accountId, type, after, limit }) {
      const theirs = eventsOf(accountId)
      const later = theirs.slice(after).map(withCause)
      const sought = later.filter((event) => type === undefined || eventTypeOf(event) === type)
      return { events: sought.slice(0, limit), last: theirs.length }
    },
    async statement(query) {
      const { accountId, currency } = query
      const theirs = all('posting').filter((one) => one.accountId === accountId && one.currency === currency)
      const referred = theirs.map((posting) => {
        const { cause } = posting
        const payment = 'transaction' in cause ? get('transaction', cause.transaction) : undefined
        const reference = 'funding' in cause ? cause.funding : (payment?.reference ?? '')
        const { kind: paymentKind = null, phoneNumber = null, description = null } = payment ?? {}
        const { metadata = {}, networkReceipt = null } = payment ?? {}
        const networkReason = payment ? networkReasonOf(payment) : null
        return { posting, reference, paymentKind, phoneNumber, description, metadata, networkReceipt, networkReason }
      })
      return statementIn(referred, query)
    },
    async annotated(id) {
      const transaction = get('transaction', id)
      const annotations = all('annotation').filter(({ transactionId }) => transactionId === id)
      return transaction && { transaction, annotations }
    },
    async snapshot(read) {
      const [balances, postings] = [balanceRows(), all('posting')]
      const of = (accountId: string, cause: object) =>
        postings.filter((one) => one.accountId === accountId && isDeepStrictEqual(one.cause, cause))
      const transactions = all('transaction').map((transaction) => {
        return { transaction, postings: of(transaction.accountId, { transaction: transaction.id }) }
      })
      const fundings = all('funding').map((funding) => {
        return { funding, postings: of(funding.accountId, { funding: funding.reference }) }
      })
      return read({
        balances: () => balances,
        postings: () => postings,
        transactions: () => transactions,
        fundings: () => fundings,
        batches: () => [],
        events: () => all('event'),
        operatorMoves: () => [],
        actions: () => all('action'),
        chainEnd: () => all('chainEnd'),
        strays: () => [],
      })
    },
    // Without marks, each audit reads everything.
    changes: async () => undefined,
    unmark: async () => {},
  }
}

/** The rows of a transaction's exchanges. */
export const exchangesOf = ({ all }: Table, id: string) =>
  all('exchange').filter(({ transactionId }) => transactionId === id)

/** Puts a pseudonym in the place of a phone number in the exchanges of a transaction. */
function erase(table: Table, { transactionId, phoneNumber, pseudonym }: ErasedNumber): void {
  for (const row of exchangesOf(table, transactionId)) {
    const text = JSON.stringify(row.exchanges)
    const erased = formsOf(phoneNumber).reduce((rest, form) => rest.replaceAll(form, pseudonym), text)
    table.set('exchange', { ...row, exchanges: JSON.parse(erased) }, transactionId, String(row.place))
  }
}

/** The end of the chain of actions. */
const chainEnd = ({ get }: Table) => get('chainEnd', 'actions') ?? { number: 0, hash: '' }

/** Whether an action has ended a proposal. */
const isEnded = ({ all }: Table, proposal: number) => all('action').some((action) => action.proposal === proposal)

/** Adds actions at the end of the chain. */
function append({ set }: Table, actions: readonly Action[], end: ChainEnd): void {
  for (const action of actions) set('action', action, String(action.number))
  set('chainEnd', end, 'actions')
}

/** Writes an action beside a change. A database would keep the end locked until both are committed. */
export function actBeside<Changed extends readonly unknown[]>(
  table: Table,
  acting: Acting<Changed> | undefined,
  ...changed: Changed
): Action | undefined {
  if (!acting) return undefined
  const ended = acting.proposal !== null && isEnded(table, acting.proposal)
  const made = acting.chain({ ...chainEnd(table), isEnded: ended }, ...changed)
  if (made) append(table, [made.action], { number: made.action.number, hash: made.hash })
  return made?.action
}

/** The stops of lines that still last. */
export const lastingStops = ({ all }: Table) => all('channelStop').filter(({ ended }) => ended === null)

/** Whether the latest quarantine lasts. */
export const isQuarantined = ({ all }: Table) => all('quarantine').at(-1)?.ended === null

/** The first rows of a sorted list, and the last of these if there are more. */
export function pageOf<T>(sorted: T[], limit: number): { page: T[]; last: T | undefined } {
  const page = sorted.slice(0, limit)
  return { page, last: sorted.length > limit ? page.at(-1) : undefined }
}
