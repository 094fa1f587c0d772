import { expect } from 'chai'
import { resolveTransaction } from '../../../../core/sente.ts'
import { declined, hourMs, inDoubt, notFound, openDoubt, pending } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

const told = { ...inDoubt, networkReason: 'LOW_FLOAT', providerRef: 'their 7' } as const
const unknown = { ...notFound, reason: 'network_float_too_low' } as const

/** A payout of which its network told why it failed, and which it then did not know. */
async function openRefused() {
  const doubt = await openDoubt()
  await doubt.afterAnswer(told)
  for (let absence = 1; absence <= 5; absence += 1) await doubt.afterAnswer(unknown)
  return doubt
}

describe('107 The follow-up: refusals that were no proof', () => {
  rule('107.74', 'what its network refused in doubt and then did not know ends with the reason that it gave', {
    'after the same absences': async () => {
      const { afterAnswer, balance } = await openDoubt()
      await afterAnswer(told)
      for (let absence = 1; absence <= 4; absence += 1) {
        expect(await afterAnswer(unknown)).to.include({ state: 'submitting', reason: null })
      }
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
      const ended = { state: 'failed', reason: 'network_float_too_low', networkReason: 'LOW_FLOAT' }
      expect(await afterAnswer(unknown)).to.include({ ...ended, providerRef: 'their 7' })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    'not if it has the payment after all': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(told)
      await afterAnswer(pending)
      for (let absence = 1; absence <= 5; absence += 1) await afterAnswer(unknown)
      expect(await afterAnswer(unknown)).to.include({ state: 'pending', attention: 'vanished' })
    },
  })

  rule('107.75', 'it is watched and contradicted like any other that never arrived', {
    'while it is watched': async () => {
      const { stored, afterAnswer } = await openRefused()
      expect((await stored()).followUp.askAtMs).not.to.equal(null)
      const contradicted = { reason: 'network_float_too_low', attention: 'contradiction' }
      expect(await afterAnswer(pending, hourMs)).to.include(contradicted)
    },
    'when nobody asks any more': async () => {
      const { stored, afterAnswer, network, hint, id } = await openRefused()
      while ((await stored()).followUp.askAtMs !== null) await afterAnswer(unknown, hourMs)
      network.answersEnquiry(pending)
      await hint({ transactionId: id })
      expect(await stored()).to.include({ reason: 'network_float_too_low', attention: 'contradiction' })
    },
    'but not by a decline': async () => {
      const { afterAnswer } = await openRefused()
      expect(await afterAnswer(declined, hourMs)).to.include({ attention: null })
    },
    'nor what an operator decided after some absences': async () => {
      const { ports, id, afterAnswer } = await openDoubt()
      for (let absence = 1; absence <= 3; absence += 1) await afterAnswer(unknown)
      await resolveTransaction(ports)({ transactionId: id, end: 'failed', because: 'their desk said so', by: 'Okello' })
      expect(await afterAnswer(pending, hourMs)).to.include({ reason: 'operator_decided', attention: null })
    },
  })
})
