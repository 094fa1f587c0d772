import { expect } from 'chai'
import { type Way as Kind, livePolicy } from '../../../core/sente.ts'
import { oneOf } from '../../night.ts'
import { type Dialect, dialects } from './dialects.ts'
import type { Money, Result, Verdict } from './faultTable.ts'
import { type FaultyGateway, withFaultyGateway } from './faultyGateway.ts'
import type { Trouble } from './networkTrouble.ts'
import type { Answer } from './payingMerchant.ts'

/**
 * Examples on each network with each operation, each with a gateway and a network of its own; by day one of the four.
 */
export function everywhere(
  trouble: Trouble,
  example: (gateway: FaultyGateway, kind: Kind) => Promise<void>,
): Record<string, () => Promise<void>> {
  const on = (dialect: Dialect, kind: Kind) =>
    [`${dialect.name} ${kind}`, () => withFaultyGateway(dialect, trouble, (gateway) => example(gateway, kind))] as const
  return oneOf(Object.fromEntries(dialects.flatMap((dialect) => [on(dialect, 'payout'), on(dialect, 'collection')])))
}

/**
 * Pays through a fault, and follows the payment to its end while the network is paused; once it is resumed, pays again
 * where the network has recovered.
 */
export async function payThrough(gateway: FaultyGateway, kind: Kind, verdict: Verdict): Promise<void> {
  const { network, problems } = gateway
  await network.fall()
  const path = await payOnce(gateway, kind, verdict)
  await gateway.pause()
  expect(codeOf(await gateway.pay(kind, 'order-2'))).to.equal('500 network_unavailable')
  if (verdict.answer === '500 outcome_unknown') {
    await gateway.followUp(path)
    expect(await result(gateway, path)).to.equal(worth(kind, verdict.result))
  }
  await network.recover()
  await end(gateway, path, kind, verdict)
  expect(network.seen.submission).to.equal(verdict.sent)
  expect([...network.tried.values()]).to.deep.equal(isTried(verdict) ? [1] : [])
  await gateway.resume()
  if (!gateway.isHasty) {
    expect(codeOf(await gateway.pay(kind, 'order-2'))).to.equal('201')
    expect(network.seen.submission).to.equal(verdict.sent + 1)
  }
  expect(await problems()).to.deep.equal([])
}

/** Pays, and repeats the payment, which sends nothing; resolves with the path of the transaction. */
export async function payOnce(gateway: FaultyGateway, kind: Kind, verdict: Verdict): Promise<string> {
  const { seen } = gateway.network
  const answer = await gateway.pay(kind)
  expect(codeOf(answer)).to.equal(verdict.answer)
  expect(answer.body).to.include(verdict.answer === '201' ? successes[kind] : failure)
  const path = answer.headers.get('location') ?? ''
  expect(await result(gateway, path)).to.equal(worth(kind, verdict.result))
  expect(seen.submission).to.equal(verdict.sent)
  const again = await gateway.pay(kind)
  expect(codeOf(again)).to.equal('409 duplicate_reference')
  expect(again.headers.get('link')).to.match(new RegExp(`^<${path}>; rel="original", `))
  expect(seen.submission).to.equal(verdict.sent)
  return path
}

/** Follows up until the payment has ended; until then it does not change. */
async function end(gateway: FaultyGateway, path: string, kind: Kind, verdict: Verdict): Promise<void> {
  const { seen } = gateway.network
  const before = seen.enquiry
  while ((await gateway.followUp(path)) === 'open') {
    expect(await result(gateway, path)).to.equal(worth(kind, verdict.result))
  }
  expect(await result(gateway, path)).to.equal(worth(kind, verdict.end ?? verdict.result))
  expect(seen.enquiry - before).to.equal(questionsTo(verdict))
}

/**
 * How many enquiries end a payment: only the full number of absences proves that it never arrived. What was released on the
 * answer to its submission is asked about too; what was never sent is not.
 */
function questionsTo({ result, end }: Verdict): number {
  if (!end) return /^failed: (?!not_sent)/.test(result[0]) ? 1 : 0
  return isAbsence(end) ? livePolicy.absences : 1
}

function isTried({ end }: Verdict): boolean {
  return end !== undefined && !isAbsence(end)
}

/** Whether the network said so often that it does not know the payment that it has failed. */
function isAbsence([state]: Result): boolean {
  return state === 'failed: never_arrived' || state === 'failed: gateway_misconfigured'
}

/** An answer's status and code. */
export function codeOf({ status, headers }: Answer): string {
  const code = headers.get('error-code')
  return code === null ? `${status}` : `${status} ${code}`
}

type Told = { readonly [Name in 'state' | 'reason' | 'network_receipt' | 'network_reason']: string | null }

/** A payment's state, and the merchant's available and held money. */
export async function result({ get, network }: FaultyGateway, path: string): Promise<string> {
  const [transaction, balances] = [await get(path), await get('/api/v1/balances')]
  const { state, reason, network_receipt: receipt, network_reason: word } = transaction.body.data as Told
  // What has ended as its network says has that network's receipt, or its word for the failure; nothing has both.
  expect(receipt).to.equal(state === 'succeeded' ? network.dialect.receipt : null)
  if (state === 'succeeded') expect(word).to.equal(null)
  if (reason === 'limit_reached') expect(word).to.match(/^(PAYER_LIMIT_REACHED|DP00[89]00001003)$/)
  const { UGX } = balances.body.data as { UGX: { available: number; held: number } }
  return `${state}${reason === null ? '' : `: ${reason}`}; ${UGX.available} ${UGX.held}`
}

function worth(kind: Kind, [state, money]: Result): string {
  return `${state}; ${balances[kind][money]}`
}

/** What is available and held of UGX 10,000 when 500 of them are paid or collected. */
const balances: Record<Kind, Record<Money, string>> = {
  payout: { held: '9500 500', back: '10000 0', moved: '9500 0' },
  collection: { held: '10000 0', back: '10000 0', moved: '10500 0' },
}

const failure = { status: 'error', message: 'CURL Error: Failed to connect' }

const successes: Record<Kind, object> = {
  payout: { status: 'success', message: 'Withdrawal initiated successfully' },
  collection: { status: 'success', message: 'Collection initiated successfully' },
}
