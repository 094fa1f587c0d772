import {
  type Account,
  type AccountEvent,
  type AccountKey,
  type AccountRepo,
  type Action,
  type Annotation,
  type AttentionFigure,
  type AwaitedCount,
  addToOpenFigures,
  type BalanceRow,
  type Batches,
  type BatchRows,
  type Books,
  type ChainEnd,
  type Claims,
  type DayCount,
  type EndedPayment,
  type EventRows,
  eventRowsOf,
  eventTypeOf,
  type Figures,
  type Funding,
  fitsSearch,
  isFinal,
  type Keeping,
  keepAll,
  lowestIdAt,
  networkReasonOf,
  noneAdded,
  type OperatorMove,
  type PaymentCases,
  type PaymentLinks,
  type PinCount,
  type PostedBalance,
  type Posting,
  type Prompt,
  type ReferredPosting,
  refundedIn,
  runStep,
  type Scope,
  type StepRows,
  statementIn,
  type Transaction,
  type TransactionQuery,
  takeClaims,
} from '../../core/sente.ts'
import { memoryBatches } from './memoryBatches.ts'
import { memoryPaymentLinks } from './memoryPaymentLinks.ts'
import type { ActBeside } from './operators/actions.ts'
import { memoryExchanges } from './operators/cases.ts'

/** Rows outside the books that steps see. */
type OtherRows = Pick<StepRows, 'accountVersion' | 'isQuarantined' | 'quarantines' | 'stopsOf'> & {
  operatorMoves(): readonly OperatorMove[]
  allAccounts(): readonly Account[]
}

/** The merchant's notes on a payment, and its network, are empty in the entry of a funding or withdrawal. */
const unsaid = {
  paymentKind: null,
  phoneNumber: null,
  description: null,
  metadata: {},
  networkReceipt: null,
  networkReason: null,
}

/** The chain of actions, which is stored outside the books, too. */
type Chain = Pick<StepRows, 'chainEnd' | 'isEnded'> & {
  keep(added: readonly Action[]): void
  keepEnd(end: ChainEnd): void
  all(): readonly Action[]
  readonly beside: ActBeside
}

/** The books in memory, gone with the process, with the other records of payments' cases. */
type MemoryBooks = Books &
  Pick<StepRows, 'lastEvent'> &
  Pick<Figures, 'open' | 'attention' | 'latest'> & { noted(): readonly Annotation[] } & Pick<
    AccountRepo,
    'tellExpiring'
  > & {
    endedPayments(): readonly EndedPayment[]
    readonly cases: PaymentCases
    readonly batches: Batches
    readonly paymentLinks: PaymentLinks
  }

/** Opens empty books. */
export function memoryBooks({ operatorMoves, allAccounts, ...other }: OtherRows, chain: Chain): MemoryBooks {
  const pinCounts = new Map<string, PinCount>()
  const prompts = new Map<string, readonly Prompt[]>()
  const dayCounts = new Map<string, DayCount>()
  const references = new Map<string, string>()
  const balances = new Map<string, BalanceRow & PostedBalance>()
  const transactions = new Map<string, Transaction>()
  const fundings = new Map<string, Funding>()
  const postings: Posting[] = []
  const annotations: Annotation[] = []
  const events = new Map<string, AccountEvent[]>()
  const exchanges = memoryExchanges()
  const added = noneAdded()
  const claims: Claims = new Map()
  const batches = memoryBatches({
    transaction: (id) => transactions.get(id),
    reference: (id, name) => references.get(key(id, name)),
    isClosed: (accountId) => allAccounts().some(({ id, closed }) => id === accountId && closed),
    actBeside: chain.beside,
  })

  const links = memoryPaymentLinks(
    (linkId) => [...transactions.values()].filter((one) => one.linkId === linkId),
    chain.beside,
  )

  const rows: StepRows = {
    nowMs: (callersMs) => callersMs,
    ...other,
    pinCount: (accountId) => pinCounts.get(accountId),
    prompts: (phoneNumber) => prompts.get(phoneNumber) ?? [],
    dayCount: (accountId, currency) => dayCounts.get(key(accountId, currency)),
    refunded: (accountId, refundOf) =>
      refundedIn([...transactions.values()].filter((one) => one.accountId === accountId && one.refundOf === refundOf)),
    link: (id, phoneNumber) => links.inStep(id, phoneNumber),
    reference: (accountId, reference) => references.get(key(accountId, reference)),
    balance: (accountId, currency) => balances.get(key(accountId, currency)),
    transaction: (id) => transactions.get(id),
    funding: (accountId, reference) => fundings.get(key(accountId, reference)),
    batch: batches.batch,
    batchLine: batches.batchLine,
    lastEvent: (accountId) => events.get(accountId)?.length ?? 0,
    exchanges: exchanges.had,
    chainEnd: chain.chainEnd,
    isEnded: chain.isEnded,
  }

  /** Without the fields that only steps need. */
  const balanceRows = () => [...balances.values()].map(({ postedAtMs, ...row }): BalanceRow => row)

  const endedPayments = () =>
    [...events.values()].flat().flatMap(({ cause, atMs }) => {
      const payment = 'transaction' in cause ? transactions.get(cause.transaction) : undefined
      return payment ? [{ payment, atMs }] : []
    })

  const keeping: Keeping<Pick<Scope, 'account'>> = {
    pinCount: (count, { account }) => pinCounts.set(account, count),
    prompts: (kept) =>
      kept.prompts.length > 0 ? prompts.set(kept.phoneNumber, kept.prompts) : prompts.delete(kept.phoneNumber),
    dayCount: (count) => dayCounts.set(key(count.accountId, count.currency), count),
    postings: (posted) => postings.push(...posted),
    balances(moved) {
      for (const row of moved.values()) balances.set(key(row.accountId, row.currency), row)
    },
    opened(opened) {
      for (const transaction of opened.values()) {
        references.set(key(transaction.accountId, transaction.reference), transaction.id)
        transactions.set(transaction.id, transaction)
      }
    },
    changed(changed) {
      for (const transaction of changed.values()) transactions.set(transaction.id, transaction)
    },
    fundings(added) {
      for (const funding of added) fundings.set(key(funding.accountId, funding.reference), funding)
    },
    batch: batches.keepBatch,
    batchLine: batches.keepLine,
    annotations: (added) => annotations.push(...added),
    exchanges: (added) => added.forEach(exchanges.keep),
    erased(erased) {
      for (const one of erased) {
        exchanges.erase(one)
        batches.erase(one)
      }
    },
    events(added, { account }) {
      const kept = events.get(account) ?? []
      kept.push(...added)
      events.set(account, kept)
    },
    actions: chain.keep,
    chainEnd: chain.keepEnd,
  }

  function referred(posting: Posting): ReferredPosting {
    const { cause } = posting
    if ('funding' in cause) return { posting, reference: cause.funding, ...unsaid }
    if ('transaction' in cause) return { posting, ...sayingOf(transactions.get(cause.transaction) as Transaction) }
    const { line } = batches.batchLine(cause.batch, posting.batchLine ?? 0) ?? {}
    const payout = transactions.get(line?.transactionId ?? '')
    if (payout) return { posting, opened: payout.id, ...sayingOf(payout) }
    const { reference = '' } = line ?? batches.batch(cause.batch)?.batch ?? {}
    return { posting, reference, ...unsaid }
  }

  function sayingOf(payment: Transaction): Omit<ReferredPosting, 'posting'> {
    const { reference, kind: paymentKind, phoneNumber, description, metadata, networkReceipt } = payment
    const networkReason = networkReasonOf(payment)
    return { reference, paymentKind, phoneNumber, description, metadata, networkReceipt, networkReason }
  }

  function keysOf(accountId: string): readonly AccountKey[] {
    return allAccounts().find(({ id }) => id === accountId)?.keys ?? []
  }

  function isAnnounced(accountId: string, keyId: string): boolean {
    return (events.get(accountId) ?? []).some(({ cause }) => 'key' in cause && cause.key === keyId)
  }

  function rowsOf(event: AccountEvent): EventRows {
    const { accountId, cause } = event
    if ('batch' in cause) return eventRowsOf(event, { batch: batches.batch(cause.batch)?.batch })
    if ('transaction' in cause) return eventRowsOf(event, { transaction: transactions.get(cause.transaction) })
    if ('funding' in cause) return eventRowsOf(event, { funding: fundings.get(key(accountId, cause.funding)) })
    return eventRowsOf(event, { key: keysOf(accountId).find(({ id }) => id === cause.key) })
  }

  return {
    batches: batches.port,
    paymentLinks: links.port,
    async tellExpiring({ nowMs, withinMs, lateMs, limit }) {
      const due = allAccounts()
        .filter(({ closed }) => !closed)
        .flatMap(({ id: accountId, keys }) =>
          keys.map((one) => ({ accountId, ...one, atMs: one.expiresAtMs ?? Infinity })),
        )
        .filter(({ active, atMs }) => active && atMs <= nowMs + withinMs && atMs > nowMs - lateMs)
        .filter(({ accountId, id }) => !isAnnounced(accountId, id))
        .sort((one, other) => one.atMs - other.atMs)
        .slice(0, limit)
      for (const { accountId, id } of due) {
        const listed = events.get(accountId) ?? []
        listed.push({ accountId, sequence: listed.length + 1, cause: { key: id }, atMs: nowMs })
        events.set(accountId, listed)
      }
      return due.map(({ accountId }) => accountId)
    },
    lastEvent: rows.lastEvent,
    open: async () =>
      addToOpenFigures(
        [],
        [...transactions.values()].flatMap(({ state, ...rest }) =>
          state === 'submitting' || state === 'pending' ? [{ ...rest, state }] : [],
        ),
      ),
    noted: () => annotations,
    async attention() {
      const found = new Map<AttentionFigure['attention'], number>()
      for (const { attention } of transactions.values()) {
        if (attention) found.set(attention, (found.get(attention) ?? 0) + 1)
      }
      return [...found].map(([attention, payments]) => ({ attention, payments }))
    },
    endedPayments,
    async latest({ fromMs, toMs, limit }) {
      const [from, to] = [lowestIdAt(fromMs), lowestIdAt(toMs)]
      const opened = [...transactions.values()].filter(({ id }) => id >= from && id < to)
      return opened
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, limit)
        .map(({ id, network, currency, kind, state, createdAtMs, updatedAtMs }) => ({
          id,
          network,
          currency,
          kind,
          state,
          createdAtMs,
          updatedAtMs,
        }))
    },
    cases: {
      exchanges: async (id) => exchanges.of(id),
      async movements({ id, accountId }) {
        const isIts = ({ cause }: Pick<AccountEvent, 'cause'>) => 'transaction' in cause && cause.transaction === id
        return { postings: postings.filter(isIts), events: (events.get(accountId) ?? []).filter(isIts) }
      },
      forgetExchanges: exchanges.forgetExchanges,
    },
    async atomically(scope, step) {
      const { result, changes } = runStep(rows, scope, step)
      if (changes) keepAll(changes, keeping, scope, added)
      claims.delete(scope.transaction ?? '')
      return result
    },
    transaction: async (id) => transactions.get(id),
    async transactionByReference(accountId, reference) {
      return transactions.get(references.get(key(accountId, reference)) ?? '')
    },
    balances: async (accountId) => balanceRows().filter((row) => row.accountId === accountId),
    dayCounts: async (accountId) => [...dayCounts.values()].filter((count) => count.accountId === accountId),
    async claim({ network, currency, latest, ...claim }) {
      const theirs = [...transactions.values()]
        .filter((transaction) => transaction.network === network && transaction.currency === currency)
        .sort((one, other) => askAtMs(one) - askAtMs(other))
      const due = theirs.filter((transaction) => askAtMs(transaction) <= claim.nowMs)
      const tooLate = theirs.filter(({ state, followUp }) => {
        const latestMs = isFinal(state) ? latest?.endedMs : latest?.openMs
        return followUp.askAtMs !== null && latestMs !== undefined && followUp.askAtMs > latestMs
      })
      return { atMs: claim.nowMs, transactions: takeClaims(claims, [...due, ...tooLate], claim) }
    },
    async claimOne(id, claim) {
      const found = transactions.get(id)
      return { atMs: claim.nowMs, transactions: found ? takeClaims(claims, [found], { ...claim, limit: 1 }) : [] }
    },
    async awaited() {
      const counts = new Map<string, AwaitedCount>()
      for (const { network, currency, state } of transactions.values()) {
        if (isFinal(state)) continue
        const name = key(network, currency)
        counts.set(name, { network, currency, transactions: (counts.get(name)?.transactions ?? 0) + 1 })
      }
      return [...counts.values()]
    },
    async list({ before, limit, ...query }) {
      if (before !== undefined && !transactions.has(before))
        throw new Error(`the list cannot continue after ${before}: there is no such transaction`)
      const found = [...transactions.values()]
        .filter((transaction) => (before === undefined || transaction.id < before) && matchesQuery(transaction, query))
        .sort((one, other) => (one.id < other.id ? 1 : -1))
      const page = found.slice(0, limit)
      return { transactions: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
    },
    async fundings({ accountId, before, limit }) {
      const all = [...fundings.values()].filter((funding) => (accountId ?? funding.accountId) === funding.accountId)
      const found = all.sort(newestFirst)
      const last = before && fundings.get(key(before.accountId, before.reference))
      if (before && !last) throw new Error(`There is no funding ${before.reference} of account ${before.accountId}`)
      const ended = last ? found.indexOf(last) : -1
      const page = found.slice(ended + 1, ended + 1 + limit)
      const next = found.length > ended + 1 + limit ? page.at(-1) : undefined
      return { fundings: page, next: next ? { accountId: next.accountId, reference: next.reference } : null }
    },
    async events({ accountId, type, after, limit }) {
      const all = events.get(accountId) ?? []
      const rows = all.slice(after, type === undefined ? after + limit : undefined).map(rowsOf)
      const matching = rows.filter((row) => type === undefined || eventTypeOf(row) === type)
      return { events: matching.slice(0, limit), last: all.length }
    },
    async statement(query) {
      const { accountId, currency } = query
      const theirs = postings.filter((posting) => posting.accountId === accountId && posting.currency === currency)
      return statementIn(theirs.map(referred), query)
    },
    async annotated(id) {
      const transaction = transactions.get(id)
      const noted = annotations.filter(({ transactionId }) => transactionId === id)
      return transaction && { transaction, annotations: noted }
    },
    // It keeps no marks: its audits always read everything.
    changes: async () => undefined,
    unmark: async () => {},
    async snapshot(read) {
      const then = {
        balances: balanceRows(),
        batches: batches.rows((id) => postings.filter(({ cause }) => 'batch' in cause && cause.batch === id)),
        events: [...events.values()].flat(),
        moves: operatorMoves(),
        actions: chain.all(),
        chainEnd: chain.chainEnd().number === 0 ? [] : [chain.chainEnd()],
        postings: [...postings],
        transactions: [...transactions.values()].map((transaction) => ({
          transaction,
          postings: postings.filter(({ cause }) => 'transaction' in cause && cause.transaction === transaction.id),
        })),
        fundings: [...fundings.values()].map((funding) => ({
          funding,
          postings: postings.filter(
            ({ accountId, cause }) =>
              'funding' in cause && cause.funding === funding.reference && accountId === funding.accountId,
          ),
        })),
      }
      return read({
        balances: () => then.balances,
        postings: () => then.postings,
        transactions: () => then.transactions,
        fundings: () => then.fundings,
        batches: (): readonly BatchRows[] => then.batches,
        events: () => then.events,
        operatorMoves: () => then.moves,
        actions: () => then.actions,
        chainEnd: () => then.chainEnd,
        strays: () => [],
      })
    },
  }
}

function newestFirst(one: Funding, other: Funding): number {
  if (one.atMs !== other.atMs) return other.atMs - one.atMs
  return key(one.accountId, one.reference) < key(other.accountId, other.reference) ? 1 : -1
}

function askAtMs({ followUp }: Transaction): number {
  return followUp.askAtMs ?? Number.POSITIVE_INFINITY
}

/** A key made of two texts; unique because ids contain no blank. */
function key(accountId: string, name: string): string {
  return `${accountId} ${name}`
}

/** Whether a transaction matches every filter of a query. */
function matchesQuery(transaction: Transaction, query: Omit<TransactionQuery, 'before' | 'limit'>): boolean {
  const { accountId, reference, kind, currency, network, phoneNumber, states, attention } = query
  const { refundOf, linkId, providerId, providerRef, networkReceipt, networkReason, createdFromMs, createdToMs } = query
  return (
    (accountId ?? transaction.accountId) === transaction.accountId &&
    (reference ?? transaction.reference) === transaction.reference &&
    (kind ?? transaction.kind) === transaction.kind &&
    (currency ?? transaction.currency) === transaction.currency &&
    (network ?? transaction.network) === transaction.network &&
    (phoneNumber ?? transaction.phoneNumber) === transaction.phoneNumber &&
    fitsSearch(transaction, query) &&
    (refundOf ?? transaction.refundOf) === transaction.refundOf &&
    (linkId ?? transaction.linkId) === transaction.linkId &&
    (providerId ?? transaction.providerId) === transaction.providerId &&
    (providerRef ?? transaction.providerRef) === transaction.providerRef &&
    (networkReceipt ?? transaction.networkReceipt) === transaction.networkReceipt &&
    (networkReason ?? transaction.networkReason) === transaction.networkReason &&
    (createdFromMs === undefined || transaction.id >= lowestIdAt(createdFromMs)) &&
    (createdToMs === undefined || transaction.id < lowestIdAt(createdToMs)) &&
    (states === undefined || states.includes(transaction.state)) &&
    (attention === undefined || transaction.attention !== null)
  )
}
