import { expect } from 'chai'
import { resolveTransaction } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { declined, hourMs, inDoubt, notFound, openDoubt, pending, succeeded } from '../../../fixtures/doubt.ts'
import { writesTo } from '../../../fixtures/writes.ts'
import { rule } from '../../../rule.ts'

const refused = { ...declined, networkReason: 'PAYEE_LIMIT_REACHED' } as const
const reported = { ...inDoubt, networkReason: 'LOW_FLOAT', providerRef: 'their 7', networkReceipt: 'R 7' } as const

describe('107 The follow-up: the network’s own words', () => {
  rule('107.63', 'the network’s own word for a failure is kept beside our reason', {
    'from an enquiry': async () => {
      const { afterAnswer } = await openDoubt()
      const failed = { state: 'failed', reason: 'limit_reached', networkReason: 'PAYEE_LIMIT_REACHED' }
      expect(await afterAnswer(refused)).to.include(failed)
    },
    'from the answer to the submission': async () => {
      const core = await openCore()
      core.network.payOut = async () => ({ outcome: 'declined', reason: 'limit_reached', networkReason: 'TOO_MUCH' })
      expect(await (await core.pay('accepts')).stored()).to.include({ state: 'failed', networkReason: 'TOO_MUCH' })
    },
    'a network without a word for it': async () => {
      const { afterAnswer } = await openDoubt()
      expect(await afterAnswer({ ...declined, networkReason: null })).to.include({
        state: 'failed',
        networkReason: null,
      })
    },
    'none before it': async () => {
      const { afterAnswer } = await openDoubt()
      expect(await afterAnswer(pending)).to.include({ state: 'pending', networkReason: null })
    },
  })

  rule('107.64', 'a doubtful answer’s word about the payment is kept as evidence, and ends nothing', {
    'from a sweep': async () => {
      const { afterAnswer, balance } = await openDoubt()
      const names = { providerRef: 'their 7', networkReceipt: 'R 7' }
      const kept = { state: 'submitting', reason: null, networkReason: 'LOW_FLOAT', ...names }
      expect(await afterAnswer(reported)).to.include(kept)
      expect(await afterAnswer(inDoubt)).to.include(kept)
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    },
    'from a hint, once': async () => {
      const { network, hint, id, stored, ports } = await openDoubt()
      network.answersEnquiry(reported)
      const { followUp } = await stored()
      await hint({ transactionId: id })
      expect(await stored()).to.deep.include({ networkReason: 'LOW_FLOAT', followUp })
      const { recorded } = writesTo(ports.books)
      await hint({ transactionId: id })
      expect(recorded).to.deep.equal([])
    },
    'when it failed because it never arrived': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(reported)
      for (let absence = 1; absence <= 5; absence += 1) await afterAnswer(notFound)
      const failed = { state: 'failed', reason: 'never_arrived', networkReason: 'LOW_FLOAT', providerRef: 'their 7' }
      expect(await afterAnswer(notFound, hourMs)).to.include(failed)
    },
    'when it failed with another word': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(reported)
      expect((await afterAnswer(refused)).networkReason).to.equal('PAYEE_LIMIT_REACHED')
    },
    'when it failed without a word': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(reported)
      expect(await afterAnswer(declined)).to.include({ reason: 'limit_reached', networkReason: 'LOW_FLOAT' })
    },
    'when an operator decided that it failed': async () => {
      const { ports, id, stored, afterAnswer } = await openDoubt()
      await afterAnswer(reported)
      await resolveTransaction(ports)({ transactionId: id, end: 'failed', because: 'their desk said so', by: 'Okello' })
      expect(await stored()).to.include({ state: 'failed', reason: 'operator_decided', networkReason: 'LOW_FLOAT' })
    },
  })

  rule('107.65', 'a transaction that has succeeded has no word for a failure', {
    'as the network said': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(reported)
      expect(await afterAnswer(succeeded)).to.include({ state: 'succeeded', networkReason: null, providerRef: 'late' })
    },
    'as an operator decided': async () => {
      const { ports, id, stored, afterAnswer } = await openDoubt()
      await afterAnswer(reported)
      await resolveTransaction(ports)({ transactionId: id, end: 'succeeded', because: 'it arrived', by: 'Okello' })
      expect(await stored()).to.include({ state: 'succeeded', networkReason: null })
    },
  })
})
