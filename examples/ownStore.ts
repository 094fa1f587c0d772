// A store of your own: all rows in one Map, checked against sente's demands on a store. Put a database in the Map's
// place.
//
// Run it with @sente/core installed: node --import tsx --test ownStore.ts

import { test } from 'node:test'
import {
  type Account,
  type AccountEvent,
  type AccountRepo,
  type Actions,
  type Books,
  type ChannelStop,
  type ChannelStops,
  isSameStop,
  lowestIdAt,
  newStops,
  type PaymentCases,
  pauseOfAnHour,
  type Quarantines,
} from '@sente/core'
import { accountRepo, books } from '@sente/core/conformance'
import {
  actBeside,
  booksIn,
  exchangesOf,
  isQuarantined,
  lastingStops,
  openTable,
  pageOf,
  type Table,
} from './ownBooks.ts'

/** Accounts, books, and the stops of payments, of one store. */
function openStore(): {
  accounts: AccountRepo
  books: Books
  quarantines: Quarantines
  channelStops: ChannelStops
  cases: PaymentCases
  actions: Actions
} {
  const table = openTable()
  return {
    accounts: accountsIn(table),
    books: booksIn(table),
    quarantines: quarantinesIn(table),
    channelStops: lineStopsIn(table),
    cases: casesIn(table),
    actions: actionsIn(table),
  }
}

function accountsIn(table: Table): AccountRepo {
  const { get, set, add, all } = table
  const accounts = () => all('account')

  function refuseTaken(account: Account): void {
    const others = accounts().filter(({ id }) => id !== account.id)
    const taken = new Set(others.flatMap(({ keys }) => keys).flatMap(({ id, digest }) => [id, digest]))
    for (const { id, digest } of account.keys) {
      if (taken.has(id) || taken.has(digest)) throw new Error('a key of the account is already taken')
      taken.add(id).add(digest)
    }
  }

  return {
    bySecretKey: async (digest) =>
      accounts().find(({ keys }) => keys.some((key) => key.kind === 'secret' && key.digest === digest)),
    nowMs: async (callersMs) => callersMs,
    async tellExpiring({ nowMs, withinMs, lateMs, limit }) {
      const isAnnounced = (keyId: string) => all('event').some(({ cause }) => 'key' in cause && cause.key === keyId)
      const due = accounts()
        .filter(({ closed }) => !closed)
        .flatMap(({ id: accountId, keys }) =>
          keys.map((key) => ({ ...key, accountId, endMs: key.expiresAtMs ?? Infinity })),
        )
        .filter(
          ({ id, active, endMs }) => active && !isAnnounced(id) && endMs <= nowMs + withinMs && endMs > nowMs - lateMs,
        )
        .sort((one, other) => one.endMs - other.endMs)
        .slice(0, limit)
      for (const { accountId, id } of due) {
        const sequence = all('event').filter((event) => event.accountId === accountId).length + 1
        table.add('event', { accountId, sequence, cause: { key: id }, atMs: nowMs })
      }
      return due.map(({ accountId }) => accountId)
    },
    byId: async (id) => get('account', id),
    byKeyId: async (keyId) => accounts().find(({ keys }) => keys.some(({ id }) => id === keyId)),
    async add(account, acting) {
      if (get('account', account.id)) throw new Error(`account ${account.id} already exists`)
      refuseTaken(account)
      actBeside(table, acting)
      set('account', account, account.id)
    },
    async change(id, change, acting) {
      const before = get('account', id)
      if (!before) return undefined
      const after = { ...change(before), version: before.version + 1 }
      refuseTaken(after)
      actBeside(table, acting, before, after)
      set('account', after, id)
      return after
    },
    async countNameLookUp(accountId, { nowMs, most }) {
      const theirs = all('nameLookUp').filter((one) => one.accountId === accountId)
      const times = theirs.map(({ atMs }) => atMs)
      const pauseMs = pauseOfAnHour(times, { nowMs, most })
      if (pauseMs === 0) add('nameLookUp', { accountId, atMs: nowMs })
      return { pauseMs }
    },
    async list({ name = '', before, limit }) {
      const found = accounts().filter((account) => folded(account.name).includes(folded(name)))
      found.sort((one, other) => (one.id < other.id ? 1 : -1))
      const { page, last } = pageOf(
        found.filter(({ id }) => before === undefined || id < before),
        limit,
      )
      return { accounts: page, next: last?.id ?? null }
    },
    async pinKeyCounts() {
      const ids = new Map<string, string[]>()
      for (const { id, closed, pin } of accounts())
        if (pin && !closed) ids.set(pin.keyVersion, [...(ids.get(pin.keyVersion) ?? []), id].sort())
      return [...ids].sort().map(([keyVersion, of]) => ({ keyVersion, accounts: of.length, firstId: of[0] ?? '' }))
    },
  }
}

function quarantinesIn(table: Table): Quarantines {
  const { all, set } = table
  return {
    all: async () => all('quarantine').reverse(),
    async begin({ atMs, explanation }, acting) {
      if (isQuarantined(table)) return false
      actBeside(table, acting)
      const begun = {
        why: 'by_operator',
        begunAtMs: atMs,
        explanation,
        known: null,
        reached: null,
        ended: null,
      } as const
      set('quarantine', begun, String(all('quarantine').length))
      return true
    },
    async end(ended, acting) {
      const lasting = all('quarantine').at(-1)
      if (!lasting || lasting.ended) return false
      actBeside(table, acting)
      set('quarantine', { ...lasting, ended }, String(all('quarantine').length - 1))
      return true
    },
  }
}

function casesIn(table: Table): PaymentCases {
  const { all, remove } = table
  return {
    exchanges: async (id) => exchangesOf(table, id),
    async movements({ id }) {
      const isIts = ({ cause }: Pick<AccountEvent, 'cause'>) => 'transaction' in cause && cause.transaction === id
      return { postings: all('posting').filter(isIts), events: all('event').filter(isIts) }
    },
    async forgetExchanges({ beforeMs, limit }) {
      const isOld = (id: string) => exchangesOf(table, id).every(({ atMs }) => atMs < beforeMs)
      const opened = all('exchange').filter(({ transactionId }) => transactionId < lowestIdAt(beforeMs))
      const old = opened.filter(({ transactionId }) => isOld(transactionId))
      const removed = old.sort((one, other) => (one.transactionId < other.transactionId ? -1 : 1)).slice(0, limit)
      for (const { transactionId, place } of removed) remove('exchange', transactionId, place)
      return removed.length
    },
  }
}

function lineStopsIn(table: Table): ChannelStops {
  const { all, set } = table
  const stops = () => all('channelStop')
  return {
    lasting: async () => lastingStops(table).reverse(),
    latest: async ({ network, limit }) =>
      stops()
        .filter((stop) => (network ?? stop.network) === stop.network)
        .reverse()
        .slice(0, limit),
    async begin(beginning, acting) {
      const begun = newStops(beginning, lastingStops(table))
      actBeside(table, acting, begun)
      for (const stop of begun.toReversed()) set('channelStop', stop, String(stops().length))
      return begun
    },
    async end(ending, ended, acting) {
      const isEnding = (stop: ChannelStop) => stop.ended === null && ending.some((other) => isSameStop(stop, other))
      const places = [...stops().entries()].filter(([, stop]) => isEnding(stop))
      const now = places.map(([, stop]) => ({ ...stop, ended }))
      actBeside(table, acting, now)
      for (const [place, stop] of places) set('channelStop', { ...stop, ended }, String(place))
      return now
    },
  }
}

function actionsIn(table: Table): Actions {
  const latestFirst = () => table.all('action').reverse()
  return {
    async list({ accountId, by, kind, fromMs = -Infinity, toMs = Infinity, before = Infinity, limit }) {
      const found = latestFirst()
        .filter((action) => action.number < before && action.atMs >= fromMs && action.atMs < toMs)
        .filter(
          (action) => (accountId ?? action.accountId) === action.accountId && (kind ?? action.kind) === action.kind,
        )
        .filter((action) => by === undefined || action.by === by || action.approvedBy === by)
      const { page, last } = pageOf(found, limit)
      return { actions: page, next: last?.number ?? null }
    },
    byNumber: async (number) => table.get('action', String(number)),
    endOf: async (proposal) => latestFirst().find((action) => action.proposal === proposal),
    async notEnded(kind) {
      const ended = new Set(latestFirst().map(({ proposal }) => proposal))
      return table.all('action').filter((action) => action.kind === kind && !ended.has(action.number))
    },
    write: async (acting) => actBeside(table, acting),
  }
}

/** The text with A to Z in lower case. Other letters stay as they are. */
const folded = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

for (const { rule, promise, check } of [...accountRepo(openStore), ...books(openStore)])
  test(`${rule} ${promise}`, check)
