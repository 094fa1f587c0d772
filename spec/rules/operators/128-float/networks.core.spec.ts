import { expect } from 'chai'
import {
  askForFloats,
  differsFromNetwork,
  findFloats,
  listFloat,
  moveOperatorMoney,
  runsOut,
} from '../../../../core/sente.ts'
import { hourMs, minuteMs, openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

/** An operator with a recorded payout float of 50,000 with MTN, whose networks report the balances of our wallets. */
async function openReported() {
  const core = await openCore()
  const { ports, networks, clock } = core
  const top = { kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement', by: 'amina' } as const
  const topUp = (amount: number, reference: string) => moveOperatorMoney(ports)({ ...top, amount, reference })
  await topUp(50_000, 'r-0')
  networks.AIRTEL?.holds(undefined)
  clock.forwardMs(hourMs - (clock.nowMs() % hourMs))
  return {
    ...core,
    topUp,
    ask: askForFloats({ ...ports, providerFor: (_currency, name) => networks[name] }),
    async float() {
      const found = (await findFloats(ports)()).find(({ account }) => account === 'float:MTN:disbursement')
      if (!found) throw new Error('there is no float')
      return found
    },
  }
}

describe('128 The operator’s own money: balances from networks', () => {
  rule(
    '128.13',
    'one node asks the networks for the balances of our wallets every five minutes, and the answers change no account',
    async () => {
      const { ask, network, clock, ports, float } = await openReported()
      const before = (await listFloat(ports)()).balances
      network.holds({ amountMinor: 49_000n })
      const reported = [
        { currency: 'UGX', account: 'float:MTN:disbursement', minor: 49_000n, paidMinor: 0n, atMs: clock.nowMs() },
        { currency: 'UGX', account: 'float:MTN:collection', minor: 49_000n, paidMinor: 0n, atMs: clock.nowMs() },
      ]
      expect(await ask()).to.deep.equal(reported)
      network.holds({ amountMinor: 48_000n })
      clock.forwardMs(5 * minuteMs - 1)
      expect(await ask()).to.deep.equal([])
      expect((await float()).reported?.minor).to.equal(49_000n)
      clock.forwardMs(1)
      expect((await ask())[0]?.minor).to.equal(48_000n)
      expect((await float()).reported?.minor).to.equal(48_000n)
      expect((await listFloat(ports)()).balances).to.deep.equal(before)
    },
  )

  rule('128.14', 'when a network does not answer, its last balance stays', {
    'when it does not answer': async () => {
      const { ask, network, clock, float } = await openReported()
      await ask()
      network.behaves('unreachable')
      clock.forwardMs(5 * minuteMs)
      expect(await ask()).to.deep.equal([])
      expect((await float()).reported).to.include({ minor: 1_000_000n, isFresh: true })
    },
    'when it never does, or is not connected': async () => {
      const { ports, network } = await openReported()
      const { walletBalance: _, ...mute } = network
      const ask = askForFloats({ ...ports, providerFor: (_currency, name) => (name === 'MTN' ? mute : undefined) })
      expect(await ask()).to.deep.equal([])
    },
  })

  rule(
    '128.15',
    'moves recorded since a network was asked count when its wallet is compared with the books',
    async () => {
      const { ask, network, pay, float, topUp } = await openReported()
      await pay('succeeds')
      network.holds({ amountMinor: 65_000n })
      await ask()
      expect(await float()).to.deep.include({ minor: 45_000n })
      expect((await float()).reported?.differenceMinor).to.equal(20_000n)
      expect(differsFromNetwork(await float())).to.equal(true)
      await pay('succeeds', { reference: 'next' })
      expect((await float()).reported?.differenceMinor, 'after a payout').to.equal(20_000n)
      await topUp(15_000, 'r-1')
      expect((await float()).reported?.differenceMinor, 'after a top-up that was not recorded').to.equal(5_000n)
      await pay('accepts', { reference: 'open' })
      expect(differsFromNetwork(await float()), 'as much as is open').to.equal(false)
    },
  )

  rule(
    '128.16',
    'the time that a float lasts is estimated from its network’s balance of the last 15 minutes, less the payouts since, or else from the books',
    async () => {
      const { ask, network, pay, float, clock } = await openReported()
      await pay('succeeds')
      network.holds({ amountMinor: 13_000n })
      await ask()
      expect(await float()).to.include({ usableMinor: 13_000n })
      expect(runsOut(await float())).to.equal(false)
      await pay('succeeds', { reference: 'second' })
      expect(await float()).to.include({ usableMinor: 8_000n, runwayMs: (hourMs * 6 * 8) / 10 })
      clock.forwardMs(15 * minuteMs - 1)
      expect(await float()).to.include({ usableMinor: 8_000n })
      await pay('succeeds', { reference: 'third' })
      expect(runsOut(await float())).to.equal(true)
      clock.forwardMs(1)
      expect(await float()).to.include({ usableMinor: 35_000n })
      expect(runsOut(await float())).to.equal(false)
    },
  )
})
