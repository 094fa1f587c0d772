import { auditBooks, type Books, type Transaction } from '../../../../core/sente.ts'
import { receiptOf } from '../stage/honestNetwork.ts'
import { networkOf, type Stage } from '../stage/stage.ts'
import { compareBatches } from './batchInspection.ts'
import { compareLinks } from './linkInspection.ts'
import type { ModelKey } from './modelKeys.ts'
import { messageOf } from './modelRules.ts'

/** Throws unless a transaction agrees with the model and with its network's books. */
export async function compareTransaction(stage: Stage, id: string): Promise<void> {
  const transaction = await stage.store.books.transaction(id)
  if (!transaction) {
    if (stage.model.payments.has(id)) throw new Error(`${id} is gone, or was never recorded`)
    return
  }
  const { state, reason, feeMinor, feeBackMinor, customerMessage, reference } = transaction
  if (!stage.model.agrees(id, state, reason)) {
    throw new Error(`${id} is ${state}, and has to be ${stage.model.payments.get(id)?.state ?? 'absent'}`)
  }
  const fee = stage.model.payments.get(id)?.fee
  if (feeMinor !== BigInt(fee ?? 0)) throw new Error(`${id} costs ${feeMinor}, and has to cost ${fee}`)
  const { back = 0 } = stage.model.payments.get(id) ?? {}
  if (feeBackMinor !== BigInt(back)) throw new Error(`${id} gives back ${feeBackMinor}, and has to give back ${back}`)
  if (customerMessage !== messageOf(reference)) throw new Error(`the customer of ${id} reads ${customerMessage}`)
  compareNames(stage, transaction)
  compareTruth(stage, transaction)
}

/** A receipt is known once its network has told its number, and says the same wherever it is told; so is why it failed. */
function compareNames(
  { model }: Pick<Stage, 'model'>,
  {
    id,
    providerId,
    networkReceipt,
    networkReason,
  }: Pick<Transaction, 'id' | 'providerId' | 'networkReceipt' | 'networkReason'>,
): void {
  const payment = model.payments.get(id)
  const wanted = `${payment?.isReceipted ? receiptOf(providerId) : null}, ${payment?.word ?? null}`
  const found = `${networkReceipt}, ${networkReason}`
  if (found !== wanted) throw new Error(`the network's names for ${id} are ${found}, not ${wanted}`)
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
    if ('transaction' in row) compareNames({ model }, row.transaction)
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
  for (const accountId of stage.accountIds) await compareKeys(stage, accountId)
  await compareBatches(stage)
  await compareLinks(stage)
  const { broken } = await auditBooks({ books })()
  const found = broken.filter(({ rule, row }) => rule !== 'no_contradiction' || !stage.mistaken.has(row))
  if (found.length > 0) throw new Error(`the audit found ${JSON.stringify(found)}`)
}

/** Throws unless an account has the model's secret keys, with their terms. */
async function compareKeys({ store, model, accountIds }: Stage, accountId: string): Promise<void> {
  const account = await store.accounts.byId(accountId)
  const found = (account?.keys ?? []).filter(({ kind }) => kind === 'secret').map(termsOf)
  const wanted = model.accounts[accountIds.indexOf(accountId)]?.issued.map(termsOf)
  if (String(found) !== String(wanted)) throw new Error(`account ${accountId} has the keys ${found}, not ${wanted}`)
}

type Terms = Pick<ModelKey, 'id' | 'active' | 'name' | 'scopes' | 'addresses' | 'expiresAtMs'>

function termsOf({ id, active, name, scopes, addresses, expiresAtMs }: Terms): string {
  return JSON.stringify([id, active, name, scopes, addresses, expiresAtMs])
}

/** Throws unless a statement tells of the receipt of each payment, and why it failed, as the payment does. */
export async function compareStatements({ store, model, accountIds }: Stage): Promise<void> {
  for (const accountId of accountIds) {
    const found = await store.books.statement({ accountId, currency: 'UGX', limit: 10_000 })
    for (const { posting, networkReceipt, networkReason } of found?.postings ?? []) {
      if (!('transaction' in posting.cause)) continue
      const { transaction: id } = posting.cause
      const { providerId } = (await store.books.transaction(id)) ?? { providerId: '' }
      compareNames({ model }, { id, providerId, networkReceipt, networkReason })
    }
  }
}

/** Throws unless what each account has paid in fees is the model's, to the minor unit. */
export async function compareFees({ store, model, accountIds }: Stage): Promise<void> {
  const paid = new Map(accountIds.map((id) => [id, 0n]))
  await store.books.snapshot(async ({ postings }) => {
    for await (const { accountId, from, to, amountMinor } of postings()) {
      if (to === 'fees') paid.set(accountId, (paid.get(accountId) ?? 0n) + amountMinor)
      if (from === 'fees') paid.set(accountId, (paid.get(accountId) ?? 0n) - amountMinor)
    }
  })
  const wanted = model.accounts.map(({ fees }) => BigInt(fees))
  if (String([...paid.values()]) !== String(wanted)) throw new Error(`${[...paid.values()]} were paid, not ${wanted}`)
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
