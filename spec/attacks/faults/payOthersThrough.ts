import { expect } from 'chai'
import { until } from '../../fixtures/sandboxGateway.ts'
import type { Money, Result, Verdict } from './faultTable.ts'
import type { FaultyGateway } from './faultyGateway.ts'
import { codeOf, result } from './payThrough.ts'

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

/** Pays a batch of one line through a fault; the batch is over when its line is. */
export async function payLineThrough(gateway: FaultyGateway, verdict: Verdict): Promise<void> {
  const { network, get } = gateway
  await network.fall()
  const answer = await gateway.payBatch()
  expect(codeOf(answer)).to.equal('201')
  const batch = `/api/v1/payout-batches/${answer.body.data?.batch_id}`
  const idOf = async () => ((await get(`${batch}/lines`)).body.data as unknown as Lines).lines[0]?.transaction_id
  await until(async () => Boolean(await idOf()))
  const path = `/api/v1/transactions/${await idOf()}`
  await until(async () => (await result(gateway, path)) === worth(verdict.result, payouts))
  expect(codeOf(await gateway.payBatch())).to.equal('409 duplicate_batch')
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

/** What is available and held of UGX 10,000, to which 500 were collected in the case of refunds. */
const payouts = { held: '9500 500', back: '10000 0', moved: '9500 0' }
const refunds = { held: '10000 500', back: '10500 0', moved: '10000 0' }
