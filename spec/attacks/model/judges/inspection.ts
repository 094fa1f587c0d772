import { auditBooks, type Books, type Transaction } from '../../../../core/sente.ts'
import { networkOf, type Stage } from '../stage/stage.ts'

/** Throws unless a transaction agrees with the model and with its network's books. */
export async function compareTransaction(stage: Stage, id: string): Promise<void> {
  const transaction = await stage.store.books.transaction(id)
  if (!transaction) {
    if (stage.model.payments.has(id)) throw new Error(`${id} is gone, or was never recorded`)
    return
  }
  const { state, reason } = transaction
  if (!stage.model.agrees(id, state, reason)) {
    throw new Error(`${id} is ${state}, and has to be ${stage.model.payments.get(id)?.state ?? 'absent'}`)
  }
  compareTruth(stage, transaction)
}

/** What the network executed is never released, and what it did not execute is never settled. */
function compareTruth(stage: Stage, { id, network, providerId, state }: Transaction): void {
  const truth = networkOf(stage, network).truth(providerId)
  if (state === 'succeeded' && truth !== 'executed') throw new Error(`${id} succeeded, but its network says ${truth}`)
  if (state === 'failed' && (truth === 'executed' || truth === 'open')) {
    throw new Error(`${id} failed, but its network says ${truth}`)
  }
}

/** Throws unless an account's balance is the model's. */
export async function compareAccount(stage: Stage, accountId: string): Promise<void> {
  const [row] = await stage.store.books.balances(accountId)
  const found = `${row?.availableMinor ?? 0} available, ${row?.heldMinor ?? 0} held`
  const account = stage.model.accounts[stage.accountIds.indexOf(accountId)]
  const wanted = `${account?.available} available, ${account?.held} held`
  if (found !== wanted) throw new Error(`account ${accountId} has ${found}, not ${wanted}`)
  if (account) await compareEvents(stage, accountId, stage.model.toldTo(account))
}

/** Every event of an account tells of an end, or of a funding, in its sequence; and there are so many. */
async function compareEvents({ store, model }: Stage, accountId: string, wanted: number): Promise<void> {
  const { events: rows } = await store.books.events({ accountId, after: 0, limit: 10_000 })
  if (rows.length !== wanted) throw new Error(`account ${accountId} has ${rows.length} events, not ${wanted}`)
  for (const [index, row] of rows.entries()) {
    if (row.event.sequence !== index + 1) throw new Error(`event ${index + 1} of ${accountId} has another sequence`)
    const state = 'transaction' in row ? model.payments.get(row.transaction.id)?.state : 'succeeded'
    if (state !== 'succeeded' && state !== 'failed')
      throw new Error(`an event of ${accountId} tells of what is ${state}`)
  }
}

/** Throws unless everything in the books agrees with the model and passes the audit. */
export async function inspect(stage: Stage): Promise<void> {
  if (stage.failures.length > 0) throw stage.failures[0]
  const { books } = stage.store
  const { transactions } = await books.list({ limit: 10_000 })
  if (transactions.length !== stage.model.payments.size) {
    throw new Error(`there are ${transactions.length} transactions, not ${stage.model.payments.size}`)
  }
  for (const { id } of transactions) await compareTransaction(stage, id)
  for (const accountId of stage.accountIds) await compareAccount(stage, accountId)
  const { broken } = await auditBooks({ books })()
  const found = broken.filter(({ rule, row }) => rule !== 'no_contradiction' || !stage.mistaken.has(row))
  if (found.length > 0) throw new Error(`the audit found ${JSON.stringify(found)}`)
}

/** Everything in the books but the counts of wrong PINs, as text. */
export function everythingIn(books: Books): Promise<string> {
  return books.snapshot(async ({ balances, postings, transactions, fundings, events, strays }) => {
    const found: unknown[] = []
    for (const rows of [balances, postings, transactions, fundings, events, strays]) {
      for await (const row of rows()) found.push(row)
    }
    return JSON.stringify(found, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  })
}
