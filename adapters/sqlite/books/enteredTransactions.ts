import type { Database } from 'better-sqlite3'
import type { TransactionQuery } from '../../../core/sente.ts'

/** Reads `transaction_lists`: the ids of transactions, newest first. */
export type EnteredTransactions = {
  /** The newest ids that match a query's account, kind, currency, network and states. */
  newest(query: TransactionQuery, within: IdRange): string[]
}

/** Ids from one on and below another, at most `limit`. */
export type IdRange = { readonly from: string; readonly below: string; readonly limit: number }

/** Transactions that differ only in their ids; they are stored together, in order. */
type Group = Required<Pick<TransactionQuery, 'currency' | 'network' | 'kind'>> & {
  readonly state: NonNullable<TransactionQuery['states']>[number]
}

/** The owner under which the transactions of all accounts are listed. */
const everybody = ''

/** After every id: without it SQLite would walk through a group to find the next. */
export const afterAllIds = '\uffff'

/** Prepares the reads: an owner has few groups, and of each no more rows are read than fit on the page. */
export function enteredTransactions(database: Database): EnteredTransactions {
  const nextGroup = database.prepare<string[], Group>(
    `SELECT currency, network, kind, state FROM transaction_lists
     WHERE owner = ? AND (currency, network, kind, state, id) > (?, ?, ?, ?, ?)
     ORDER BY currency, network, kind, state, id LIMIT 1`,
  )
  const newestOf = database
    .prepare<object, string>(
      `SELECT id FROM transaction_lists
       WHERE owner = @owner AND currency = @currency AND network = @network AND kind = @kind AND state = @state
         AND id >= @from AND id < @below ORDER BY id DESC LIMIT @limit`,
    )
    .pluck()

  function groupsOf(owner: string): Group[] {
    const groups: Group[] = []
    let group = nextGroup.get(owner, '', '', '', '', afterAllIds)
    while (group) {
      groups.push(group)
      group = nextGroup.get(owner, group.currency, group.network, group.kind, group.state, afterAllIds)
    }
    return groups
  }

  return {
    newest({ accountId: owner = everybody, ...query }, within) {
      return groupsOf(owner)
        .filter((group) => isSought(group, query))
        .flatMap((group) => newestOf.all({ ...group, ...within, owner }))
        .sort((one, other) => (one < other ? 1 : -1))
        .slice(0, within.limit)
    },
  }
}

function isSought(group: Group, { currency, network, kind, states }: Omit<TransactionQuery, 'accountId'>): boolean {
  return (
    (currency ?? group.currency) === group.currency &&
    (network ?? group.network) === group.network &&
    (kind ?? group.kind) === group.kind &&
    (states === undefined || states.includes(group.state))
  )
}
