import { expect } from 'chai'
import { type Enquired, isRefusal, resolveTransaction } from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { openCore } from '../../../fixtures/core.ts'
import { hourMs, notFound, openDoubt, succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

const reversed = { outcome: 'reversed', providerRef: 'their 7', seen: {} } as const satisfies Enquired

describe('107 The follow-up: payments that their network took back', () => {
  rule('107.72', 'an open payment that its network has reversed stays open, with its money, until a person looks', {
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

  rule('107.73', 'a reversal contradicts a success, and a failure of what the network never had', {
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
