import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Transaction } from '../../core/sente.ts'
import { rule } from '../rule.ts'
import { collection, overAirtel, payout, soon } from './airtelScript.ts'
import { closeOpened, openSimulator } from './openedSimulator.ts'

const numbers = [...range(990450, 990463), ...range(990470, 990478)]

describe('31 Airtel Money: the simulated numbers', () => {
  afterEach(closeOpened)

  const settledRightly = async (order: Transaction) => {
    const { provider, simulator } = await openAirtel()
    const end = async (number: number) => {
      const id = randomUUID()
      const providerId = provider.providerId({ transactionId: id, random: randomUUID() })
      const transaction = { ...order, id, providerId, phoneNumber: `256750${number}` }
      const submit = order.kind === 'payout' ? provider.payOut : provider.requestPayment
      const answers = [await submit(transaction, soon())]
      for (let asked = 0; asked < 30 && answers.every(isOpen); asked++) {
        await pause(10)
        const answer = await provider.enquire(transaction)
        if (answer.outcome === 'succeeded' || answer.outcome === 'declined') answers.push(answer)
      }
      const isExecuted = simulator.executed().some((payment) => payment.providerId === providerId)
      return { outcome: answers.at(-1)?.outcome, isExecuted }
    }
    for (const { outcome, isExecuted } of await Promise.all(numbers.map(end))) {
      expect(outcome === 'succeeded').to.equal(isExecuted)
    }
  }
  rule('31.90', 'whatever the simulated Airtel does, a payment counts as made just when money moved', {
    payout: () => settledRightly(payout),
    collection: () => settledRightly(collection),
  })
})

async function openAirtel() {
  const simulator = await openSimulator({ silentMs: 200 })
  const { publicKey: pinKey, signing: _, ...airtel } = simulator.airtel
  const settings = { network: 'AIRTEL', countryCode: '256', ...airtel, pinKey, answerMs: 150 }
  return { simulator, provider: overAirtel(settings) }
}

function isOpen({ outcome }: { outcome: string }): boolean {
  return outcome !== 'succeeded' && outcome !== 'declined'
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
}
