import { auditBooks, isFinal, type Transaction } from '../../../core/sente.ts'
import { testSecrets } from '../../contracts/kit/merchant.ts'
import { priceOf } from '../model/stage/tariffs.ts'
import { keepClosed, leaveNothing } from './acts/accounts.ts'
import { keepPaused } from './acts/batches.ts'
import { keepFourEyes } from './acts/fourEyes.ts'
import { batchesOf, paymentsOf, type Stage } from './stage/stage.ts'
import { historyTariffs, journalOf, phoneNumberOf, type Request } from './stage/world.ts'

/** The payments that networks execute; a batch counts by its lines. */
type Executable = Exclude<Request['operation'], 'link' | 'funding' | 'move'>

/** The number of requests and executions, by operation. */
export type Executed = Map<Executable, { asked: number; executed: number }>

/** After each act: final payments stay so, and only a person releases a payment that waits for one. */
export async function watch(stage: Stage): Promise<void> {
  const { before, decided } = stage
  for (const now of await paymentsOf(stage)) {
    const was = before.get(now.id)
    before.set(now.id, now)
    if (!was || was.state === now.state) continue
    if (isFinal(was.state)) throw new Error(`${was.reference} was ${was.state}, and is ${now.state}`)
    const isWaiting = was.attention === 'evidence_paid' || was.attention === 'contradiction'
    if (isWaiting && now.state === 'failed' && !decided.has(now.id))
      throw new Error(`${was.reference} waited for a person as ${was.attention}, and has failed by itself`)
  }
  await keepPaused(stage)
  await keepFourEyes(stage)
  await keepClosed(stage)
  executedOnce(stage)
  const broken = (await auditBooks({ ...stage.ports, secrets: testSecrets })()).broken
  if (broken[0]) throw new Error(`the audit finds ${broken[0].row}: ${broken[0].problem}`)
}

/** By account and reference, the networks have executed each request at most once, and nothing else. */
export function executedOnce({ world, merchants }: Stage): Executed {
  const counts: Executed = new Map()
  for (const { operation } of requestsOf({ world })) add(counts, operation, 'asked')
  const found = new Map<string, string>()
  const uses = new Map<string, number>()
  const refunded = new Map<string, bigint>()
  for (const { transaction, known } of journalOf(world)) {
    if (known !== 'executed') continue
    const who = merchants.findIndex(({ id }) => id === transaction.accountId)
    const { reference, kind, linkId, amountMinor, phoneNumber, network } = transaction
    const key = `${who} ${reference}`
    const other = found.get(key)
    if (other !== undefined) throw new Error(`${reference} was executed twice: as ${other} and ${transaction.id}`)
    found.set(key, transaction.id)
    // Lines of two batches may have one reference, and one of them is paid.
    const asked = requestsOf({ world }).find(
      (one) => one.who === who && one.reference === reference && isOf(one, { amountMinor, phoneNumber, network }),
    )
    if (!asked) throw new Error(`${reference} was executed, and nobody asked for it so`)
    add(counts, asked.operation, 'executed')
    // If a network denies a payment and executes it later, only people can correct the books.
    if (world.denied.has(transaction.providerId)) continue
    if (linkId !== null) uses.set(linkId, (uses.get(linkId) ?? 0) + 1)
    if (linkId !== null) {
      const link = [...world.asked.values()].find(
        (one) => one.operation === 'link' && one.who === who && one.reference === asked.of,
      )
      if (link && link.number > 0 && (uses.get(linkId) ?? 0) > link.number)
        throw new Error(`${asked.of} was for ${link.number} payments, and more were executed`)
    }
    if (kind === 'refund') {
      const of = `${who} ${asked.of}`
      const sum = (refunded.get(of) ?? 0n) + amountMinor
      refunded.set(of, sum)
      const collected = journalOf(world).find(
        (one) =>
          one.known === 'executed' &&
          one.transaction.accountId === transaction.accountId &&
          one.transaction.reference === asked.of,
      )
      if (!collected || sum > collected.transaction.amountMinor)
        throw new Error(`${sum} of ${asked.of} were refunded, more than was collected`)
    }
  }
  return counts
}

/** In the end, the books have the network's outcome of each payment, or a mark that it is contradicted. */
export async function agreeWithNetworks(stage: Stage): Promise<void> {
  const { world } = stage
  const payments = await paymentsOf(stage)
  for (const { transaction, known } of journalOf(world)) {
    const own = payments.find(
      ({ providerId, providerRef }) =>
        providerId === transaction.providerId || providerRef === `ref ${transaction.providerId}`,
    )
    const named = `${transaction.reference}, which its network has ${known}`
    if (known !== 'executed') {
      if (own?.state === 'succeeded') throw new Error(`${named}, has succeeded in the books`)
      continue
    }
    if (!own && world.reported.has(`${transaction.accountId} ${transaction.reference}`)) continue
    if (!own) throw new Error(`${named}, is no longer in the books`)
    if (own.reference !== transaction.reference || own.amountMinor !== transaction.amountMinor)
      throw new Error(`${named}, is another payment in the books`)
    if (own.state === 'failed' && own.attention !== 'contradiction')
      throw new Error(`${named}, has failed in the books`)
    if (!isFinal(own.state)) throw new Error(`${named}, never ends in the books`)
  }
  for (const { state, reference } of payments) if (!isFinal(state)) throw new Error(`${reference} is ${state} for ever`)
  for (const { id } of stage.merchants)
    for (const { heldMinor } of await stage.ports.books.balances(id))
      if (heldMinor !== 0n) throw new Error(`${heldMinor} are held for nothing`)
  await leaveNothing(stage)
  const topped = (await stage.ports.operatorMoney.moves({ limit: 1_000 })).filter(({ reference }) =>
    reference.startsWith('row-'),
  )
  if (topped.length > world.topUps.size)
    throw new Error(`${topped.length} top-ups are booked for ${world.topUps.size} rows`)
}

/**
 * Each payment has the fee of the tariffs at the time of its request, or its batch's; a payment recorded from a row has
 * none.
 */
export async function compareFees(stage: Stage): Promise<void> {
  const { ports, merchants } = stage
  const askedAtMs = new Map<string, number>()
  for (const { id, createdAtMs } of await batchesOf(stage))
    for (const { line } of await ports.batches.lines({ batchId: id, after: 0, limit: 100 }))
      if (line.transactionId !== null) askedAtMs.set(line.transactionId, createdAtMs)
  for (const {
    id,
    accountId,
    kind,
    network,
    amountMinor,
    createdAtMs,
    fingerprint,
    feeMinor,
    reference,
  } of await paymentsOf(stage)) {
    const account = merchants.findIndex((one) => one.id === accountId)
    const nowMs = askedAtMs.get(id) ?? createdAtMs
    const { fee } = priceOf(historyTariffs, { config: 'A', nowMs, kind, network, account, amount: Number(amountMinor) })
    const wanted = fingerprint === 'recorded' ? 0n : BigInt(fee)
    if (feeMinor !== wanted) throw new Error(`${reference} costs ${feeMinor}, not ${wanted}`)
  }
}

/** Everything that a network may execute: payments, and the lines of batches. */
function requestsOf({ world }: Pick<Stage, 'world'>) {
  return [...world.asked.values()].flatMap((one): (Request & { readonly operation: Executable })[] => {
    const { operation, lines } = one
    if (operation === 'funding' || operation === 'move' || operation === 'link') return []
    return operation === 'batch'
      ? lines.map((line) => ({ ...one, ...line, operation, lines: [] }))
      : [{ ...one, operation }]
  })
}

/** Whether this was requested; the sums of refunds and links are judged separately. */
function isOf(
  { operation, amount, number, network }: Request,
  executed: Pick<Transaction, 'amountMinor' | 'phoneNumber' | 'network'>,
): boolean {
  if (operation === 'refund') return amount === 0 || BigInt(amount) === executed.amountMinor
  const isTheirs = phoneNumberOf(number) === executed.phoneNumber && network === executed.network
  return isTheirs && (operation === 'linked' || BigInt(amount) === executed.amountMinor)
}

function add(counts: Executed, operation: Executable, what: 'asked' | 'executed'): void {
  const found = counts.get(operation) ?? { asked: 0, executed: 0 }
  counts.set(operation, { ...found, [what]: found[what] + 1 })
}
