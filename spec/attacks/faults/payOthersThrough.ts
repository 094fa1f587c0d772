import { expect } from 'chai'
import type { FeeSchedule, Fees, FourEyes, Kind } from '../../../core/sente.ts'
import { until } from '../../fixtures/sandboxGateway.ts'
import { dialects } from './dialects.ts'
import type { Money, Result, Verdict } from './faultTable.ts'
import type { FaultyGateway } from './faultyGateway.ts'
import { codeOf, result } from './payThrough.ts'

/** What is charged beside a fault: 20 for a collection, which its refund gives back, and 10 for a payout. */
export const fees: Fees = {
  schedules: dialects.flatMap(({ name }) => [
    { ...flat('collection', name, 20n), isRefundable: true },
    flat('payout', name, 10n),
  ]),
  cashOuts: [],
}

/** Every batch waits for a second person. */
export const fourEyes: FourEyes = { kinds: new Set(['batches']), amountsMinor: new Map() }

/** Pays a collection of UGX 500 back through a fault; a second refund is possible only where the first came to nothing. */
export async function refundThrough(gateway: FaultyGateway, verdict: Verdict): Promise<void> {
  const { network } = gateway
  const sale = await gateway.pay('collection', 'sale')
  await followToTheEnd(gateway, sale.headers.get('location') ?? '')
  const before = network.seen.submission
  await network.fall()
  const answer = await gateway.refund('back-1')
  expect(codeOf(answer)).to.equal(verdict.answer)
  const path = answer.headers.get('location') ?? ''
  expect(await result(gateway, path)).to.equal(worth(verdict.result, refunds))
  expect(codeOf(await gateway.refund('back-1'))).to.equal('409 duplicate_reference')
  await network.recover()
  const last = await endOf(gateway, path, verdict, refunds)
  expect(network.seen.submission - before).to.equal(verdict.sent)
  const next = last === 'back' ? '201' : '400 refund_exceeds_collection'
  expect(codeOf(await gateway.refund('back-2'))).to.equal(next)
  expect(await gateway.problems()).to.deep.equal([])
}

/**
 * Pays a batch of one line through a fault, approved with another key, and both keys are revoked then; the batch is over when
 * its line is.
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
  const idOf = async () => ((await get(`${batch}/lines`)).body.data as unknown as Lines).lines[0]?.transaction_id
  await until(async () => Boolean(await idOf()))
  const path = `/api/v1/transactions/${await idOf()}`
  await until(async () => (await result(gateway, path)) === worth(verdict.result, payouts))
  expect(codeOf(await gateway.payBatch())).to.equal('409 duplicate_batch')
  await till.revoke()
  expect(codeOf(await till.payBatch())).to.equal('401 invalid_secret_key')
  await network.recover()
  await endOf(gateway, path, verdict, payouts)
  await until(async () => (await get(batch)).body.data?.state === 'completed')
  expect(network.seen.submission).to.equal(verdict.sent)
  expect(await gateway.problems()).to.deep.equal([])
}

type Lines = { readonly lines: readonly { readonly transaction_id: string | null }[] }

/** Follows a payment up to its end; resolves with where its money is then. */
async function endOf(
  gateway: FaultyGateway,
  path: string,
  verdict: Verdict,
  balances: Record<Money, string>,
): Promise<Money> {
  await followToTheEnd(gateway, path)
  const last = verdict.end ?? verdict.result
  expect(await result(gateway, path)).to.equal(worth(last, balances))
  return last[1]
}

async function followToTheEnd({ followUp }: FaultyGateway, path: string): Promise<void> {
  while ((await followUp(path)) === 'open');
}

function worth([state, money]: Result, balances: Record<Money, string>): string {
  return `${state}; ${balances[money]}`
}

/** What is available and held of UGX 10,000, to which 500 less their fee were collected in the case of refunds. */
const payouts = { held: '9490 510', back: '10000 0', moved: '9490 0' }
const refunds = { held: '9980 500', back: '10480 0', moved: '10000 0' }

function flat(kind: Kind, network: string, flatMinor: bigint): FeeSchedule {
  return {
    ...{ fromMs: 0, kind, network, currency: 'UGX', accountId: null },
    ...{ tiers: [{ upToMinor: null, flatMinor, percentE4: 0n }], minimumMinor: null, maximumMinor: null },
  }
}
