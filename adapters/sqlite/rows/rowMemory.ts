import type { Database } from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Account, Balance, Changes, PinCount, StepRows, Transaction } from '../../../core/sente.ts'
import { bookRows } from './stepRows.ts'

/**
 * A cache of the rows that payments need repeatedly, as this connection last read or wrote them. That is sound because
 * steps run in transactions that hold SQLite's write lock from their beginning: nothing else commits meanwhile, and
 * `PRAGMA data_version` shows whether anything did since the last one.
 */
export type RowMemory = {
  /** The rows of steps, for use within a transaction after `begun`. */
  readonly rows: StepRows
  /** The holder of a secret key, for use outside of transactions: as committed by this turn of the event loop. */
  holder(digest: string, find: () => Account | undefined): Account | undefined
  /** Updates the cache with what a step has written. */
  learn(changes: Changes, accountId: string): void
  /** To be called when a transaction has begun. */
  begun(): void
  /** Empties the cache: a write was rolled back, or was not made by a step. */
  forget(): void
}

/** How many rows of a kind are kept at most. */
const mostRows = 10_000

/** Makes the cache; references, fundings and prompts are looked up once each, and so are always read from the database. */
export function rowMemory(database: Database): RowMemory {
  const stored = bookRows(database)
  const dataVersion = database.prepare<[], bigint>('PRAGMA data_version').pluck()
  const quarantined = memory<boolean>()
  const versions = memory<number>()
  const pinCounts = memory<PinCount>()
  const transactions = memory<Transaction>()
  const balances = memory<Balance>()
  const lastEvents = memory<number>()
  const holders = new LRUCache<string, Account>({ max: mostRows })
  let known: bigint | undefined
  let isKnownThisTurn = false

  function forget() {
    for (const rows of [quarantined, versions, pinCounts, transactions, balances, lastEvents, holders]) rows.clear()
  }

  function heedOthers() {
    const current = dataVersion.get()
    if (current !== known) forget()
    known = current
  }

  function heedOthersOnceATurn() {
    if (isKnownThisTurn) return
    heedOthers()
    isKnownThisTurn = true
    setImmediate(() => {
      isKnownThisTurn = false
    })
  }

  return {
    rows: {
      ...stored,
      isQuarantined: () => recall(quarantined, '', stored.isQuarantined) ?? false,
      accountVersion: (id) => recall(versions, id, () => stored.accountVersion(id)),
      pinCount: (accountId) => recall(pinCounts, accountId, () => stored.pinCount(accountId)),
      transaction: (id) => recall(transactions, id, () => stored.transaction(id)),
      balance: (accountId, currency) =>
        recall(balances, keyOf(accountId, currency), () => stored.balance(accountId, currency)),
      lastEvent: (accountId) => recall(lastEvents, accountId, () => stored.lastEvent(accountId)) ?? 0,
    },
    learn({ opened, changed, balances: moved, pinCount, events }, accountId) {
      for (const transaction of opened.values()) transactions.set(transaction.id, transaction)
      // Rarely needed once its outcome is recorded.
      for (const id of changed.keys()) transactions.delete(id)
      for (const row of moved.values()) balances.set(keyOf(row.accountId, row.currency), row)
      for (const { sequence } of events) lastEvents.set(accountId, sequence)
      if (pinCount) pinCounts.set(accountId, pinCount)
    },
    holder(digest, find) {
      heedOthersOnceATurn()
      const remembered = holders.get(digest)
      if (remembered) return remembered
      const account = find()
      // Unknown keys are not kept: they would evict those of merchants.
      if (account) holders.set(digest, account)
      return account
    },
    begun: heedOthers,
    forget,
  }
}

/** Rows by their key; `missing` for those that do not exist. */
function memory<Row extends {}>(): LRUCache<string, Row | typeof missing> {
  return new LRUCache({ max: mostRows })
}

const missing = Symbol('missing')

function recall<Row extends {}>(
  rows: LRUCache<string, Row | typeof missing>,
  key: string,
  find: () => Row | undefined,
): Row | undefined {
  const known = rows.get(key)
  if (known !== undefined) return known === missing ? undefined : known
  const found = find()
  rows.set(key, found ?? missing)
  return found
}

function keyOf(accountId: string, currency: string): string {
  return `${accountId} ${currency}`
}
