import { expect } from 'chai'
import { findUnconfirmed } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { rule } from '../../../rule.ts'
import { fromMs, openWorld, rowOf, toMs } from './paidWorld.ts'

const dayMs = 86_400_000

/** A world some days after the compared time, and its oldest unconfirmed payment over MTN, as an age in days. */
async function laterWorld() {
  const world = await openWorld()
  const clock = manualClock(toMs + dayMs)
  const unconfirmed = () => findUnconfirmed({ ...world.ports, clock })()
  return {
    ...world,
    unconfirmed,
    async oldest(network = 'MTN') {
      const { oldest } = await unconfirmed()
      return oldest.find((one) => one.network === network)?.atMs
    },
  }
}

describe('120 Reconciliation: unconfirmed payments', () => {
  rule('120.36', 'the age of the oldest payment that no file confirms is shown, even when no file was compared', {
    'no file was compared': async () => {
      const { paid, oldest } = await laterWorld()
      await paid({ createdAtMs: fromMs + 5 })
      await paid({ createdAtMs: fromMs + 3 })
      await paid({ createdAtMs: fromMs, network: 'AIRTEL' })
      expect([await oldest(), await oldest('AIRTEL')]).to.deep.equal([fromMs + 3, fromMs])
    },
    'a file has all but one': async () => {
      const { paid, oldest, compare } = await laterWorld()
      const [first] = [await paid(), await paid({ createdAtMs: fromMs + 3_600_000 })]
      await compare([rowOf(first, 2)])
      expect(await oldest()).to.equal(fromMs + 3_600_000)
    },
    'files have all': async () => {
      const { paid, oldest, compare } = await laterWorld()
      await compare([rowOf(await paid(), 2)])
      expect(await oldest()).to.equal(null)
    },
    'files leave a day out': async () => {
      const { paid, oldest, compare } = await laterWorld()
      const [first, last] = [await paid(), await paid({ createdAtMs: fromMs + 2 * dayMs })]
      const between = await paid({ createdAtMs: fromMs + dayMs })
      await compare([rowOf(first, 2)], { toMs: fromMs + dayMs })
      await compare([rowOf(last, 2)], { fromMs: fromMs + 2 * dayMs })
      expect(await oldest()).to.equal(between.createdAtMs)
    },
    'a file of another network covers the time': async () => {
      const { paid, oldest, compare } = await laterWorld()
      await paid()
      await compare([], { network: 'AIRTEL', profile: 'airtel-uganda' })
      expect(await oldest()).to.equal(fromMs)
    },
    'another network’s file lacks an older one': async () => {
      const { paid, oldest, compare } = await laterWorld()
      await paid({ network: 'AIRTEL', createdAtMs: fromMs + 3 })
      await compare([], { network: 'AIRTEL', profile: 'airtel-uganda' })
      await paid({ createdAtMs: fromMs + 5 })
      expect([await oldest('AIRTEL'), await oldest()]).to.deep.equal([fromMs + 3, fromMs + 5])
    },
    'a file lacks one, and an older one is of a time without a file': async () => {
      const { paid, oldest, compare } = await laterWorld()
      await paid({ createdAtMs: fromMs + dayMs })
      await compare([], { fromMs: fromMs + dayMs })
      await paid({ createdAtMs: fromMs + 7 })
      expect(await oldest()).to.equal(fromMs + 7)
    },
    'files have all, and the later one was compared first': async () => {
      const { paid, oldest, compare } = await laterWorld()
      const [first, last] = [await paid(), await paid({ createdAtMs: fromMs + dayMs })]
      await compare([rowOf(last, 2)], { fromMs: fromMs + dayMs })
      await compare([rowOf(first, 2)], { toMs: fromMs + dayMs })
      expect(await oldest()).to.equal(null)
    },
    'it is older than 30 days': async () => {
      const { paid, oldest } = await laterWorld()
      await paid({ createdAtMs: toMs - 29 * dayMs - 1 })
      expect(await oldest()).to.equal(null)
    },
  })

  rule(
    '120.37',
    'the amount of the payments that their files lack, and the number of open exceptions, are shown',
    async () => {
      const { paid, compare, unconfirmed } = await laterWorld()
      const [first] = [await paid(), await paid({ createdAtMs: fromMs + 3_600_000, amountMinor: 7n })]
      await compare([rowOf(first, 2), rowOf(first, 3, { phoneNumber: '256770000009' })])
      const { amounts, exceptions } = await unconfirmed()
      expect(amounts).to.deep.equal([
        { network: 'MTN', currency: 'UGX', amountMinor: 7n, oldestAtMs: fromMs + 3_600_000 },
      ])
      expect(exceptions).to.deep.equal([
        { network: 'MTN', bucket: 'missing_here', entries: 1 },
        { network: 'MTN', bucket: 'missing_there', entries: 1 },
      ])
    },
  )
})
