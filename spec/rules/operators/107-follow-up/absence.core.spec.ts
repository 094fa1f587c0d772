import { expect } from 'chai'
import sinon from 'sinon'
import { followUp, isRefusal, livePolicy, sandboxPolicy, type Transaction } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { hourMs, inDoubt, minuteMs, notFound, openDoubt, pending, succeeded } from '../../../fixtures/doubt.ts'
import { rule, table } from '../../../rule.ts'

describe('107 The follow-up: absence', () => {
  rule(
    '107.11',
    'five absences in a row, a quarter of an hour apart, mean that the payment never arrived',
    async () => {
      const { afterAnswer, balance } = await openDoubt()
      for (let absence = 1; absence <= 4; absence += 1)
        expect((await afterAnswer(notFound)).state).to.equal('submitting')
      expect(await afterAnswer(notFound)).to.include({ state: 'failed', reason: 'never_arrived' })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
  )

  rule('107.12', 'absences closer together than that count once', {
    'one after the other': async () => {
      const { afterAnswer, clock, sweep, network, stored } = await openDoubt()
      await afterAnswer(notFound)
      for (let soon = 0; soon < 10; soon += 1) {
        const dueMs = (await stored()).followUp.askAtMs ?? 0
        if (dueMs - clock.nowMs() >= 15 * minuteMs) break
        await afterAnswer(notFound, Math.max(0, dueMs - clock.nowMs()))
      }
      await sweep()
      expect(network.received).to.have.length(1)
      expect((await stored()).followUp.absences).to.be.at.most(2)
      expect((await stored()).state).to.equal('submitting')
    },
    'to two processes at once': async () => {
      const { clock, network, ports, stored, sweep } = await openDoubt()
      const another = followUp({ ...ports, clock: { ...clock, run: 'another run' }, atOnce: 8 })
      const enquire = sinon.stub(network, 'enquire').resolves(notFound)
      enquire.onFirstCall().callsFake(async () => {
        clock.forwardMs(minuteMs)
        await another.sweep()
        return notFound
      })
      clock.forwardMs(hourMs)
      await sweep()
      expect(enquire.callCount).to.equal(2)
      expect((await stored()).followUp).to.include({ absences: 1, absencesUnmeasured: 0 })
    },
  })

  rule(
    '107.13',
    'any answer in between that says something about the payment starts the count of absences again',
    async () => {
      for (const other of [inDoubt, pending, { ...succeeded, seen: { amountMinor: 1n } }]) {
        const { afterAnswer } = await openDoubt()
        for (const answer of [notFound, notFound, notFound, notFound, other]) await afterAnswer(answer, hourMs)
        for (let absence = 1; absence <= 4; absence += 1) {
          expect((await afterAnswer(notFound, hourMs)).followUp.absences).to.equal(absence)
        }
        expect((await afterAnswer(notFound, hourMs)).followUp.absences).to.equal(5)
      }
    },
  )

  rule('107.14', 'no absence counts while the submission may still be on its way', async () => {
    const { afterAnswer } = await openDoubt({ ...livePolicy, settleMs: 2 * hourMs })
    for (let early = 0; early < 4; early += 1) {
      expect((await afterAnswer(notFound, 20 * minuteMs)).followUp.absences).to.equal(0)
    }
    expect((await afterAnswer(notFound, 2 * hourMs)).followUp.absences).to.equal(1)
  })

  rule('107.15', 'an absence counts only under the configuration of the payment’s opening', async () => {
    const { afterAnswer, ports, network } = await openDoubt()
    Object.assign(network, { fingerprint: 'another base URL' })
    for (let absence = 0; absence < 10; absence += 1) {
      expect((await afterAnswer(notFound, hourMs)).followUp.absences).to.equal(0)
    }
    expect(ports.providerFor('UGX', 'MTN').fingerprint).to.equal('another base URL')
  })

  rule('107.16', 'pauses are measured on both clocks', {
    'a wall clock that jumps forward proves nothing': async () => {
      const { afterAnswer, clock } = await openDoubt()
      await afterAnswer(notFound, hourMs)
      for (let jump = 0; jump < 10; jump += 1) {
        clock.jumpMs(2 * hourMs)
        const { followUp } = await afterAnswer(notFound, jump % 2)
        expect(followUp).to.include({ absences: 1, absencesUnmeasured: 0 })
      }
    },
    'a wall clock that jumps back starts the pause again': async () => {
      const { afterAnswer, clock } = await openDoubt()
      await afterAnswer(notFound, 10 * hourMs)
      clock.jumpMs(-3 * hourMs)
      expect((await afterAnswer(notFound, 30 * minuteMs)).followUp.absences).to.equal(1)
      expect((await afterAnswer(notFound, 14 * minuteMs)).followUp.absences).to.equal(1)
      expect((await afterAnswer(notFound, minuteMs)).followUp.absences).to.equal(2)
    },
    'a pause across a restart is not measured, and counts separately': async () => {
      const { afterAnswer, clock } = await openDoubt()
      await afterAnswer(notFound, hourMs)
      clock.restart()
      expect((await afterAnswer(notFound, 10 * hourMs)).followUp.absences).to.equal(1)
      expect((await afterAnswer(notFound, hourMs)).followUp.absences).to.equal(2)
    },
    'a monotonic clock that runs ahead of the wall clock proves nothing': async () => {
      const { afterAnswer, clock } = await openDoubt()
      await afterAnswer(notFound, hourMs)
      clock.forwardMs(hourMs)
      clock.jumpMs(minuteMs - hourMs)
      expect((await afterAnswer(notFound, 0)).followUp.absences).to.equal(1)
    },
  })

  rule(
    '107.17',
    'a payment that the network had and no longer knows is not given up, and needs attention',
    async () => {
      const { afterAnswer, balance, alarms } = await openDoubt({ ...livePolicy, overdueMs: 1_000 * hourMs })
      await afterAnswer(pending, hourMs)
      for (let absence = 0; absence < 6; absence += 1) await afterAnswer(notFound, hourMs)
      expect(await afterAnswer(notFound, hourMs)).to.include({ state: 'pending', attention: 'vanished' })
      expect(alarms).to.deep.equal(['vanished'])
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    },
  )

  rule(
    '107.18',
    'after a payment has failed by absence, its network is asked for another 72 hours, with pauses that double, and then no longer',
    table(
      ['policy', 'first after, in seconds', 'questions', 'last after, in hours'],
      [
        ['live', 60, 12, 68],
        ['sandbox', 2.5, 16, 45],
      ],
      async (name, first, questions, last) => {
        const { afterAnswer, stored, clock, sweep } = await openDoubt(name === 'live' ? livePolicy : sandboxPolicy)
        while ((await stored()).state !== 'failed') await afterAnswer(notFound)
        const { updatedAtMs } = await stored()
        const enquiries: number[] = []
        for (let askAtMs = await nextOf(stored); askAtMs !== null; askAtMs = await nextOf(stored)) {
          await afterAnswer(notFound, askAtMs - clock.nowMs())
          enquiries.push(clock.nowMs() - updatedAtMs)
        }
        expect([enquiries[0], enquiries.length]).to.deep.equal([first * 1_000, questions])
        expect(Math.floor((enquiries.at(-1) ?? 0) / hourMs)).to.equal(last)
        clock.forwardMs(1_000 * hourMs)
        expect(await sweep()).to.equal(0)
      },
    ),
  )

  rule('107.19', 'in the sandbox three absences over five seconds are enough', async () => {
    expect(sandboxPolicy.absences).to.equal(3)
    expect(sandboxPolicy.absenceSpacingMs * 2).to.equal(5_000)
    expect(livePolicy.absences).to.equal(5)
    expect(livePolicy.absenceSpacingMs * 4).to.equal(hourMs)
    const { afterAnswer, stored } = await openDoubt(sandboxPolicy)
    for (let absence = 1; absence <= 2; absence += 1) {
      expect((await afterAnswer(notFound, absence === 1 ? 60_000 : 2_500)).state).to.equal('submitting')
    }
    await afterAnswer(notFound, 2_500)
    expect(await stored()).to.include({ state: 'failed', reason: 'never_arrived' })
  })

  rule('107.20', 'the enquiry within the request never counts as an absence, however late its answer', async () => {
    const core = await openCore()
    core.network.behaves('losesRequest')
    core.network.enquire = async () => {
      core.clock.forwardMs(10 * hourMs)
      return notFound
    }
    const answer = await core.send({ caller: await core.caller(), request: core.payout })
    if (isRefusal(answer)) throw new Error(answer.refused)
    await answer.outcome
    expect((await core.ports.books.transaction(answer.transaction.id))?.followUp.absences).to.equal(0)
  })
})

async function nextOf(stored: () => Promise<Transaction>): Promise<number | null> {
  return (await stored()).followUp.askAtMs
}
