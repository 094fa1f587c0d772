import {
  type BalanceRow,
  type Books,
  type Changes,
  type Entry,
  type Funding,
  type PinCount,
  type Rows,
  runStep,
  type StepResult,
  type Transaction,
} from '../../core/sente.ts'

/** The books in memory: gone with the process, and as durable as it. */
export function memoryBooks(accountVersion: (accountId: string) => number | undefined): Books {
  const pinCounts = new Map<string, PinCount>()
  const references = new Map<string, string>()
  const balances = new Map<string, BalanceRow>()
  const transactions = new Map<string, Transaction>()
  const fundings = new Map<string, Funding>()
  const entries: Entry[] = []
  const results = new Map<string, StepResult>()

  const rows: Rows = {
    accountVersion,
    pinCount: (accountId) => pinCounts.get(accountId),
    reference: (accountId, reference) => references.get(key(accountId, reference)),
    balance: (accountId, currency) => balances.get(key(accountId, currency)),
    transaction: (id) => transactions.get(id),
    funding: (accountId, reference) => fundings.get(key(accountId, reference)),
  }

  function apply(changes: Changes, accountId: string) {
    if (changes.pinCount) pinCounts.set(accountId, changes.pinCount)
    for (const claim of changes.claims) references.set(key(claim.accountId, claim.reference), claim.transactionId)
    for (const row of changes.balances.values()) balances.set(key(row.accountId, row.currency), row)
    for (const transaction of changes.transactions.values()) transactions.set(transaction.id, transaction)
    for (const funding of changes.fundings) fundings.set(key(funding.accountId, funding.reference), funding)
    entries.push(...changes.entries)
  }

  return {
    async atomically(scope, step) {
      if (results.has(scope.step)) return results.get(scope.step) as ReturnType<typeof step>
      const { result, changes } = runStep(rows, scope, step)
      if (changes) {
        apply(changes, scope.account)
        results.set(scope.step, result)
      }
      return result
    },
    async transaction(id) {
      return transactions.get(id)
    },
    async transactionByReference(accountId, reference) {
      return transactions.get(references.get(key(accountId, reference)) ?? '')
    },
    async balances(accountId) {
      return [...balances.values()].filter((row) => row.accountId === accountId)
    },
    async snapshot(read) {
      const then = { balances: [...balances.values()], entries: [...entries] }
      return read({ balances: () => then.balances, entries: () => then.entries })
    },
  }
}

function key(accountId: string, name: string): string {
  return `${accountId} ${name}`
}
