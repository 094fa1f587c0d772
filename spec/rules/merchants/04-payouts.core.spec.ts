import { expect } from 'chai'
import sinon from 'sinon'
import {
  type Enquired,
  exchangesIn,
  isRefusal,
  type OpenedPayment,
  type Refusal,
  remainingMs,
} from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { refusal, rule, table } from '../../rule.ts'

/** Opens a payout of UGX 5,000 from 100,000 and waits for its outcome. */
async function payOut(core: Awaited<ReturnType<typeof openCore>>) {
  const { transaction, outcome } = opened(await core.send({ caller: await core.caller(), request: core.payout }))
  return { transaction, outcome: await outcome, stored: await core.ports.books.transaction(transaction.id) }
}

function opened(answer: OpenedPayment | Refusal): OpenedPayment {
  if (isRefusal(answer)) throw new Error(answer.refused)
  return answer
}

describe('4 Payouts', () => {
  rule('4.1', 'a payout is recorded and its money held before the network is called', async () => {
    const core = await openCore()
    const { ports, network, balance } = core
    const seen: unknown[] = []
    sinon.replace(network, 'payOut', async ({ id }) => {
      seen.push((await ports.books.transaction(id))?.state, await balance())
      return { outcome: 'accepted', providerRef: null }
    })
    await payOut(core)
    expect(seen).to.deep.equal(['submitting', { available: 95_000n, held: 5_000n }])
  })

  rule('4.2', 'a payout that the network accepts is pending, with its money held', async () => {
    const core = await openCore()
    const { outcome, stored } = await payOut(core)
    expect(outcome).to.have.nested.property('transaction.state', 'pending')
    expect(stored).to.include({ state: 'pending', providerRef: 'mtn-1', reason: null })
    expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
  })

  rule('4.3', 'a payout that the network declines gives the money back', async () => {
    const core = await openCore()
    core.network.behaves('declines')
    const { outcome, stored, transaction } = await payOut(core)
    expect(outcome).to.deep.equal({ refused: 'provider_unavailable', transactionId: transaction.id })
    expect(stored).to.include({ state: 'failed', reason: 'refused_by_network' })
    expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
  })

  rule('4.4', 'a payout that the network executes at once is settled', async () => {
    const core = await openCore()
    core.network.behaves('succeeds')
    const { stored } = await payOut(core)
    expect(stored?.state).to.equal('succeeded')
    expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 0n })
  })

  rule('4.5', 'a payout that was never sent is released at once', async () => {
    const core = await openCore()
    core.network.behaves('unreachable')
    const { outcome, stored } = await payOut(core)
    expect(outcome).to.have.property('refused', 'provider_unavailable')
    expect(stored).to.include({ state: 'failed', reason: 'not_sent' })
    expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
  })

  rule('4.6', 'silence is not failure: a payout whose answer is lost stays in doubt with its money held', async () => {
    const core = await openCore()
    core.network.behaves('losesAnswer')
    core.network.answersEnquiry({ outcome: 'inDoubt', because: 'silence again' })
    const { outcome, stored, transaction } = await payOut(core)
    expect(outcome).to.deep.equal({ refused: 'outcome_unknown', transactionId: transaction.id })
    expect(stored?.state).to.equal('submitting')
    expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
  })

  rule('4.7', 'after doubt the network is asked once, and its answer counts', {
    'it has the payment': async () => {
      const core = await openCore()
      core.network.behaves('losesAnswer')
      expect((await payOut(core)).outcome).to.have.nested.property('transaction.state', 'pending')
    },
    'it executed the payment': async () => {
      const core = await openCore()
      core.network.behaves('losesAnswer')
      core.network.answersEnquiry({ outcome: 'succeeded', providerRef: 'late', seen: {} })
      expect((await payOut(core)).stored).to.include({ state: 'succeeded', providerRef: 'late' })
      expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
    'it declined the payment': async () => {
      const core = await openCore()
      core.network.behaves('losesAnswer')
      core.network.answersEnquiry({ outcome: 'declined', reason: 'limit_reached', seen: {} })
      expect((await payOut(core)).outcome).to.have.property('refused', 'provider_unavailable')
      expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
  })

  rule(
    '4.8',
    'if the network does not know the id right after doubt, that proves nothing: the money stays held',
    async () => {
      const core = await openCore()
      core.network.behaves('losesRequest')
      const { outcome, stored } = await payOut(core)
      expect(outcome).to.have.property('refused', 'outcome_unknown')
      expect(stored?.state).to.equal('submitting')
      expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    },
  )

  rule('4.9', 'an enquiry answered with another amount, currency or phone number settles nothing', {
    amount: () => expectDoubt({ amountMinor: 4_999n }),
    currency: () => expectDoubt({ currency: 'KES' }),
    'phone number': () => expectDoubt({ phoneNumber: '256770000002' }),
  })

  rule('4.10', 'a payout is submitted once, under the id that was recorded', async () => {
    const core = await openCore()
    core.network.behaves('losesAnswer')
    const { stored } = await payOut(core)
    expect(core.network.received.map(({ providerId }) => providerId)).to.deep.equal([stored?.providerId])
  })

  refusal('4.11', 'insufficient_balance', 'the whole balance can be sent, but not one shilling more', {
    'of a balance of UGX 5,000': table(
      ['amount in UGX', 'answer', 'left'],
      [
        [4_999, 'opened', 1n],
        [5_000, 'opened', 0n],
        [5_001, 'insufficient_balance', 5_000n],
      ],
      async (amount, answer, left) => {
        const { send, caller, payout, balance } = await openCore({ fund: [{ currency: 'UGX', amount: 5_000 }] })
        const sent = await send({ caller: await caller(), request: { ...payout, amount } })
        expect(isRefusal(sent) ? sent : 'opened').to.deep.equal(
          answer === 'opened' ? answer : { refused: answer, currency: 'UGX' },
        )
        expect((await balance()).available).to.equal(left)
      },
    ),
    'no held money': async () => {
      const { send, caller, payout } = await openCore({ fund: [{ currency: 'UGX', amount: 5_000 }] })
      expect(await send({ caller: await caller(), request: payout })).to.have.property('transaction')
      const next = await send({ caller: await caller(), request: { ...payout, reference: 'order-2', amount: 500 } })
      expect(next).to.have.property('refused', 'insufficient_balance')
    },
  })

  refusal(
    '4.12',
    'duplicate_reference',
    'a reference is used up by every transaction that was recorded, including one that failed',
    async () => {
      const core = await openCore()
      core.network.behaves('declines')
      const { transaction } = await payOut(core)
      expect(await core.send({ caller: await core.caller(), request: core.payout })).to.deep.equal({
        refused: 'duplicate_reference',
        transactionId: transaction.id,
        isRepeat: true,
      })
    },
  )

  rule('4.13', 'a reference is unique for an account across both operations', async () => {
    const { send, collect, caller, payout, request } = await openCore()
    const { transaction } = opened(await collect({ caller: await caller(), request }))
    expect(await send({ caller: await caller(), request: payout })).to.deep.equal({
      refused: 'duplicate_reference',
      transactionId: transaction.id,
      isRepeat: false,
    })
  })

  rule(
    '4.14',
    'when the network’s queue of enquiries is full, a payout in doubt is left to the follow-up',
    async () => {
      const core = await openCore({}, { limits: { enquiriesAtOnce: 0 } })
      core.network.behaves('losesAnswer')
      expect((await payOut(core)).outcome).to.have.property('refused', 'outcome_unknown')
    },
  )

  rule('4.15', 'no payment is submitted later than five seconds after its opening, on either clock', {
    'after an opening that took no time': async () => {
      const core = await openCore()
      const payOutSpy = sinon.spy(core.network, 'payOut')
      const { stored } = await payOut(core)
      const until = payOutSpy.firstCall.args[1]
      expect(until.wallMs - (stored?.createdAtMs ?? 0)).to.equal(5_000)
      expect(until.monotonicMs - core.clock.monotonicMs()).to.equal(5_000)
      expect(stored?.submitUntilMs).to.equal(until.wallMs)
      core.clock.forwardMs(1_000)
      expect(remainingMs(core.clock, until)).to.equal(4_000)
      core.clock.jumpMs(-3_600_000)
      expect(remainingMs(core.clock, until), 'a wall clock that was put back').to.equal(4_000)
      core.clock.jumpMs(3_600_000 + 4_000)
      expect(remainingMs(core.clock, until), 'a wall clock that was put forward').to.equal(0)
    },
    'they begin at the end of an opening that took six seconds': async () => {
      const { until, stored, nowMs } = await openedSlowly()
      expect(until.wallMs - nowMs).to.equal(5_000)
      expect(stored).to.include({ state: 'pending', submitUntilMs: until.wallMs })
    },
    'unless another node has asked the network about it by then': async () => {
      const { until, stored, nowMs } = await openedSlowly({ isAskedAbout: true })
      expect(until.wallMs - nowMs).to.equal(-1_000)
      expect(stored?.submitUntilMs).to.equal(until.wallMs)
    },
  })

  rule(
    '4.16',
    'an error between opening a payout and recording its outcome leaves it in doubt with its money held',
    async () => {
      const core = await openCore()
      sinon.replace(core.network, 'payOut', () => Promise.reject(new Error('a bug')))
      const { transaction, outcome } = opened(await core.send({ caller: await core.caller(), request: core.payout }))
      expect(await outcome.catch((error: Error) => error.message)).to.equal('a bug')
      expect((await core.ports.books.transaction(transaction.id))?.state).to.equal('submitting')
      expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    },
  )

  rule('4.17', 'an attempt to open a payment ends after 20 seconds, however often the account changes meanwhile', {
    'every 7 seconds': () => expectGivenUp(7_000, [20_000, 13_000, 6_000]),
    'every 10 seconds, to the millisecond': () => expectGivenUp(10_000, [20_000, 10_000]),
  })

  rule('4.18', 'the enquiries after doubt to one network are limited, and each one that ends makes room for the next', {
    'an answer': async () => {
      const { doubt, enquiries } = await openQueue()
      const [first, , third] = [await doubt(), await doubt(), await doubt()]
      expect(await third.outcome, 'the queue is full').to.have.property('refused', 'outcome_unknown')
      expect(enquiries).to.have.length(2)
      enquiries[0]?.resolve({ outcome: 'pending', seen: {} })
      expect(await first.outcome).to.have.nested.property('transaction.state', 'pending')
      await doubt()
      await (await doubt()).outcome
      expect(enquiries).to.have.length(3)
    },
    'a fault': async () => {
      const { doubt, enquiries } = await openQueue()
      const first = await doubt()
      enquiries[0]?.reject(new Error('a bug'))
      expect(await first.outcome.catch((error: Error) => error.message)).to.equal('a bug')
      for (let again = 0; again < 3; again += 1) await doubt()
      expect(enquiries).to.have.length(3)
    },
    'another network has a queue of its own': async () => {
      const { doubt, networks } = await openQueue()
      for (let again = 0; again < 3; again += 1) await doubt()
      networks.AIRTEL?.behaves('losesAnswer')
      expect(await (await doubt('AIRTEL')).outcome).to.have.nested.property('transaction.state', 'pending')
    },
  })

  rule('4.19', 'a network whose answer leaves no doubt is not asked again within the request', async () => {
    for (const behaviour of ['accepts', 'succeeds', 'declines', 'unreachable'] as const) {
      const core = await openCore()
      const enquire = sinon.spy(core.network, 'enquire')
      await core.pay(behaviour)
      expect(enquire.callCount, behaviour).to.equal(0)
    }
  })

  rule('4.20', 'a doubtful answer and the enquiry right after it are recorded in one step', {
    async 'with the answers of both'() {
      const core = await openCore()
      core.network.behaves('losesAnswer')
      core.network.answersEnquiry({ outcome: 'succeeded', providerRef: 'late', seen: {} })
      const steps = sinon.spy(core.ports.books, 'atomically')
      const { transaction } = await payOut(core)
      expect(steps.callCount).to.equal(2)
      expect((await keptOf(core, transaction.id)).map(({ question, outcome }) => [question, outcome])).to.deep.equal([
        ['submission', 'inDoubt'],
        ['enquiry', 'succeeded'],
      ])
    },
    async 'the doubtful answer is also recorded if the enquiry breaks'() {
      const core = await openCore()
      core.network.behaves('losesAnswer')
      core.network.enquire = () => Promise.reject(new Error('a bug'))
      const { transaction, outcome } = opened(await core.send({ caller: await core.caller(), request: core.payout }))
      expect(await outcome.catch(String)).to.equal('Error: a bug')
      expect(await keptOf(core, transaction.id)).to.have.length(1)
    },
  })
})

/** Expects an opening to have this many milliseconds left at each try while the account changes at this interval. */
async function expectGivenUp(everyMs: number, left: number[]) {
  const core = await openCore()
  const { atomically } = core.ports.books
  const waits: (number | undefined)[] = []
  core.ports.books.atomically = async (scope, step) => {
    waits.push(scope.withinMs)
    await core.change((account) => account)
    core.clock.forwardMs(everyMs)
    return atomically(scope, step)
  }
  const refused = await core
    .send({ caller: await core.caller(), request: core.payout })
    .then(String, (error: Error) => error.message)
  expect(refused).to.equal('the account kept changing for 20000 ms')
  expect(waits).to.deep.equal(left)
  expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
}

async function keptOf({ ports }: Awaited<ReturnType<typeof openCore>>, id: string) {
  return exchangesIn(await ports.cases.exchanges(id))
}

/** Networks with two enquiries at once each; MTN loses every answer, and its enquiries wait for the test. */
async function openQueue() {
  const core = await openCore({}, { limits: { enquiriesAtOnce: 2 } })
  core.network.behaves('losesAnswer')
  const enquiries: { resolve: (answer: Enquired) => void; reject: (error: Error) => void }[] = []
  core.network.enquire = () => new Promise((resolve, reject) => enquiries.push({ resolve, reject }))
  let count = 0
  return {
    ...core,
    enquiries,
    /** Opens a payout with a lost answer, and waits until its enquiry has begun or finds no room. */
    async doubt(network = 'MTN') {
      count += 1
      const order = { ...core.payout, amount: 500, network, reference: `doubt-${count}` }
      const payment = opened(await core.send({ caller: await core.caller(), request: order }))
      await new Promise((resolve) => setImmediate(resolve))
      return payment
    },
  }
}

async function expectDoubt(seen: object) {
  const core = await openCore()
  core.network.behaves('losesAnswer')
  core.network.answersEnquiry({ outcome: 'succeeded', providerRef: null, seen })
  const { outcome } = await payOut(core)
  expect(outcome).to.have.property('refused', 'outcome_unknown')
  expect(await core.balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
}

/** A payout that a slow store has opened in six seconds, and the end of the time to submit it. */
async function openedSlowly({ isAskedAbout = false } = {}) {
  const core = await openCore()
  const { books } = core.ports
  const atomically = books.atomically.bind(books)
  sinon.stub(books, 'atomically').callsFake(async (scope, step) => {
    const result = await atomically(scope, step)
    if (scope.reference === undefined) return result
    core.clock.forwardMs(6_000)
    if (isAskedAbout)
      await atomically(scope, (work) => {
        const opened = work.transaction(scope.transaction ?? '')
        if (opened) work.record({ ...opened, followUp: { ...opened.followUp, enquiries: 1 } })
      })
    return result
  })
  const payOutSpy = sinon.spy(core.network, 'payOut')
  const { stored } = await payOut(core)
  return { until: payOutSpy.firstCall.args[1], stored, nowMs: core.clock.nowMs() }
}
