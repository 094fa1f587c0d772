import { expect } from 'chai'
import sinon from 'sinon'
import {
  type Books,
  collectMoney,
  countUnservedTransactions,
  followUp,
  isRefusal,
  livePolicy,
  type Market,
  resolveTransaction,
  uganda,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { hourMs, inDoubt, succeeded } from '../../../fixtures/doubt.ts'
import { writesTo } from '../../../fixtures/writes.ts'
import { rule } from '../../../rule.ts'

const networks = uganda.get('UGX')?.networks ?? []
const airtelOnly: Market = new Map([['UGX', { minimum: 500, maximum: 5_000_000, networks: networks.slice(0, 1) }]])
const kesOnly: Market = new Map([['KES', { minimum: 500, maximum: 5_000_000, networks }]])

/** Payouts in doubt: one at Airtel, and more at MTN than fit into one sweep; then a run with this market. */
async function openLeft(market: Market, count = 10) {
  const core = await openCore()
  const { alarms } = core
  const open = async (reference: string, network: 'MTN' | 'AIRTEL') => {
    core.networks[network]?.answersEnquiry(inDoubt)
    return (await core.pay('losesAnswer', { amount: 500, reference, network })).stored
  }
  const left = []
  for (let index = 0; index < count; index += 1) left.push(await open(`left-${index}`, 'MTN'))
  const stays = await open('stays', 'AIRTEL')
  core.clock.restart()
  const providerFor: typeof core.ports.providerFor = (currency, network) => {
    const isServed = market.get(currency)?.networks.some(({ name }) => name === network)
    if (!isServed) throw new Error(`${network} is not connected for ${currency}`)
    return core.ports.providerFor(currency, network)
  }
  const ports = { ...core.ports, market, providerFor }
  const run = followUp({ ...ports, atOnce: 4 })
  await run.resume()
  return { ...core, ports, alarms, left, stays, ...run }
}

describe('107 The follow-up: networks and currencies that leave the market', () => {
  rule(
    '107.41',
    'open payments of a network or currency that is no longer in the market are reported, with their number',
    async () => {
      const { ports } = await openLeft(airtelOnly)
      expect(await countUnservedTransactions(ports)()).to.deep.equal([
        { network: 'MTN', currency: 'UGX', transactions: 10 },
      ])
      expect(await countUnservedTransactions((await openLeft(kesOnly, 2)).ports)()).to.have.deep.members([
        { network: 'MTN', currency: 'UGX', transactions: 2 },
        { network: 'AIRTEL', currency: 'UGX', transactions: 1 },
      ])
      expect(await countUnservedTransactions((await openLeft(uganda)).ports)()).to.deep.equal([])
    },
  )

  rule('107.42', 'they do not hold up others: all other payments are followed up', {
    'of another network': async () => {
      const { networks, clock, sweep, stays } = await openLeft(airtelOnly)
      networks.AIRTEL?.answersEnquiry(succeeded)
      clock.forwardMs(hourMs)
      await sweep()
      expect((await stays()).state).to.equal('succeeded')
    },
    'of the same network in another currency': async () => {
      const { ports, clock, network, account, change, caller, publicKey, left } = await openLeft(kesOnly)
      await change((before) => ({ ...before, activatedCurrencies: ['UGX', 'KES'] }))
      const request = { apikey: publicKey, phoneNumber: '256770000001', amount: 500, currency: 'KES', network: 'MTN' }
      const answer = await collectMoney(ports)({ caller: await caller(), request: { ...request, reference: 'kes-1' } })
      if (isRefusal(answer)) throw new Error(answer.refused)
      await answer.outcome
      network.answersEnquiry(succeeded)
      clock.forwardMs(hourMs)
      await followUp({ ...ports, atOnce: 4 }).sweep()
      expect((await ports.books.transaction(answer.transaction.id))?.state).to.equal('succeeded')
      expect((await left[0]?.())?.accountId).to.equal(account.id)
    },
  })

  rule('107.43', 'their money stays held, and after a day they need attention', {
    'all of them': async () => {
      const { clock, sweep, left, alarms, balance } = await openLeft(airtelOnly)
      for (let hour = 0; hour < 26; hour += 1) {
        clock.forwardMs(hourMs)
        await sweep()
      }
      for (const one of left) expect(await one()).to.include({ state: 'submitting', attention: 'overdue' })
      expect(alarms).to.deep.equal(Array(11).fill('overdue'))
      expect(await balance()).to.deep.equal({ available: 94_500n, held: 5_500n })
    },
    'also when there are more than are read at once': async () => {
      const { ports, clock, alarms } = await openLeft(airtelOnly)
      const list: Books['list'] = (query) => ports.books.list({ ...query, limit: Math.min(query.limit, 4) })
      clock.forwardMs(30 * hourMs)
      await followUp({ ...ports, books: { ...ports.books, list }, atOnce: 4 }).sweep()
      expect(alarms).to.deep.equal(Array(11).fill('overdue'))
    },
    'with one search an hour': async () => {
      const { ports, clock } = await openLeft(airtelOnly, 1)
      const awaited = sinon.spy(ports.books, 'awaited')
      const { sweep } = followUp({ ...ports, atOnce: 4 })
      const looks: number[] = []
      for (const forwardMs of [0, 0, hourMs - 1, 1, 0]) {
        clock.forwardMs(forwardMs)
        await sweep()
        looks.push(awaited.callCount)
      }
      expect(looks).to.deep.equal([1, 1, 1, 2, 2])
    },
    'not one that ended, or was marked, before this process came to it': async () => {
      for (const first of ['ends', 'is marked'] as const) {
        const { ports, clock, left, alarms } = await openLeft(airtelOnly, 1)
        clock.forwardMs(30 * hourMs)
        const [stored] = left
        const claimOne: Books['claimOne'] = async (id, claim) => {
          const claimed = await ports.books.claimOne(id, claim)
          clock.forwardMs(livePolicy.leaseMs)
          if (first === 'is marked') await followUp({ ...ports, alarm: () => undefined, atOnce: 4 }).sweep()
          else await resolveTransaction(ports)({ transactionId: id, end: 'failed', because: 'asked', by: 'amina' })
          return claimed
        }
        const { recorded } = writesTo(ports.books)
        await followUp({ ...ports, books: { ...ports.books, claimOne }, atOnce: 4 }).sweep()
        expect(recorded.filter(({ network }) => network === 'MTN')).to.have.length(1)
        expect(await stored?.()).to.include(first === 'ends' ? { attention: null } : { attention: 'overdue' })
        expect(alarms).to.deep.equal(['overdue'])
      }
    },
  })

  rule('107.44', 'nothing else about them changes, since another process over the same books may serve them', {
    'enquiries go on when the market has them back, as if it had always had them': async () => {
      const { ports, network, clock, sweep, left } = await openLeft(airtelOnly)
      const planned = (await left[0]?.())?.followUp
      clock.forwardMs(30 * hourMs)
      await sweep()
      expect((await left[0]?.())?.followUp).to.deep.equal(planned)
      network.answersEnquiry(succeeded)
      await followUp({ ...ports, market: uganda, providerFor: () => network, atOnce: 4 }).sweep()
      for (const one of left) expect((await one()).state).to.equal('succeeded')
    },
    'before they are late': async () => {
      const { ports, clock } = await openLeft(airtelOnly, 2)
      const { recorded } = writesTo(ports.books)
      const claimed: string[] = []
      const claimOne: Books['claimOne'] = (id, claim) => {
        claimed.push(id)
        return ports.books.claimOne(id, claim)
      }
      const { sweep } = followUp({ ...ports, books: { ...ports.books, claimOne }, atOnce: 4 })
      await sweep()
      for (let hour = 1; hour < 24; hour += 1) {
        clock.forwardMs(hourMs)
        await sweep()
      }
      expect(recorded.filter(({ network }) => network === 'MTN')).to.deep.equal([])
      expect(claimed).to.deep.equal([])
    },
    'when its own clock is ahead of that of the books': async () => {
      const { ports, clock, left } = await openLeft(airtelOnly, 2)
      const ahead = { ...clock, nowMs: () => clock.nowMs() + 48 * hourMs, run: clock.run }
      const claimOne: Books['claimOne'] = (id, claim) => ports.books.claimOne(id, { ...claim, nowMs: clock.nowMs() })
      const { sweep } = followUp({ ...ports, clock: ahead, books: { ...ports.books, claimOne }, atOnce: 4 })
      await sweep()
      for (const one of left) expect((await one()).attention).to.equal(null)
    },
    'while another process asks about them': async () => {
      const { ports, clock, left, sweep } = await openLeft(airtelOnly, 1)
      clock.forwardMs(30 * hourMs)
      await ports.books.claim({
        ...{ network: 'MTN', currency: 'UGX', nowMs: clock.nowMs(), leaseMs: livePolicy.leaseMs, limit: 1 },
      })
      await sweep()
      expect((await left[0]?.())?.attention).to.equal(null)
    },
  })
})
