import {
  type Batch,
  beginQuarantine,
  decideBatch,
  endQuarantine,
  findQuarantine,
  fundAccount,
  isRefusal,
  recordEntry,
  type StandingEntry,
  withdrawFunds,
} from '../../../core/sente.ts'
import { closeForgotten, payBack } from './acts/accounts.ts'
import { compareFile } from './acts/files.ts'
import { approveNothingOutdated, proposeForgotten } from './acts/fourEyes.ts'
import { decideTruly, order } from './acts/operators.ts'
import { ask, payAll } from './stage/asking.ts'
import { batchesOf, merchantAt, paymentsOf, type Stage } from './stage/stage.ts'
import { journalOf, type NetworkName, networkNames } from './stage/world.ts'

const [minuteMs, hourMs] = [60_000, 3_600_000]
const [by, because] = ['amina', 'compared with the networks']

/** Ends all open payments at the networks, and lands all submissions on their way. */
export function endEverything({ world }: Pick<Stage, 'world'>): void {
  world.pass(2 * minuteMs)
  for (const name of networkNames)
    for (const [index, { transaction, known }] of world.networks[name].journal().entries())
      if (known === 'pending')
        world.networks[name].end(transaction.providerId, index % 3 === 2 ? 'declined' : 'executed')
}

/** Asks the networks until payments that never arrived are known, and decides payments that wait for a person. */
export async function followEverything(stage: Stage): Promise<void> {
  for (let round = 0; round < 7; round += 1) {
    await stage.sweep()
    stage.world.pass(20 * minuteMs)
  }
  for (const one of await paymentsOf(stage)) if (one.attention !== null) await decideTruly(stage, one)
}

/**
 * Treats books that went back as the pages about backups say: a quarantine, the forgotten payments from the networks'
 * files, the batches one by one, the end of the quarantine; then everybody repeats all requests.
 */
export async function recoverBooks(stage: Stage, form: 0 | 1): Promise<void> {
  const { ports, world } = stage
  if (!(await findQuarantine(ports)())) await beginQuarantine(ports)({ by, because: 'the machine was set back' })
  await stage.resume()
  await refusesPayments(stage)
  await approveNothingOutdated(stage)
  endEverything(stage)
  await followEverything(stage)
  for (const request of world.asked.values())
    if (['funding', 'move'].includes(request.operation) && !request.reference.startsWith('out'))
      await order(stage, request)
  for (const batch of await batchesOf(stage)) await cancelUnlessUnpaid(stage, batch)
  for (const isIn of [true, false])
    for (const network of networkNames) await recordForgotten(stage, { network, isIn, form })
  await tellMerchants(stage)
  await followEverything(stage)
  for (const request of world.asked.values())
    if (request.operation === 'funding' && request.reference.startsWith('out')) await order(stage, request)
  await proposeForgotten(stage)
  await closeForgotten(stage)
  const ended = await endQuarantine(ports)({ by, because })
  if (isRefusal(ended)) throw new Error(ended.message)
  await paysNothingUnconfirmed(stage)
  world.fate = 'succeeds'
  for (const request of [...world.asked.values()])
    if (request.operation !== 'funding' && request.operation !== 'move') await ask(stage, request)
}

/** Nothing is opened while the quarantine lasts. */
async function refusesPayments(stage: Stage): Promise<void> {
  const asked = [...stage.world.asked.values()].find(
    ({ operation }) => operation === 'payout' || operation === 'collection',
  )
  const answer = asked && (await ask(stage, asked))
  if (answer?.opened !== undefined) throw new Error(`${asked?.reference} was opened in quarantined books`)
}

/** Batches from before the quarantine do not go on, even when resumed or approved, until they are confirmed. */
async function paysNothingUnconfirmed(stage: Stage): Promise<void> {
  const { ports, world } = stage
  const sent = journalOf(world).length
  const left = (await batchesOf(stage)).filter(({ state }) => ['paying', 'paused', 'awaiting_approval'].includes(state))
  for (const change of ['approve', 'resume'] as const) {
    await payAll(stage)
    for (const { id: batchId } of left) await decideBatch(ports)({ batchId, change, by, because })
  }
  await payAll(stage)
  if (journalOf(world).length > sent) throw new Error('a batch from before the quarantine went on')
  for (const { id: batchId } of left) await decideBatch(ports)({ batchId, change: 'confirm', by, because })
}

/** Cancels a batch with a paid waiting line: its merchant pays the others again. */
async function cancelUnlessUnpaid({ ports, world }: Stage, { id, accountId, state }: Batch): Promise<void> {
  if (state === 'completed' || state === 'draft') return
  const waiting = (await ports.batches.lines({ batchId: id, after: 0, limit: 100 })).filter(
    ({ line }) => line.state === 'waiting',
  )
  const isPaid = (reference: string) =>
    journalOf(world).some(
      ({ transaction, known }) =>
        known === 'executed' && transaction.accountId === accountId && transaction.reference === reference,
    )
  if (!waiting.some(({ line }) => isPaid(line.reference))) return
  await decideBatch(ports)({ batchId: id, change: 'cancel', by, because })
}

/** Records payments of a network that are missing here, under the references of their merchants. */
async function recordForgotten(
  stage: Stage,
  { network, isIn, form }: { readonly network: NetworkName; readonly isIn: boolean; readonly form: 0 | 1 },
): Promise<void> {
  const { ports } = stage
  const runId = await compareFile(stage, network, { fault: -1, form })
  if (runId === undefined) throw new Error('nothing was compared')
  const found = await ports.reconciliations.entries({ runId, buckets: ['missing_here'], open: true, limit: 1_000 })
  const differing = await ports.reconciliations.entries({ runId, buckets: ['state_differs'], limit: 1_000 })
  for (const { transactionId } of differing) {
    const payment = transactionId === null ? undefined : await ports.books.transaction(transactionId)
    if (payment?.reason === 'not_sent')
      throw new Error(`a row is matched with ${payment.reference}, which was never sent`)
  }
  for (const entry of found) if ((entry.direction === 'in') === isIn) await recordOne(stage, runId, entry)
}

async function recordOne(stage: Stage, runId: string, { item, ours, theirs, status }: StandingEntry): Promise<void> {
  const { ports, world } = stage
  const sent = journalOf(world).find(
    ({ transaction: { providerId } }) => providerId === ours || `ref ${providerId}` === theirs,
  )
  if (!sent) throw new Error(`the row ${item} was never sent`)
  const { accountId, reference, kind, amountMinor } = sent.transaction
  // A failed payment has moved no money, and one that was taken back is not recorded: its merchant is informed.
  if (status !== 'succeeded') return
  const asked = [...world.asked.values()].find(
    (one) => one.operation === 'refund' && one.reference === reference && merchantAt(stage, one.who).id === accountId,
  )
  const request = {
    runId,
    item,
    accountId,
    reference,
    by,
    because,
    ...(kind === 'refund' && asked && { refundOf: asked.of }),
  }
  const answer = await recordEntry(ports)(request)
  if (!isRefusal(answer)) return
  // If a clock was wrong, or another file had the row under its other id, only the reference shows that it is recorded.
  const used = await ports.books.transactionByReference(accountId, reference)
  const { providerId } = sent.transaction
  const isRecorded = used?.providerId === providerId || used?.providerRef === `ref ${providerId}`
  if (answer.refused === 'reference_used' && isRecorded) return
  if (answer.refused === 'balance_too_low') {
    world.lentMinor += amountMinor
    await fundAccount(ports)({
      by,
      accountId,
      currency: 'UGX',
      amount: Number(amountMinor),
      reference: `lent-${reference}`,
    })
    const again = await recordEntry(ports)(request)
    if (!isRefusal(again)) return
    throw new Error(again.message)
  }
  // A refund of a collection that the network has taken back by itself can't be recorded.
  if (kind === 'refund' && answer.refused === 'row_not_recordable') return
  throw new Error(`${reference} is not recorded: ${answer.message}`)
}

/**
 * The merchant of a payment that could not be recorded is asked not to repeat it, and only the balance is corrected.
 */
async function tellMerchants(stage: Stage): Promise<void> {
  const { ports, world } = stage
  const payments = await paymentsOf(stage)
  for (const { transaction, known } of journalOf(world)) {
    const { accountId, reference, providerId, amountMinor, kind } = transaction
    const isHere = payments.some((one) => one.providerId === providerId || one.providerRef === `ref ${providerId}`)
    if (known !== 'executed' || isHere) continue
    world.reported.add(`${accountId} ${reference}`)
    const lost = { by, accountId, currency: 'UGX', amount: Number(amountMinor), reference: `lost-${reference}` }
    if (kind === 'collection' && !world.takenBack.has(providerId)) await fundAccount(ports)(lost)
    if (kind !== 'collection') await withdrawFunds(ports)({ ...lost, because })
  }
}

/** Lets everything end. */
export async function bringToRest(stage: Stage): Promise<void> {
  const { ports, world } = stage
  for (let round = 0; round < 2; round += 1) {
    for (const { id, accountId, state } of await batchesOf(stage)) {
      // Batches of a closed account end by themselves.
      if (state === 'completed' || state === 'draft' || stage.closed.has(accountId)) continue
      for (const change of round === 0 ? (['approve', 'resume'] as const) : (['cancel'] as const))
        await decideBatch(ports)({ batchId: id, change, by, because })
    }
    await payEverything(stage)
  }
  world.pass(30 * hourMs)
  await followEverything(stage)
  await payEverything(stage)
  await stage.sweep()
  await payBack(stage)
}

async function payEverything(stage: Stage): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await payAll(stage)
    endEverything(stage)
    await followEverything(stage)
  }
}
