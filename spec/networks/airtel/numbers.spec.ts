import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Enquired, Submitted, Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { openSimulator } from '../../simulator/openedSimulator.ts'
import { collection, overAirtel, payout } from '../airtelScript.ts'
import { soon } from '../scriptedNetwork.ts'

/** Nothing is sent during the pause after this one, so it comes last. */
const asksForPause = 990479

const numbers = [...range(990450, 990463), ...range(990470, 990478), ...range(990480, 990482)]

describe('Airtel Money: the simulated numbers', () => {
  const settledRightly = async (order: Transaction) => {
    const { provider, simulator } = await openAirtel()
    const end = async (number: number) => {
      const id = randomUUID()
      const providerId = provider.providerId({ transactionId: id, random: randomUUID() })
      const transaction = { ...order, id, providerId, phoneNumber: `256750${number}` }
      const submit = order.kind === 'payout' ? provider.payOut : provider.requestPayment
      let { outcome }: Submitted | Enquired = await submit(transaction, soon())
      for (let tries = 0; tries < 8 && !ends.includes(outcome); tries++) {
        await pause(20)
        outcome = (await provider.enquire(transaction)).outcome
      }
      return { outcome, providerId }
    }
    const payments = [...(await Promise.all(numbers.map(end))), await end(asksForPause)]
    const executed = simulator.executed().map(({ providerId }) => providerId)
    for (const { outcome, providerId } of payments) {
      if (outcome === 'succeeded') expect(executed).to.include(providerId)
      if (outcome === 'declined') expect(executed).not.to.include(providerId)
    }
    expect(payments.map(({ outcome }) => outcome)).to.include.members(['succeeded', 'declined', 'notFound', 'pending'])
  }
  test('whatever the simulated Airtel does, a payment succeeds if money moved, and is released only if none did', {
    payout: () => settledRightly(payout),
    collection: () => settledRightly(collection),
  })
})

async function openAirtel() {
  const simulator = await openSimulator({ silentMs: 600 })
  const { publicKey: pinKey, signing: _, ...airtel } = simulator.airtel
  const settings = {
    network: 'AIRTEL',
    countryCode: '256',
    ...airtel,
    pinKey,
    answerMs: 400,
    tokenMs: 300_000,
    enquiryMs: 300_000,
  }
  return { simulator, provider: overAirtel(settings) }
}

/** The outcomes that end the wait here; a submission on its way may still arrive after `notFound`. */
const ends = ['succeeded', 'declined', 'notFound']

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
}
