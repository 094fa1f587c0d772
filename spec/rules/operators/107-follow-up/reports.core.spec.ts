import { expect } from 'chai'
import sinon from 'sinon'
import {
  type Books,
  type Enquired,
  followUp,
  isRefusal,
  livePolicy,
  resolveTransaction,
  sandboxPolicy,
  uganda,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import {
  declined,
  hourMs,
  inDoubt,
  notFound,
  openDoubt,
  pending,
  succeeded,
  unanswered,
} from '../../../fixtures/doubt.ts'
import { writesTo } from '../../../fixtures/writes.ts'
import { rule } from '../../../rule.ts'

/** A payout in doubt; `hinted` returns it after a hint and this answer of the network. */
async function openHinted() {
  const doubt = await openDoubt()
  return {
    ...doubt,
    async hinted(answer: Enquired) {
      doubt.network.answersEnquiry(answer)
      await doubt.hint({ transactionId: doubt.id })
      return doubt.stored()
    },
  }
}

describe('107 The follow-up: the effect of a report', () => {
  rule('107.45', 'a hint after which the network reports nothing new changes nothing', {
    'it ends no series of absences': async () => {
      const { afterAnswer, hinted } = await openHinted()
      for (let absence = 1; absence <= 4; absence += 1) await afterAnswer(notFound)
      for (const answer of [inDoubt, notFound]) await hinted(answer)
      expect(await afterAnswer(notFound)).to.include({ state: 'failed', reason: 'never_arrived' })
    },
    'it delays nothing': async () => {
      const { hinted, clock, alarms } = await openHinted()
      clock.forwardMs(25 * hourMs)
      for (const answer of [inDoubt, notFound]) expect((await hinted(answer)).attention).to.equal(null)
      expect(alarms).to.deep.equal([])
    },
    'it ends no watch': async () => {
      const { afterAnswer, hinted } = await openHinted()
      for (let absence = 1; absence <= 5; absence += 1) await afterAnswer(notFound)
      const { followUp: watched } = await afterAnswer(notFound, hourMs)
      for (let again = 0; again < 100; again += 1) await hinted(notFound)
      expect((await hinted(notFound)).followUp).to.deep.equal(watched)
    },
    'nothing is written': async () => {
      const { hinted, ports } = await openHinted()
      const { recorded } = writesTo(ports.books)
      for (const answer of [inDoubt, notFound, unanswered]) await hinted(answer)
      expect(recorded).to.deep.equal([])
    },
  })

  rule('107.46', 'a transaction has the date of its last change of state, not of a later enquiry', async () => {
    const { afterAnswer, clock } = await openDoubt()
    const { updatedAtMs } = await afterAnswer(pending)
    expect(updatedAtMs).to.equal(clock.nowMs())
    expect((await afterAnswer(pending, hourMs)).updatedAtMs).to.equal(updatedAtMs)
    expect((await afterAnswer(succeeded, hourMs)).updatedAtMs).to.equal(clock.nowMs())
  })

  rule('107.47', 'a transaction that ends no longer needs attention', {
    'another payment': async () => {
      const { afterAnswer } = await openDoubt()
      expect(await afterAnswer({ ...succeeded, seen: { amountMinor: 1n } })).to.include({ attention: 'mismatch' })
      expect(await afterAnswer(succeeded)).to.include({ state: 'succeeded', attention: null })
    },
    'that it had vanished': async () => {
      const { afterAnswer } = await openDoubt()
      await afterAnswer(pending)
      for (let absence = 1; absence <= 4; absence += 1) await afterAnswer(notFound)
      expect(await afterAnswer(notFound)).to.include({ state: 'pending', attention: 'vanished' })
      expect(await afterAnswer(declined)).to.include({ state: 'failed', attention: null })
    },
  })

  rule(
    '107.48',
    'a transaction that needs attention for one reason keeps that reason when it becomes overdue',
    async () => {
      const { afterAnswer, alarms } = await openDoubt()
      await afterAnswer({ ...succeeded, seen: { amountMinor: 1n } })
      expect(await afterAnswer(inDoubt, 25 * hourMs)).to.include({ attention: 'mismatch' })
      expect(alarms).to.deep.equal(['mismatch'])
    },
  )

  rule('107.49', 'a transaction that succeeded is contradicted only by a decline', async () => {
    const { afterAnswer, hinted } = await openHinted()
    await afterAnswer(succeeded)
    for (const answer of [pending, inDoubt, notFound, succeeded]) {
      expect(await hinted(answer), answer.outcome).to.include({ state: 'succeeded', attention: null })
    }
    expect(await hinted(declined)).to.include({ state: 'succeeded', attention: 'contradiction' })
  })

  rule('107.50', 'a transaction that failed because it never arrived is contradicted by a network that has it', {
    'it never arrived': async () => {
      const { afterAnswer, hinted } = await openHinted()
      for (let absence = 1; absence <= 5; absence += 1) await afterAnswer(notFound)
      expect(await hinted(pending)).to.include({ reason: 'never_arrived', attention: 'contradiction' })
    },
    'it never arrived, and enquiries have ended': async () => {
      const { afterAnswer, hinted, stored } = await openHinted()
      while ((await stored()).state !== 'failed') await afterAnswer(notFound, hourMs)
      while ((await stored()).followUp.askAtMs !== null) await afterAnswer(notFound, hourMs)
      expect(await hinted(pending)).to.include({ reason: 'never_arrived', attention: 'contradiction' })
    },
    'it never arrived, and the submission is answered after all': async () => {
      const core = await openCore()
      core.network.answersEnquiry(notFound)
      core.network.payOut = async () => {
        for (let absence = 1; absence <= 5; absence += 1) {
          core.clock.forwardMs(hourMs)
          await core.sweep()
        }
        return { outcome: 'accepted', providerRef: 'late' }
      }
      const { stored } = await core.pay('accepts')
      expect(await stored()).to.include({ reason: 'never_arrived', attention: 'contradiction' })
    },
    'it was never sent': async () => {
      const core = await openCore()
      const { id, stored } = await core.pay('unreachable')
      core.network.answersEnquiry(pending)
      await core.hint({ transactionId: id })
      expect(await stored()).to.include({ reason: 'not_sent', attention: 'contradiction' })
    },
  })

  rule('107.51', 'a network that has a payment does not contradict its own decline or an operator’s decision', {
    'the network declined it': async () => {
      const { afterAnswer, hinted } = await openHinted()
      await afterAnswer(declined)
      expect(await hinted(pending)).to.include({ reason: 'limit_reached', attention: null })
    },
    'two nodes received its decline before the network’s acceptance was recorded': async () => {
      const core = await openCore()
      const [one, other] = [followUp({ ...core.ports, atOnce: 8 }), followUp({ ...core.ports, atOnce: 8 })]
      let enquiries = 0
      core.network.enquire = async () => {
        enquiries += 1
        if (enquiries === 1) {
          core.clock.forwardMs(hourMs)
          await other.sweep()
        }
        return declined
      }
      core.network.payOut = async () => {
        core.clock.forwardMs(hourMs)
        await one.sweep()
        return { outcome: 'accepted', providerRef: null }
      }
      const opened = await core.send({ caller: await core.caller(), request: core.payout })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
      expect(enquiries).to.equal(2)
      const stored = await core.ports.books.transaction(opened.transaction.id)
      expect(stored).to.include({ reason: 'limit_reached', attention: null })
    },
    'an operator decided': async () => {
      const { hinted, clock, ports, id: transactionId } = await openHinted()
      clock.forwardMs(hourMs)
      await resolveTransaction(ports)({ transactionId, end: 'failed', because: 'asked', by: 'amina' })
      expect(await hinted(pending)).to.include({ reason: 'operator_decided', attention: null })
      expect(await hinted(succeeded)).to.include({ reason: 'operator_decided', attention: 'contradiction' })
    },
  })

  rule('107.52', 'absences count from the moment when the submission can no longer be on its way', async () => {
    for (const [afterMs, absences] of [
      [-1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const { afterAnswer } = await openDoubt()
      expect((await afterAnswer(notFound, 5_000 + livePolicy.settleMs + afterMs)).followUp.absences).to.equal(absences)
    }
  })

  rule(
    '107.53',
    'in the sandbox a submission settles after 12 seconds, and pauses grow up to 2.5 seconds',
    async () => {
      const { afterAnswer, stored, clock, ports, id: transactionId } = await openDoubt(sandboxPolicy)
      const decide = () =>
        resolveTransaction(ports)({ transactionId, end: 'failed', because: 'the portal says so', by: 'amina' })
      const pauses: number[] = []
      for (let turn = 0; turn < 5; turn += 1) {
        const pauseMs = ((await stored()).followUp.askAtMs ?? 0) - clock.nowMs()
        pauses.push(pauseMs)
        await afterAnswer(inDoubt, pauseMs)
      }
      expect(pauses).to.deep.equal([500, 500, 1_000, 2_000, 2_500])
      clock.forwardMs(5_000 + 12_000 - 6_500 - 1)
      expect(await decide()).to.include({ refused: 'may_still_arrive' })
      clock.forwardMs(1)
      expect(await decide()).to.have.property('transaction')
    },
  )

  rule('107.54', 'a sweep asks about at most as many transactions as it has room for, and returns the number', {
    'while no enquiry ends it makes no other': async () => {
      const core = await openCore()
      for (let count = 1; count <= 6; count += 1)
        await core.pay('accepts', { amount: 500, reference: `order-${count}` })
      const enquire = sinon.stub(core.network, 'enquire').callsFake(() => new Promise(() => undefined))
      core.clock.forwardMs(hourMs)
      const { sweep } = followUp({ ...core.ports, atOnce: 4 })
      void sweep()
      await new Promise(setImmediate)
      expect([await sweep(), enquire.callCount]).to.deep.equal([0, 4])
    },
    'over two networks': async () => {
      const core = await openCore()
      for (const network of ['MTN', 'AIRTEL']) await core.pay('accepts', { amount: 500, reference: network, network })
      core.clock.forwardMs(hourMs)
      expect(await core.sweep()).to.equal(2)
    },
    'hints that wait for room are left out': async () => {
      const core = await openCore()
      const ids: string[] = []
      for (let count = 1; count <= 8; count += 1) {
        ids.push((await core.pay('accepts', { amount: 500, reference: `order-${count}` })).id)
      }
      core.network.enquire = () => new Promise(() => undefined)
      const { sweep, hint } = followUp({ ...core.ports, atOnce: 6 })
      const [first = ''] = ids
      for (let again = 0; again < 2; again += 1) void hint({ transactionId: first })
      await new Promise(setImmediate)
      expect(await sweep(), 'one with an enquiry that has not ended').to.equal(0)
      for (const id of ids) void hint({ transactionId: id })
      await new Promise(setImmediate)
      expect(await sweep(), 'no room').to.equal(0)
    },
  })

  rule('107.55', 'a hint about a currency or network that is not configured causes no enquiry', async () => {
    const { ports, id, network } = await openDoubt()
    const enquire = sinon.spy(network, 'enquire')
    const run = followUp({ ...ports, market: new Map(), atOnce: 8 })
    await run.hint({ transactionId: id })
    await run.resume()
    await run.hint({ transactionId: id })
    expect(enquire.callCount).to.equal(0)
    expect((await ports.books.transaction(id))?.followUp.enquiries).to.equal(0)
  })

  rule('107.56', 'a transaction that ends while a run begins keeps its end', async () => {
    const { resume, stored, ports, network, hint, id } = await openDoubt()
    network.answersEnquiry(succeeded)
    const { list } = ports.books
    ports.books.list = async (query) => {
      const page = await list(query)
      await hint({ transactionId: id })
      return page
    }
    await resume()
    expect(await stored()).to.have.nested.include({ state: 'succeeded', 'followUp.askAtMs': null })
  })

  rule('107.57', 'alarms are optional', async () => {
    for (const [market, attention] of [
      [new Map(), 'overdue'],
      [uganda, 'mismatch'],
    ] as const) {
      const { ports, clock, network, stored } = await openDoubt()
      const { alarm: _unheard, ...quiet } = ports
      network.answersEnquiry({ ...succeeded, seen: { amountMinor: 1n } })
      const run = followUp({ ...quiet, market, atOnce: 8 })
      await run.resume()
      for (let hour = 0; hour < 25; hour += 1) {
        clock.forwardMs(hourMs)
        await run.sweep()
      }
      expect(await stored()).to.include({ attention })
    }
  })

  rule('107.58', 'at most ten thousand hints of a network wait; the schedule covers the others', async () => {
    const { ports, stored, network } = await openDoubt()
    const one = await stored()
    let reject: (error: Error) => void = () => undefined
    const never = new Promise<never>((_, fail) => {
      reject = fail
    })
    const enquire = sinon.stub(network, 'enquire').callsFake(() => never)
    const books: Books = {
      ...ports.books,
      transaction: async (id) => ({ ...one, id }),
      claimOne: async (id, { nowMs }) => ({ atMs: nowMs, transactions: [{ ...one, id }] }),
    }
    const { sweep, hint } = followUp({ ...ports, books, atOnce: 20_002 })
    const hints = Array.from({ length: 20_002 }, (_, index) => hint({ transactionId: `transaction ${index}` }))
    await new Promise(setImmediate)
    expect(enquire.callCount, 'the room for hints').to.equal(10_001)
    reject(new Error('a bug'))
    await Promise.allSettled(hints)
    await sweep().catch(() => undefined)
    expect(enquire.callCount - 10_001).to.equal(10_000)
  })
})
