import type { Database } from 'better-sqlite3'
import type { TransactionQuery } from '../../../core/sente.ts'

/** Reads `transaction_lists`: the sequences of transactions, newest first. */
export type EnteredTransactions = {
  /** The last sequence that is entered. */
  last(): bigint
  /** The newest sequences below `below` that match a query's account, kind, currency and states, at most `limit`. */
  newest(query: TransactionQuery, below: bigint, limit: number): bigint[]
}

/** Transactions that differ only in their sequence; they are stored together, in order. */
type Group = Required<Pick<TransactionQuery, 'currency' | 'kind'>> & {
  readonly state: NonNullable<TransactionQuery['states']>[number]
}

/** The owner under which the transactions of all accounts are listed. */
const everybody = ''

/** After every sequence: without it SQLite would walk through a group to find the next. */
const end = 2n ** 63n - 1n

/** Prepares the reads: an owner has few groups, and of each no more rows are read than fit on the page. */
export function enteredTransactions(database: Database): EnteredTransactions {
  const last = database.prepare<[], bigint>('SELECT sequence FROM last_entered').pluck()
  const nextGroup = database.prepare<[string, string, string, string, bigint], Group>(
    `SELECT currency, kind, state FROM transaction_lists
     WHERE owner = ? AND (currency, kind, state, sequence) > (?, ?, ?, ?)
     ORDER BY currency, kind, state, sequence LIMIT 1`,
  )
  const newestOf = database
    .prepare<[string, string, string, string, bigint, number], bigint>(
      `SELECT sequence FROM transaction_lists
       WHERE owner = ? AND currency = ? AND kind = ? AND state = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
    )
    .pluck()

  function groupsOf(owner: string): Group[] {
    const groups: Group[] = []
    let group = nextGroup.get(owner, '', '', '', end)
    while (group) {
      groups.push(group)
      group = nextGroup.get(owner, group.currency, group.kind, group.state, end)
    }
    return groups
  }

  return {
    last: () => last.get() ?? 0n,
    newest({ accountId: owner = everybody, ...query }, below, limit) {
      return groupsOf(owner)
        .filter((group) => isSought(group, query))
        .flatMap(({ currency, kind, state }) => newestOf.all(owner, currency, kind, state, below, limit))
        .sort((one, other) => Number(other - one))
        .slice(0, limit)
    },
  }
}

function isSought(group: Group, { currency, kind, states }: Omit<TransactionQuery, 'accountId'>): boolean {
  return (
    (currency ?? group.currency) === group.currency &&
    (kind ?? group.kind) === group.kind &&
    (states === undefined || states.includes(group.state))
  )
}
