import { expect } from 'chai'
import { type FeeSchedule, type Fees, type FourEyes, type Kind, livePolicy, type Way } from '../../../core/sente.ts'
import { until } from '../../fixtures/until.ts'
import { dialects } from './dialects.ts'
import type { Result, Verdict } from './faultTable.ts'
import type { Answer, FaultyGateway } from './gateway.ts'

/**
 * Pays through a fault, and follows the payment to its end while the network is paused; once it is resumed, pays again
 * if the network has recovered.
 */
export async function payThrough(gateway: FaultyGateway, kind: Way, verdict: Verdict): Promise<void> {
  const { network } = gateway
  await network.fall()
  const path = await payOnce(gateway, kind, verdict)
  await gateway.pause()
  expect(codeOf(await gateway.pay(kind, 'order-2'))).to.equal('500 network_unavailable')
  if (verdict.answer === '500 outcome_unknown') {
    await gateway.followUp(path)
    expect(await resultOf(gateway, path)).to.equal(worth(kind, verdict.result))
  }
  await network.recover()
  const before = network.seen.enquiry
  await end(gateway, path, kind, verdict)
  expect(network.seen.enquiry - before).to.equal(questionsTo(verdict))
  expect(network.seen.submission).to.equal(verdict.sent)
  const isTried = verdict.end !== undefined && !isAbsence(verdict.end)
  expect([...network.tried.values()]).to.deep.equal(isTried ? [1] : [])
  await gateway.resume()
  expect(codeOf(await gateway.pay(kind, 'order-2'))).to.equal('201')
  expect(network.seen.submission).to.equal(verdict.sent + 1)
  expect(await gateway.problems()).to.deep.equal([])
}

/** Pays, and repeats the payment, which sends nothing; resolves with the path of the transaction. */
export async function payOnce(gateway: FaultyGateway, kind: Way, verdict: Verdict): Promise<string> {
  const { seen } = gateway.network
  // Otherwise the timers of `fetch`, shared by all its requests, would begin while time stands still.
  await gateway.get('/api/v1/balances')
  const answer = await gateway.inTime(() => gateway.pay(kind))
  expect(codeOf(answer)).to.equal(verdict.answer)
  const success = `${kind === 'payout' ? 'Withdrawal' : 'Collection'} initiated successfully`
  expect(answer.body).to.include(
    verdict.answer === '201'
      ? { status: 'success', message: success }
      : { status: 'error', message: 'CURL Error: Failed to connect' },
  )
  const path = answer.headers.get('location') ?? ''
  expect(await resultOf(gateway, path)).to.equal(worth(kind, verdict.result))
  expect(seen.submission).to.equal(verdict.sent)
  const again = await gateway.pay(kind)
  expect(codeOf(again)).to.equal('409 duplicate_reference')
  expect(again.headers.get('link')).to.match(new RegExp(`^<${path}>; rel="original", `))
  expect(seen.submission).to.equal(verdict.sent)
  return path
}

/**
 * The number of enquiries that end a payment: only the full number of absences proves that it never arrived. A payment
 * released on the answer to its submission has enquiries, too; one that was never sent has none.
 */
function questionsTo({ result, end }: Verdict): number {
  if (!end) return /^failed: (?!not_sent)/.test(result[0]) ? 1 : 0
  return isAbsence(end) ? livePolicy.absences : 1
}

/** Whether the network repeated often enough that it does not know the payment to make it fail. */
const isAbsence = ([state]: Result) => state === 'failed: never_arrived' || state === 'failed: gateway_misconfigured'

/** The fees of refunds and lines: 20 for a collection, which its refund gives back, and 10 for a payout. */
export const fees: Fees = {
  schedules: dialects.flatMap(({ name }) => [
    { ...flat('collection', name, 20n), isRefundable: true },
    flat('payout', name, 10n),
  ]),
  cashOuts: [],
}

function flat(kind: Kind, network: string, flatMinor: bigint): FeeSchedule {
  const tiers = [{ upToMinor: null, flatMinor, percentE4: 0n }]
  const bounds = { minimumMinor: null, maximumMinor: null }
  return { fromMs: 0, kind, network, currency: 'UGX', accountId: null, tiers, ...bounds }
}

/** Every batch waits for a second person. */
export const fourEyes: FourEyes = { kinds: new Set(['batches']), amountsMinor: new Map() }

/** Refunds a collection through a fault; a second refund is possible only if the first has failed. */
export async function refundThrough(gateway: FaultyGateway, verdict: Verdict): Promise<void> {
  const { network } = gateway
  const sale = await gateway.pay('collection', 'sale')
  while ((await gateway.followUp(sale.headers.get('location') ?? '')) === 'open');
  const before = network.seen.submission
  await network.fall()
  const answer = await gateway.refund('back-1')
  expect(codeOf(answer)).to.equal(verdict.answer)
  const path = answer.headers.get('location') ?? ''
  expect(await resultOf(gateway, path)).to.equal(worth('refund', verdict.result))
  expect(codeOf(await gateway.refund('back-1'))).to.equal('409 duplicate_reference')
  await network.recover()
  const [, money] = await end(gateway, path, 'refund', verdict)
  expect(network.seen.submission - before).to.equal(verdict.sent)
  expect(codeOf(await gateway.refund('back-2'))).to.equal(money === 'back' ? '201' : '400 refund_exceeds_collection')
  expect(await gateway.problems()).to.deep.equal([])
}

/**
 * Pays a batch of one line through a fault, approved with another key; both keys are then revoked, and the batch ends
 * with its line.
 */
export async function payLineThrough(gateway: FaultyGateway, verdict: Verdict): Promise<void> {
  const { network, get } = gateway
  const [till, office] = [await gateway.withKey('pay'), await gateway.withKey('read')]
  await network.fall()
  const answer = await till.payBatch()
  expect(codeOf(answer)).to.equal('201')
  const batch = `/api/v1/payout-batches/${answer.body.data?.batch_id}`
  expect(codeOf(await till.approve(batch))).to.equal('409 batch_awaits_approval')
  expect(codeOf(await office.approve(batch))).to.equal('403 key_not_allowed')
  expect(network.seen.submission).to.equal(0)
  expect(codeOf(await gateway.approve(batch))).to.equal('200')
  type Lines = { readonly lines: readonly { readonly transaction_id: string | null }[] }
  const idOf = async () => ((await get(`${batch}/lines`)).body.data as unknown as Lines).lines[0]?.transaction_id
  await until(async () => Boolean(await idOf()))
  const path = `/api/v1/transactions/${await idOf()}`
  await until(async () => (await resultOf(gateway, path)) === worth('line', verdict.result))
  expect(codeOf(await gateway.payBatch())).to.equal('409 duplicate_batch')
  await till.revoke()
  expect(codeOf(await till.payBatch())).to.equal('401 invalid_secret_key')
  await network.recover()
  await end(gateway, path, 'line', verdict)
  await until(async () => (await get(batch)).body.data?.state === 'completed')
  expect(network.seen.submission).to.equal(verdict.sent)
  expect(await gateway.problems()).to.deep.equal([])
}

/** Follows a payment to its end, and expects no change until then; resolves with the end. */
async function end(gateway: FaultyGateway, path: string, kind: Worth, verdict: Verdict): Promise<Result> {
  while ((await gateway.followUp(path)) === 'open')
    expect(await resultOf(gateway, path)).to.equal(worth(kind, verdict.result))
  const last = verdict.end ?? verdict.result
  expect(await resultOf(gateway, path)).to.equal(worth(kind, last))
  return last
}

/** An answer's status and code. */
export function codeOf({ status, headers }: Answer): string {
  const code = headers.get('error-code')
  return code === null ? `${status}` : `${status} ${code}`
}

/** A payment's state, and the merchant's available and held money. */
async function resultOf({ get, network }: FaultyGateway, path: string): Promise<string> {
  const [transaction, balances] = [await get(path), await get('/api/v1/balances')]
  type Reported = { readonly [Name in 'state' | 'reason' | 'network_receipt' | 'network_reason']: string | null }
  const { state, reason, network_receipt: receipt, network_reason: word } = transaction.body.data as Reported
  // A payment that ended as its network says has that network's receipt, or its word for the failure; none has both.
  expect(receipt).to.equal(state === 'succeeded' ? network.dialect.receipt : null)
  if (state === 'succeeded') expect(word).to.equal(null)
  if (reason === 'limit_reached') expect(word).to.match(/^(PAYER_LIMIT_REACHED|DP00[89]00001003)$/)
  const { UGX } = balances.body.data as { UGX: { available: number; held: number } }
  return `${state}${reason === null ? '' : `: ${reason}`}; ${UGX.available} ${UGX.held}`
}

type Worth = keyof typeof balances

const worth = (kind: Worth, [state, money]: Result) => `${state}; ${balances[kind][money]}`

/** The available and held part of UGX 10,000 when 500 are paid, collected, or refunded with fees; lines cost a fee. */
const balances = {
  payout: { held: '9500 500', back: '10000 0', moved: '9500 0' },
  collection: { held: '10000 0', back: '10000 0', moved: '10500 0' },
  refund: { held: '9980 500', back: '10480 0', moved: '10000 0' },
  line: { held: '9490 510', back: '10000 0', moved: '9490 0' },
}
