import { expect } from 'chai'
import type { Exchange, OnExchange } from '../../../../core/sente.ts'
import { exchangesIn, followUp, isRefusal, resolveTransaction, sendMoney } from '../../../../core/sente.ts'
import { hourMs, minuteMs, openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

type Core = Awaited<ReturnType<typeof openCore>>

/** A network's answer, as its adapter reports it. */
function said(given: Partial<Exchange> = {}): Exchange {
  const answered = { question: 'submission', status: 202, codes: ['TAKEN'], answer: '{"code":"TAKEN"}' } as const
  return { ...answered, atMs: 5, tookMs: 7, problem: null, ...given }
}

/** Lets the network report this for each submission, before it answers. */
function tells(core: Core, ...exchanges: Exchange[]) {
  const payOut = core.network.payOut
  core.network.payOut = (transaction, until, onExchange: OnExchange = () => {}) => {
    for (const exchange of exchanges) onExchange(exchange)
    return payOut(transaction, until)
  }
}

const keptOf = async ({ ports }: Core, id: string) => exchangesIn(await ports.cases.exchanges(id))

describe('123 The case of a payment: answers of networks', () => {
  rule('123.1', 'a network’s answer to a question about a payment is kept with it, together with its interpretation', {
    'an answer to a submission': async () => {
      const core = await openCore()
      tells(core, said())
      const { id } = await core.pay('accepts')
      const understood = { node: 'run 1', outcome: 'accepted', reason: null, because: null }
      expect(await keptOf(core, id)).to.deep.equal([{ ...said(), ...understood }])
    },
    'a refusal': async () => {
      const core = await openCore()
      tells(core, said({ status: 400 }))
      const { id } = await core.pay('declines')
      const [kept] = await keptOf(core, id)
      expect(kept).to.include({ status: 400, outcome: 'declined', reason: 'refused_by_network' })
    },
    'silence, followed at once by an enquiry': async () => {
      const core = await openCore({}, { node: 'kampala/17' })
      const { enquire } = core.network
      core.network.enquire = (transaction, onExchange) => {
        onExchange?.(said({ question: 'enquiry', status: 200 }))
        return enquire(transaction)
      }
      const { id } = await core.pay('losesAnswer')
      const [first, second] = await keptOf(core, id)
      const because = 'the answer was lost'
      const none = { status: null, answer: '', node: 'kampala/17' }
      expect(first).to.include({ ...none, question: 'submission', outcome: 'inDoubt', because, problem: because })
      expect(second).to.include({ question: 'enquiry', status: 200, outcome: 'pending' })
    },
    'the enquiries of the follow-up': async () => {
      const core = await openCore()
      const { id, afterAnswer } = await core.pay('accepts')
      await afterAnswer({ outcome: 'unanswered', because: 'the connection failed' })
      await afterAnswer({ outcome: 'succeeded', providerRef: null, seen: {} })
      const kept = await keptOf(core, id)
      expect(kept.map(({ question, outcome }) => `${question} ${outcome}`)).to.deep.equal([
        'submission accepted',
        'enquiry unanswered',
        'enquiry succeeded',
      ])
    },
    'a report about it, before the answer': async () => {
      const core = await openCore()
      const { id } = await core.pay('accepts')
      core.network.enquire = async (_transaction, onExchange) => {
        for (const status of [401, 200]) onExchange?.(said({ question: 'enquiry', status }))
        return { outcome: 'pending', seen: {} }
      }
      core.clock.forwardMs(hourMs)
      await core.sweep()
      const kept = (await keptOf(core, id)).slice(1)
      expect(kept.map(({ question, status, outcome }) => [question, status, outcome])).to.deep.equal([
        ['enquiry', 401, null],
        ['enquiry', 200, 'pending'],
      ])
    },
    'no answer after a hint': async () => {
      const core = await openCore()
      const { id, stored } = await core.pay('accepts')
      const before = await stored()
      core.network.answersEnquiry({ outcome: 'unanswered', because: 'the connection failed' })
      await core.hint({ transactionId: id })
      expect(await stored()).to.deep.equal(before)
      expect((await keptOf(core, id)).at(-1)).to.include({ outcome: 'unanswered', problem: 'the connection failed' })
    },
    'an answer without effect': async () => {
      const core = await openCore()
      const { id } = await core.pay('accepts')
      core.clock.forwardMs(hourMs)
      await resolveTransaction(core.ports)({ transactionId: id, end: 'failed', because: 'asked', by: 'amina' })
      core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
      core.clock.forwardMs(hourMs)
      await core.sweep()
      expect((await keptOf(core, id)).at(-1)).to.include({ question: 'enquiry', outcome: 'succeeded' })
    },
  })

  rule('123.2', 'a question repeated with a fresh token is kept twice, and only the last answer counts', async () => {
    const core = await openCore()
    tells(core, said({ status: 401, codes: [] }), said({ atMs: 6 }))
    const { id } = await core.pay('accepts')
    const kept = await keptOf(core, id)
    expect(kept.map(({ status, outcome }) => [status, outcome])).to.deep.equal([
      [401, null],
      [202, 'accepted'],
    ])
  })

  rule('123.3', 'an answer whose effect could not be recorded is not kept either', async () => {
    const core = await openCore()
    const { books } = core.ports
    let steps = 0
    const broken: typeof books.atomically = (scope, step) =>
      ++steps === 2 ? Promise.reject(new Error('the disk is full')) : books.atomically(scope, step)
    Object.assign(core.ports, { books: { ...books, atomically: broken } })
    const opened = await sendMoney(core.ports)({ caller: await core.caller(), request: core.payout })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome.catch(() => 'not recorded')
    expect(await keptOf(core, opened.transaction.id)).to.deep.equal([])
  })

  rule('123.4', 'a callback is kept with the answer to the enquiry that it caused', {
    'at once': async () => {
      const core = await openCore()
      reads(core)
      const { id } = await core.pay('accepts')
      await core.hint({ transactionId: id, callback: { method: 'PUT', body: Buffer.from('called') } })
      const kept = await keptOf(core, id)
      expect(kept.slice(1).map(({ question, outcome, answer }) => [question, outcome, answer])).to.deep.equal([
        ['callback', null, 'called'],
        ['enquiry', 'pending', ''],
      ])
    },
    'after a short wait': async () => {
      const core = await openCore()
      reads(core)
      const { id } = await core.pay('accepts')
      const claim = () => core.ports.books.claimOne(id, { nowMs: core.clock.nowMs(), leaseMs: 1_000 })
      const most = 'x'.repeat(4_096)
      for (const body of ['short', most, `${most}x`]) {
        await claim()
        await core.hint({ transactionId: id, callback: { method: 'PUT', body: Buffer.from(body) } })
        core.clock.forwardMs(2_000)
        await core.sweep()
      }
      const calls = (await keptOf(core, id)).filter(({ question }) => question === 'callback')
      expect(calls.map(({ answer }) => answer.length)).to.deep.equal([5, 4_096])
    },
    'after a wait, when its payment has become due, too': async () => {
      const core = await openCore()
      const { id } = await core.pay('accepts')
      reads(core)
      const { books } = core.ports
      const transaction: typeof books.transaction = async (one) => {
        await new Promise(setImmediate)
        return books.transaction(one)
      }
      const { hint, sweep } = followUp({ ...core.ports, books: { ...books, transaction }, atOnce: 8 })
      await books.claimOne(id, { nowMs: core.clock.nowMs(), leaseMs: 1_000 })
      await hint({ transactionId: id, callback: { method: 'PUT', body: Buffer.from('called') } })
      core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen: {} })
      core.clock.forwardMs(hourMs)
      for (let again = 0; again < 2; again += 1) await sweep()
      const calls = (await keptOf(core, id)).filter(({ question }) => question === 'callback')
      expect(calls.map(({ answer }) => answer)).to.deep.equal(['called'])
    },
  })

  rule('123.5', 'the first ten and the last thirty of more than forty answers about a payment are kept', async () => {
    const core = await openCore()
    const { id, afterAnswer } = await core.pay('accepts')
    for (let nth = 0; nth < 44; nth += 1) await afterAnswer({ outcome: 'pending', seen: {} }, hourMs + nth * minuteMs)
    const times = (await keptOf(core, id)).map(({ atMs }) => atMs)
    expect(times).to.have.length(40)
    expect(times).to.deep.equal(times.toSorted((one, other) => one - other))
    const gaps = times.slice(1).map((ms, index) => ms - (times[index] ?? 0))
    expect(gaps.filter((ms) => ms > 2 * hourMs)).to.have.length(1)
    expect(gaps[9]).to.be.above(5 * hourMs)
  })
})

/** Lets the network read its callbacks. */
function reads({ network }: Core) {
  network.readCallback = ({ body }) =>
    said({ question: 'callback', status: null, codes: [], answer: new TextDecoder().decode(body) })
}
