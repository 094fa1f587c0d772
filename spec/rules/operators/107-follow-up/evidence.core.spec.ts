import { expect } from 'chai'
import { type Enquired, isRefusal, resolveTransaction } from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { openCore } from '../../../fixtures/core.ts'
import { declined, hourMs, inDoubt, notFound, openDoubt, pending, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

const reversed = { outcome: 'reversed', providerRef: 'their 7', seen: {} } as const satisfies Enquired
const reported = { ...inDoubt, networkReason: 'LOW_FLOAT', providerRef: 'their 7' } as const
const unknown = { ...notFound, reason: 'network_float_too_low' } as const

/** A payout with a reason for failure from its network, which then did not know it. */
async function openRefused() {
  const doubt = await openDoubt()
  await doubt.afterAnswer(reported)
  for (let absence = 1; absence <= 5; absence += 1) await doubt.afterAnswer(unknown)
  return doubt
}

describe('107 The follow-up: payments that their network took back', () => {
  rule('107.72', 'an open payment that its network has reversed stays open, with its money, until a person decides', {
    'a payout': async () => {
      const { afterAnswer, balance, alarms, ports, id } = await openDoubt()
      const kept = { state: 'pending', attention: 'contradiction', providerRef: 'their 7' }
      expect(await afterAnswer(reversed)).to.include(kept)
      expect(await afterAnswer(reversed, hourMs)).to.include(kept)
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
      expect(alarms).to.deep.equal(['contradiction'])
      const annotations = await annotationsOf(ports.books, id)
      expect(annotations.map(({ kind, text }) => [kind, text])).to.deep.equal([
        ['contradiction', 'the network reported that it has reversed the payment'],
      ])
    },
    'a collection': async () => {
      const core = await openCore()
      const { pin: _, ...request } = core.payout
      const opened = await core.collect({ caller: await core.caller(), request })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
      core.network.answersEnquiry(reversed)
      core.clock.forwardMs(hourMs)
      await core.sweep()
      const stored = await core.ports.books.transaction(opened.transaction.id)
      expect(stored).to.include({ state: 'pending', attention: 'contradiction' })
      expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    'it no longer knows it': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(reversed)
      for (let absence = 1; absence <= 6; absence += 1) await afterAnswer(notFound, hourMs)
      expect(await afterAnswer(notFound, hourMs)).to.include({ state: 'pending', attention: 'contradiction' })
    },
    'another payment': async () => {
      const { afterAnswer } = await openDoubt()
      expect(await afterAnswer({ ...reversed, seen: { amountMinor: 1n } })).to.include({ attention: 'mismatch' })
    },
    'it is decided': async () => {
      const { afterAnswer, ports, id, balance } = await openDoubt()
      await afterAnswer(reversed, hourMs)
      await resolveTransaction(ports)({ transactionId: id, end: 'failed', because: 'it came back', by: 'Okello' })
      expect(await afterAnswer(reversed, hourMs)).to.include({ reason: 'operator_decided', attention: null })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
  })

  rule('107.73', 'a reversal contradicts a success, and the failure of a payment that the network never had', {
    'it succeeded': async () => {
      const { afterAnswer, hint, network, id, stored, balance, alarms } = await openDoubt()
      await afterAnswer(succeeded)
      network.answersEnquiry(reversed)
      await hint({ transactionId: id })
      expect(await stored()).to.include({ state: 'succeeded', attention: 'contradiction' })
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
      expect(alarms).to.deep.equal(['contradiction'])
    },
    'it never arrived': async () => {
      const { afterAnswer, stored } = await openDoubt()
      while ((await stored()).state !== 'failed') await afterAnswer(notFound, hourMs)
      expect(await afterAnswer(reversed, hourMs)).to.include({ reason: 'never_arrived', attention: 'contradiction' })
    },
    'an operator decided that it succeeded': async () => {
      const { afterAnswer, ports, id, clock } = await openDoubt()
      clock.forwardMs(hourMs)
      await resolveTransaction(ports)({ transactionId: id, end: 'succeeded', because: 'it arrived', by: 'Okello' })
      expect(await afterAnswer(reversed, hourMs)).to.include({ state: 'succeeded', attention: 'contradiction' })
    },
  })
})

describe('107 The follow-up: refusals that were no proof', () => {
  rule('107.74', 'a payment that its network refused in doubt and then did not know ends with the network’s reason', {
    'after the same absences': async () => {
      const { afterAnswer, balance } = await openDoubt()
      await afterAnswer(reported)
      for (let absence = 1; absence <= 4; absence += 1) {
        expect(await afterAnswer(unknown)).to.include({ state: 'submitting', reason: null })
      }
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
      const ended = { state: 'failed', reason: 'network_float_too_low', networkReason: 'LOW_FLOAT' }
      expect(await afterAnswer(unknown)).to.include({ ...ended, providerRef: 'their 7' })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    'not if the network has the payment after all': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(reported)
      await afterAnswer(pending)
      for (let absence = 1; absence <= 5; absence += 1) await afterAnswer(unknown)
      expect(await afterAnswer(unknown)).to.include({ state: 'pending', attention: 'vanished' })
    },
  })

  rule('107.75', 'it is watched and contradicted like any other payment that never arrived', {
    'while it is watched': async () => {
      const { stored, afterAnswer } = await openRefused()
      expect((await stored()).followUp.askAtMs).not.to.equal(null)
      const contradicted = { reason: 'network_float_too_low', attention: 'contradiction' }
      expect(await afterAnswer(pending, hourMs)).to.include(contradicted)
    },
    'when enquiries have ended': async () => {
      const { stored, afterAnswer, network, hint, id } = await openRefused()
      while ((await stored()).followUp.askAtMs !== null) await afterAnswer(unknown, hourMs)
      network.answersEnquiry(pending)
      await hint({ transactionId: id })
      expect(await stored()).to.include({ reason: 'network_float_too_low', attention: 'contradiction' })
    },
    'when this process was restarted before each absence': async () => {
      const { afterAnswer, clock, network, hint, id, stored } = await openDoubt()
      await afterAnswer(reported)
      while ((await stored()).state !== 'failed') {
        clock.restart()
        await afterAnswer(unknown, hourMs)
      }
      network.answersEnquiry(pending)
      await hint({ transactionId: id })
      expect(await stored()).to.include({ reason: 'network_float_too_low', attention: 'contradiction' })
    },
    'but not by a decline': async () => {
      const { afterAnswer } = await openRefused()
      expect(await afterAnswer(declined, hourMs)).to.include({ attention: null })
    },
    'nor by an operator’s decision after some absences': async () => {
      const { ports, id, afterAnswer } = await openDoubt()
      for (let absence = 1; absence <= 3; absence += 1) await afterAnswer(unknown)
      await resolveTransaction(ports)({ transactionId: id, end: 'failed', because: 'their desk said so', by: 'Okello' })
      expect(await afterAnswer(pending, hourMs)).to.include({ reason: 'operator_decided', attention: null })
    },
  })
})
