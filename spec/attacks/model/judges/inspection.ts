import { auditBooks, type Books, type LineProgress, type Transaction, takesRoom } from '../../../../core/sente.ts'
import { heldBy, progressIn, totalsIn } from '../reference/batches.ts'
import { reportedTo, stateOf, usesOf } from '../reference/payments.ts'
import { type ModelKey, messageOf } from '../reference/rules.ts'
import { receiptOf } from '../stage/network.ts'
import { networkOf, type Stage, same, transactionsOf } from '../stage/stage.ts'

/** Throws unless everything in the books agrees with the model and passes the audit. */
export async function inspect(stage: Stage): Promise<void> {
  if (stage.failures.length > 0) throw stage.failures[0]
  const transactions = await transactionsOf(stage)
  same('transactions', transactions.length, stage.model.payments.size)
  for (const { id } of transactions) await compareTransaction(stage, id)
  for (const accountId of stage.accountIds) {
    await compareAccount(stage, accountId)
    await compareKeys(stage, accountId)
  }
  await compareBatches(stage)
  await compareLinks(stage)
  const { broken, contradicted } = await auditBooks({ books: stage.store.books })()
  const unexpected = contradicted.filter(({ transactionId }) => !stage.mistaken.has(transactionId))
  same('found by the audit', JSON.stringify([...broken, ...unexpected]), '[]')
}

/** Throws unless a transaction agrees with the model and with its network's books. */
export async function compareTransaction(stage: Stage, id: string): Promise<void> {
  const transaction = await stage.store.books.transaction(id)
  const wanted = stage.model.payments.get(id)
  if (!transaction && !wanted) return
  if (!transaction) throw new Error(`${id} is gone, or was never recorded`)
  same(`state of ${id}`, transaction.state, stateOf(stage.model, id, transaction.reason))
  if (wanted?.state === 'failed') wanted.isDoubted = transaction.attention !== null
  same(`fee of ${id}`, transaction.feeMinor, wanted?.fee ?? 0)
  same(`fee given back by ${id}`, transaction.feeBackMinor, wanted?.back ?? 0)
  same(
    `message about ${id}`,
    transaction.customerMessage,
    wanted?.link === undefined ? messageOf(transaction.reference) : null,
  )
  compareNames(stage, transaction)
  const truth = networkOf(stage, transaction.network).truth(transaction.providerId)
  const isContrary =
    transaction.state === 'succeeded'
      ? truth !== 'executed'
      : transaction.state === 'failed' && (truth === 'executed' || truth === 'open')
  if (isContrary) throw new Error(`${id} ${transaction.state}, but its network says ${truth}`)
}

/**
 * A receipt is known once its network has sent its number, and is the same everywhere; the same is true of the reason
 * of a failure.
 */
function compareNames(
  { model }: Stage,
  { id, providerId, ...found }: Pick<Transaction, 'id' | 'providerId' | 'networkReceipt' | 'networkReason'>,
): void {
  const payment = model.payments.get(id)
  same(`receipt of ${id}`, found.networkReceipt, payment?.isReceipted ? receiptOf(providerId) : null)
  same(`the network's reason of ${id}`, found.networkReason, payment?.word ?? null)
}

/** Throws unless an account has the model's balance, and an event of each end and each funding, in their sequence. */
export async function compareAccount(stage: Stage, accountId: string): Promise<void> {
  const { store, model, accountIds } = stage
  const account = model.accounts[accountIds.indexOf(accountId)]
  const [row] = await store.books.balances(accountId)
  same(`available to ${accountId}`, row?.availableMinor ?? 0, account?.available)
  same(`held of ${accountId}`, row?.heldMinor ?? 0, account?.held)
  if (!account) return
  const { events } = await store.books.events({ accountId, after: 0, limit: 10_000 })
  same(`events of ${accountId}`, events.length, reportedTo(model, account))
  for (const [index, row] of events.entries()) {
    same(`sequence of event ${index + 1} of ${accountId}`, row.event.sequence, index + 1)
    if (!('transaction' in row)) continue
    compareNames(stage, row.transaction)
    const state = model.payments.get(row.transaction.id)?.state
    if (state !== 'succeeded' && state !== 'failed')
      throw new Error(`an event of ${accountId} is about a transaction that is ${state}`)
  }
}

async function compareKeys({ store, model, accountIds }: Stage, accountId: string): Promise<void> {
  const termsOf = ({ id, active, name, scopes, addresses, expiresAtMs }: Omit<ModelKey, 'secret'>) =>
    JSON.stringify([id, active, name, scopes, addresses, expiresAtMs])
  const keys = (await store.accounts.byId(accountId))?.keys.filter(({ kind }) => kind === 'secret')
  same(`keys of ${accountId}`, keys?.map(termsOf), model.accounts[accountIds.indexOf(accountId)]?.issued.map(termsOf))
}

const everyProgress = ['waiting', 'pending', 'succeeded', 'failed', 'refused', 'cancelled'] as const

/** Throws unless every batch is in the model's state, line by line, and holds the same money. */
async function compareBatches({ store: { batches }, model }: Stage): Promise<void> {
  const listed = await batches.list({ limit: 1_000 })
  same('batches', listed.length, model.batches.size)
  for (const { id, state, sums, totals } of listed) {
    const wanted = model.batches.get(id)
    if (!wanted) throw new Error(`batch ${id} was never requested`)
    const found: LineProgress[] = []
    for (const progress of everyProgress)
      for (const { line } of await batches.lines({ batchId: id, progress, after: 0, limit: 1_000 }))
        found[line.number - 1] = progress
    same(`state of batch ${id}`, state, wanted.state)
    same(`progress of batch ${id}`, found, progressIn(wanted))
    const held = sums.reduce((sum, { heldMinor }) => sum + heldMinor, 0n)
    same(`held by batch ${id}`, held, heldBy(wanted))
    const texts = (given: ReturnType<typeof totalsIn>) =>
      given.map(({ progress, lines, minor }) => `${lines} ${progress}: ${minor}`).sort()
    same(`totals of batch ${id}`, texts([...(totals ?? [])]), texts(state === 'completed' ? totalsIn(wanted) : []))
  }
}

/** Throws unless each link equals the model's, was paid at most its number of times, and by payments of its amount. */
async function compareLinks({ store, model, accountIds }: Stage): Promise<void> {
  for (const [linkId, { account, amount, uses, isEnded }] of model.links) {
    const [link, { used, paid }] = [await store.paymentLinks.byId(linkId), await store.paymentLinks.uses(linkId)]
    same(`uses of link ${linkId}`, used, usesOf(model, linkId))
    same(`whether link ${linkId} has ended`, link?.endedAtMs !== null, isEnded)
    if (used > (uses ?? used)) throw new Error(`link ${linkId} is for ${uses}, and was used ${used} times`)
    const accountId = accountIds[model.accounts.indexOf(account)] ?? ''
    const { transactions } = await store.books.list({ accountId, linkId, limit: 1_000 })
    const others = transactions.filter((one) => one.kind !== 'collection' || one.amountMinor !== BigInt(amount))
    same(`payments through link ${linkId} of another amount`, others.length, 0)
    same(`payments through link ${linkId}`, transactions.filter(takesRoom).length, used)
    same(`paid through link ${linkId}`, transactions.filter(({ state }) => state === 'succeeded').length, paid)
  }
}

/** Throws unless a statement has the receipt of each payment, and the reason of its failure. */
export async function compareStatements(stage: Stage): Promise<void> {
  for (const accountId of stage.accountIds) {
    const found = await stage.store.books.statement({ accountId, currency: 'UGX', limit: 10_000 })
    for (const { posting, networkReceipt, networkReason } of found?.postings ?? []) {
      if (!('transaction' in posting.cause)) continue
      const { transaction: id } = posting.cause
      const { providerId = '' } = (await stage.store.books.transaction(id)) ?? {}
      compareNames(stage, { id, providerId, networkReceipt, networkReason })
    }
  }
}

/** Throws unless the fees paid by each account are the model's, to the minor unit. */
export async function compareFees({ store, model, accountIds }: Stage): Promise<void> {
  const paid = new Map(accountIds.map((id) => [id, 0n]))
  await store.books.snapshot(async ({ postings }) => {
    for await (const { accountId, from, to, amountMinor } of postings()) {
      if (to === 'fees') paid.set(accountId, (paid.get(accountId) ?? 0n) + amountMinor)
      if (from === 'fees') paid.set(accountId, (paid.get(accountId) ?? 0n) - amountMinor)
    }
  })
  same(
    'fees paid',
    [...paid.values()],
    model.accounts.map(({ fees }) => fees),
  )
}

/** Everything in the books except the counts of wrong PINs, as text. */
export function everythingIn(books: Books): Promise<string> {
  return books.snapshot(async ({ balances, postings, transactions, fundings, events, strays }) => {
    const found: unknown[] = []
    for (const rows of [balances, postings, transactions, fundings, events, strays]) {
      for await (const row of rows()) found.push(row)
    }
    return JSON.stringify(found, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
  })
}
