import { expect } from 'chai'
import { askForFloats, floatWatch, pauseNetwork } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'
import { openShort } from './short.ts'

describe('128 The operator’s own money: refusing beyond the float', () => {
  rule('128.18', 'where the setting says so, a payout above the rest of the float is refused, as if paused', {
    'up to its balance, less each payout': async () => {
      const { payOut, balance, network, short } = await openShort()
      const amounts = [5_000, 7_001, 7_000, 500]
      const answers: string[] = []
      for (const amount of amounts) answers.push(await payOut({ amount }))
      expect(answers).to.deep.equal(['opened', 'network_unavailable', 'opened', 'network_unavailable'])
      expect(network.received.map(({ amountMinor }) => amountMinor).slice(-2)).to.deep.equal([5_000n, 7_000n])
      expect(await balance()).to.deep.equal({ available: 88_000n, held: 12_000n })
      expect(short).to.deep.equal(['7001'])
    },
    'and does not count as a payment refused by a stopped network': async () => {
      const met: string[] = []
      const channels = {
        answered: async () => {},
        refused: ({ network }: { readonly network: string }) => void met.push(network),
      }
      const { send, caller, payout, ports } = await openCore({}, { floats: { take: () => false }, channels })
      const given = async () => ({ caller: await caller(), request: payout })
      expect(await send(await given())).to.include({ refused: 'network_unavailable' })
      expect(met).to.deep.equal([])
      await pauseNetwork(ports)({ network: 'MTN', by: 'amina', because: 'the portal is being moved' })
      expect(await send(await given())).to.include({ refused: 'network_unavailable' })
      expect(met).to.deep.equal(['MTN'])
    },
    'also when nobody is notified': async () => {
      const { ports } = await openShort()
      const { take, look } = floatWatch(ports)
      await look()
      const payout = { network: 'MTN', currency: 'UGX', amountMinor: 12_001n }
      expect([take(payout), take({ ...payout, amountMinor: 12_000n })]).to.deep.equal([false, true])
    },
    'many at once take no more than there is': async () => {
      const { payOut } = await openShort()
      const answers = await Promise.all(Array.from({ length: 20 }, () => payOut({ amount: 5_000 })))
      expect(answers.filter((answer) => answer === 'opened')).to.have.length(2)
    },
    'and its reference stays free': async () => {
      const { payOut, topUp, floats } = await openShort()
      expect(await payOut({ amount: 12_500, reference: 'again' })).to.equal('network_unavailable')
      await topUp(500, 'r-1')
      await floats.look()
      expect(await payOut({ amount: 12_500, reference: 'again' })).to.equal('opened')
    },
    'a payout that is refused anyway gets its own refusal': async () => {
      const { payOut } = await openShort()
      expect(await payOut({ amount: 2_000_000 })).to.equal('insufficient_balance')
      expect(await payOut({ amount: 20_000, pin: '0001' })).to.equal('invalid_pin')
    },
    'by the network’s balance, if there is one': async () => {
      const { payOut, network, ports, floats } = await openShort()
      network.holds({ amountMinor: 600n })
      await askForFloats({ ...ports, providerFor: (_currency, name) => (name === 'MTN' ? network : undefined) })()
      await floats.look()
      expect(await payOut({ amount: 601 })).to.equal('network_unavailable')
      expect(await payOut({ amount: 600 })).to.equal('opened')
    },
  })

  rule('128.19', 'otherwise it is tried: without the setting, when nothing is known, and over other networks', {
    'without the setting': async () => {
      const { payOut, topUp, floats } = await openShort({ refusing: ['AIRTEL'] })
      await topUp(500, 'r-1', 'AIRTEL')
      await floats.look()
      expect(await payOut({ amount: 20_000 })).to.equal('opened')
      expect(await payOut({ amount: 501, network: 'AIRTEL' })).to.equal('network_unavailable')
    },
    'when nobody has looked yet, and over a network that the configuration no longer has': async () => {
      const { payOut, ports, network } = await openShort()
      network.behaves('succeeds')
      expect(await payOut({ amount: 1_000 })).to.equal('opened')
      const former = floatWatch({ ...ports, market: new Map() })
      const take = () => former.take({ network: 'MTN', currency: 'UGX', amountMinor: 20_000n })
      expect(take()).to.equal(true)
      await former.look()
      expect(take()).to.equal(true)
    },
    'when nothing is known of the float': async () => {
      const { payOut } = await openShort({ recorded: false })
      expect(await payOut({ amount: 20_000 })).to.equal('opened')
    },
    'when the last balance is older than a minute': async () => {
      const { payOut, clock, floats } = await openShort()
      clock.forwardMs(60_000)
      expect(await payOut({ amount: 20_000 })).to.equal('network_unavailable')
      clock.forwardMs(1)
      expect(await payOut({ amount: 20_000 })).to.equal('opened')
      await floats.look()
      expect(await payOut({ amount: 20_000 })).to.equal('network_unavailable')
    },
    'over another network, and collections': async () => {
      const { payOut, collect, caller, request, network } = await openShort()
      expect(await payOut({ amount: 20_000, network: 'AIRTEL' })).to.equal('opened')
      network.behaves('accepts')
      const collection = await collect({
        caller: await caller(),
        request: { ...request, amount: 20_000, reference: 'c' },
      })
      expect(collection).not.to.have.property('refused')
    },
  })
})
