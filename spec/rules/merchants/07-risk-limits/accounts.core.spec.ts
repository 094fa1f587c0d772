import { expect } from 'chai'
import type { Behaviour } from '../../../../adapters/memory/memory.ts'
import {
  calendar,
  clearLimits,
  isRefusal,
  type LimitsByCurrency,
  lookUpLimits,
  type NewLimits,
  noRiskLimits,
  type PaymentPorts,
  resolveTransaction,
  type SendMoneyRequest,
  setLimits,
} from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { hourMs, minuteMs, openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

type Core = Awaited<ReturnType<typeof openLimited>>

const dayMs = 24 * hourMs

/** The core with limits for every account, where the account has UGX 1,000,000 and it is 08:00 in UTC. */
async function openLimited(limits: LimitsByCurrency[string], other: Partial<PaymentPorts> = {}) {
  const riskLimits = { ...noRiskLimits, accounts: { UGX: limits }, ...other.riskLimits }
  const fund = [{ currency: 'UGX', amount: 1_000_000 }]
  const core = await openCore({ fund }, { ...other, riskLimits })
  core.clock.forwardMs(dayMs - (core.clock.nowMs() % dayMs) + 8 * hourMs)
  let count = 0
  const next = () => `payment-${++count}`

  /** Pays out over a network with this behaviour; resolves with a short answer, and the payment's id. */
  async function pay(change: Partial<SendMoneyRequest> = {}, behaviour: Behaviour = 'succeeds', merchant = core) {
    core.network.behaves(behaviour)
    const request = { ...merchant.payout, reference: next(), ...change }
    return settled(await core.send({ caller: await merchant.caller(), request }))
  }
  async function collect(behaviour: Behaviour = 'succeeds', merchant = core) {
    core.network.behaves(behaviour)
    const request = { ...merchant.request, reference: next() }
    return settled(await core.collect({ caller: await merchant.caller(), request }))
  }
  /** The rest of each limit. */
  async function left() {
    const found = await lookUpLimits(core.ports)({ caller: await core.caller() })
    if (isRefusal(found)) throw new Error(found.refused)
    return Object.fromEntries(found.limits.map((one) => [one.limit, Number(one.left)]))
  }
  const change = (own: NewLimits) =>
    setLimits(core.ports)({ by: 'amina', accountId: core.account.id, currency: 'UGX', limits: own })
  return { ...core, payOut: pay, ask: collect, left, setLimits: change }
}

async function settled(answer: Awaited<ReturnType<Awaited<ReturnType<typeof openCore>>['send']>>) {
  if (!isRefusal(answer)) {
    await answer.outcome
    return { short: 'opened', id: answer.transaction.id, answer }
  }
  const short = answer.refused === 'limit_reached' ? [answer.limit, answer.most, answer.endsInMs] : answer.refused
  return { short, id: '', answer }
}

/** Pays out until a refusal; resolves with the number of opened payouts. */
async function paidUntilRefused({ payOut }: Pick<Core, 'payOut'>, change: Partial<SendMoneyRequest> = {}) {
  for (let opened = 0; opened < 100; opened += 1) if ((await payOut(change)).short !== 'opened') return opened
  return 100
}

describe('7 Risk limits: accounts', () => {
  rule('7.13', 'a payout is at most as large as its account’s limit', {
    '': table(
      ['limit', 'amount', 'answer'],
      [
        [50_000, 49_999, 'opened'],
        [50_000, 50_000, 'opened'],
        [50_000, 50_001, 'limit_reached'],
        [0, 500, 'limit_reached'],
      ],
      async (limit, amount, answer) => {
        const { payOut } = await openLimited({ payout_amount: BigInt(limit) })
        const { answer: given } = await payOut({ amount })
        expect(isRefusal(given) ? given.refused : 'opened').to.equal(answer)
      },
    ),
    'a collection is not': async () => {
      const { ask, ports } = await openLimited({ payout_amount: 1n, payouts_a_day: 1n })
      const { short, id } = await ask()
      expect(short).to.equal('opened')
      expect(await ports.books.transaction(id)).to.include({ countedUntilMs: null })
    },
  })

  rule('7.14', 'an account makes at most as many payouts in a day as its limit', {
    'one after the other': table(
      ['limit', 'made', 'the next'],
      [
        [3, 2, 'opened'],
        [3, 3, 'limit_reached'],
        [3, 4, 'limit_reached'],
        [0, 0, 'limit_reached'],
      ],
      async (limit, made, next) => {
        const { payOut } = await openLimited({ payouts_a_day: BigInt(limit) })
        for (let count = 0; count < made; count += 1) await payOut()
        const { answer } = await payOut()
        expect(isRefusal(answer) ? answer.refused : 'opened').to.equal(next)
      },
    ),
    '200 at once': async () => {
      const { payOut, network } = await openLimited({ payouts_a_day: 7n })
      const answers = await Promise.all(Array.from({ length: 200 }, () => payOut({ amount: 500 })))
      expect(answers.filter(({ short }) => short === 'opened')).to.have.length(7)
      expect(network.received).to.have.length(7)
    },
    'each account by itself': async () => {
      const core = await openLimited({ payouts_a_day: 2n })
      const other = await openMerchant(core.ports)
      expect(await paidUntilRefused(core)).to.equal(2)
      const paidByOther = await Promise.all([1, 2, 3].map(() => core.payOut({}, 'succeeds', { ...core, ...other })))
      expect(paidByOther.filter(({ short }) => short === 'opened')).to.have.length(2)
    },
  })

  rule(
    '7.15',
    'the payouts of an account in a day add up to at most its limit',
    table(
      ['limit', 'paid', 'amount', 'answer'],
      [
        [20_000, 15_000, 4_999, 'opened'],
        [20_000, 15_000, 5_000, 'opened'],
        [20_000, 15_000, 5_001, 'limit_reached'],
        [20_000, 20_000, 500, 'limit_reached'],
      ],
      async (limit, paid, amount, answer) => {
        const { payOut } = await openLimited({ payout_amount_a_day: BigInt(limit) })
        await payOut({ amount: paid - 1_000 })
        await payOut({ amount: 1_000 })
        const { answer: given } = await payOut({ amount })
        expect(isRefusal(given) ? given.refused : 'opened').to.equal(answer)
      },
    ),
  )

  rule('7.16', 'an account makes at most as many collections in a day as its limit, however they end', {
    'succeeded, failed, open': async () => {
      const { ask } = await openLimited({ collections_a_day: 3n })
      for (const behaviour of ['succeeds', 'declines', 'accepts'] as const)
        expect((await ask(behaviour)).short).to.equal('opened')
      expect((await ask()).short).to.deep.equal(['collections_a_day', 3, 16 * hourMs])
    },
    'except those that were never sent': async () => {
      const { ask } = await openLimited({ collections_a_day: 1n })
      for (let count = 0; count < 3; count += 1) expect((await ask('unreachable')).short).to.equal('opened')
      expect((await ask()).short).to.equal('opened')
      expect((await ask()).short).to.deep.equal(['collections_a_day', 1, 16 * hourMs])
    },
    'payouts do not count': async () => {
      const core = await openLimited({ collections_a_day: 1n, payouts_a_day: 2n })
      await core.ask()
      expect(await paidUntilRefused(core)).to.equal(2)
    },
  })

  rule('7.17', 'a failed payout is given back to the limits of its day, whoever ended it', {
    'the network, at once': async () => {
      const { payOut, left } = await openLimited({ payouts_a_day: 2n, payout_amount_a_day: 20_000n })
      await payOut()
      for (const behaviour of ['declines', 'unreachable'] as const) await payOut({}, behaviour)
      expect(await left()).to.deep.equal({ payouts_a_day: 1, payout_amount_a_day: 15_000 })
    },
    'the network, later': async () => {
      const { payOut, left, network, hint } = await openLimited({ payouts_a_day: 2n, payout_amount_a_day: 20_000n })
      const { id } = await payOut({}, 'accepts')
      expect(await left()).to.deep.equal({ payouts_a_day: 1, payout_amount_a_day: 15_000 })
      network.ends(network.received[0]?.providerId ?? '', 'refused_by_network')
      await hint({ transactionId: id })
      expect(await left()).to.deep.equal({ payouts_a_day: 2, payout_amount_a_day: 20_000 })
    },
    'because it never arrived': async () => {
      const { payOut, left, network, clock, sweep } = await openLimited({ payouts_a_day: 2n })
      network.answersEnquiry({ outcome: 'notFound' })
      await payOut({}, 'losesAnswer')
      for (let time = 0; time < 8; time += 1) {
        clock.forwardMs(30 * minuteMs)
        await sweep()
      }
      expect(await left()).to.deep.equal({ payouts_a_day: 2 })
    },
    'an operator': async () => {
      const { payOut, left, ports, clock } = await openLimited({ payouts_a_day: 2n })
      const { id } = await payOut({}, 'accepts')
      clock.forwardMs(10 * minuteMs)
      const decided = { transactionId: id, end: 'failed', because: 'the portal says so', by: 'amina' } as const
      expect(await resolveTransaction(ports)(decided)).to.have.property('transaction')
      expect(await left()).to.deep.equal({ payouts_a_day: 2 })
    },
    'but not while it is in doubt': async () => {
      const { payOut, left, network } = await openLimited({ payouts_a_day: 2n })
      network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
      await payOut({}, 'losesAnswer')
      expect(await left()).to.deep.equal({ payouts_a_day: 1 })
    },
    'and not to a later day': async () => {
      const { payOut, left, network, hint, clock } = await openLimited({ payouts_a_day: 2n })
      const { id } = await payOut({}, 'accepts')
      clock.forwardMs(dayMs)
      await payOut()
      network.ends(network.received[0]?.providerId ?? '', 'refused_by_network')
      await hint({ transactionId: id })
      expect(await left()).to.deep.equal({ payouts_a_day: 1 })
    },
  })

  rule('7.18', 'a day ends at midnight in the time zone of the limits, and its payments no longer count', {
    'in UTC by default': async () => {
      const core = await openLimited({ payouts_a_day: 1n })
      expect(await paidUntilRefused(core)).to.equal(1)
      core.clock.forwardMs(16 * hourMs - 1)
      expect((await core.payOut()).short).to.deep.equal(['payouts_a_day', 1, 1])
      core.clock.forwardMs(1)
      expect(await paidUntilRefused(core)).to.equal(1)
    },
    'in Kampala': async () => {
      const days = calendar({ timeZone: 'Africa/Kampala' })
      const core = await openLimited({ payouts_a_day: 1n }, { days })
      expect(await paidUntilRefused(core)).to.equal(1)
      expect((await core.payOut()).short).to.deep.equal(['payouts_a_day', 1, 13 * hourMs])
    },
    'also a day of 23 or 25 hours': table(
      ['time zone', 'at', 'ends'],
      [
        ['Africa/Kampala', '2026-01-02T20:59:59.999Z', '2026-01-02T21:00:00.000Z'],
        ['Africa/Kampala', '2026-01-02T21:00:00.000Z', '2026-01-03T21:00:00.000Z'],
        ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
        ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
        ['Africa/Cairo', '2026-04-23T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
        ['America/St_Johns', '2026-01-02T12:00:00.000Z', '2026-01-03T03:30:00.000Z'],
        ['Etc/UTC', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'],
      ],
      (timeZone, at, ends) => {
        const days = calendar({ timeZone })
        expect(new Date(days.endOf(Date.parse(at))).toISOString()).to.equal(ends)
      },
    ),
  })

  rule('7.19', 'an account’s own limit replaces the limit of all accounts', {
    'lower, higher, none, nothing': table(
      ['its own', 'made in a day'],
      [
        [1, 1],
        [5, 5],
        [0, 0],
        [null, 100],
        [undefined, 3],
      ],
      async (own, made) => {
        const core = await openLimited({ payouts_a_day: 3n })
        if (own !== undefined) await core.setLimits({ payouts_a_day: own })
        expect(await paidUntilRefused(core, { amount: 500 })).to.equal(made)
      },
    ),
    'it applies from the next payment on, and earlier payments count': async () => {
      const core = await openLimited({ payouts_a_day: 10n })
      for (let count = 0; count < 3; count += 1) await core.payOut()
      await core.setLimits({ payouts_a_day: 2 })
      expect((await core.payOut()).short).to.deep.equal(['payouts_a_day', 2, 16 * hourMs])
      expect(await core.left()).to.deep.equal({ payouts_a_day: 0 })
      await clearLimits(core.ports)({ by: 'amina', accountId: core.account.id, currency: 'UGX' })
      expect(await core.left()).to.deep.equal({ payouts_a_day: 7 })
    },
    'each limit by itself': async () => {
      const core = await openLimited({ payouts_a_day: 10n, payout_amount: 20_000n })
      await core.setLimits({ payouts_a_day: 5, payout_amount: 1_000, collections_a_day: 2 })
      const request = {
        by: 'amina',
        accountId: core.account.id,
        currency: 'UGX',
        limits: ['payout_amount'],
      } as const
      await clearLimits(core.ports)(request)
      expect(await core.left()).to.deep.equal({ payout_amount: 20_000, payouts_a_day: 5, collections_a_day: 2 })
    },
    'without any limit nothing is counted': async () => {
      const core = await openLimited({})
      await core.payOut()
      await core.ask()
      expect(await core.ports.books.dayCounts(core.account.id)).to.deep.equal([])
    },
  })

  rule('7.20', 'a refusal says which limit of the account is reached, and after how long it ends', {
    'the number of payouts, at the end of the day': async () => {
      const core = await openLimited({ payouts_a_day: 1n, payout_amount_a_day: 9_000n })
      await core.payOut()
      expect((await core.payOut()).short).to.deep.equal(['payouts_a_day', 1, 16 * hourMs])
    },
    'their amount, at the end of the day': async () => {
      const core = await openLimited({ payouts_a_day: 5n, payout_amount_a_day: 9_000n })
      await core.payOut()
      const { answer } = await core.payOut()
      expect(answer).to.include({ limit: 'payout_amount_a_day', most: 9_000, currency: 'UGX', endsInMs: 16 * hourMs })
    },
    'a payout above the limit of any day: it never ends': async () => {
      const core = await openLimited({ payout_amount_a_day: 9_000n, payout_amount: 20_000n })
      expect((await core.payOut({ amount: 9_001 })).short).to.deep.equal(['payout_amount_a_day', 9_000, null])
      expect((await core.payOut({ amount: 20_001 })).short).to.deep.equal(['payout_amount', 20_000, null])
    },
  })

  rule('7.21', 'a refused payment is not counted, records nothing and leaves its reference free', {
    'by a limit': async () => {
      const core = await openLimited({ payout_amount_a_day: 9_000n })
      await core.payOut()
      await core.payOut({ reference: 'order-1' })
      expect(await core.ports.books.transactionByReference(core.account.id, 'order-1')).to.equal(undefined)
      expect((await core.payOut({ reference: 'order-1', amount: 4_000 })).short).to.equal('opened')
    },
    'by a later check': async () => {
      const core = await openLimited({ payouts_a_day: 2n, payout_amount: 2_000_000n })
      expect((await core.payOut({ pin: '9999' })).short).to.equal('invalid_pin')
      expect((await core.payOut({ amount: 1_000_001 })).short).to.equal('insufficient_balance')
      await core.payOut({ reference: 'order-1' })
      expect((await core.payOut({ reference: 'order-1' })).short).to.equal('duplicate_reference')
      expect(await core.left()).to.include({ payouts_a_day: 1 })
    },
    'and no PIN is compared once a limit is reached': async () => {
      const core = await openLimited({ payouts_a_day: 0n })
      for (let guess = 0; guess < 6; guess += 1) await core.payOut({ pin: '9999' })
      await core.setLimits({ payouts_a_day: null })
      expect((await core.payOut()).short).to.equal('opened')
    },
  })

  rule('7.22', 'a clock that was ahead blocks no account for longer than the longest day, which has 25 hours', {
    'by days': async () => {
      const core = await openLimited({ payouts_a_day: 2n })
      core.clock.jumpMs(3 * dayMs)
      expect(await paidUntilRefused(core)).to.equal(2)
      core.clock.jumpMs(-3 * dayMs)
      expect(await paidUntilRefused(core)).to.equal(2)
    },
    'by an hour, before midnight': async () => {
      const core = await openLimited({ payouts_a_day: 2n })
      core.clock.forwardMs(16 * hourMs)
      expect(await paidUntilRefused(core)).to.equal(2)
      core.clock.jumpMs(-hourMs)
      expect((await core.payOut()).short).to.deep.equal(['payouts_a_day', 2, 25 * hourMs])
      core.clock.forwardMs(25 * hourMs)
      expect(await paidUntilRefused(core)).to.equal(2)
    },
  })

  rule('7.23', 'a merchant can look up its limits, the rest of each, and the end of its day', {
    'after payouts and collections': async () => {
      const core = await openLimited({ payouts_a_day: 3n, payout_amount: 50_000n })
      await core.setLimits({ collections_a_day: 2 })
      await core.payOut()
      await core.ask()
      const found = await lookUpLimits(core.ports)({ caller: await core.caller() })
      const endsAtMs = core.clock.nowMs() + 16 * hourMs
      const limit = { currency: 'UGX', endsAtMs, isOwn: false }
      expect(found).to.deep.equal({
        limits: [
          { ...limit, limit: 'payout_amount', most: 50_000n, left: 50_000n, endsAtMs: null },
          { ...limit, limit: 'payouts_a_day', most: 3n, left: 2n },
          { ...limit, limit: 'collections_a_day', most: 2n, left: 1n, isOwn: true },
        ],
      })
      core.clock.forwardMs(16 * hourMs)
      expect(await core.left()).to.deep.equal({ payout_amount: 50_000, payouts_a_day: 3, collections_a_day: 2 })
    },
    'each currency by itself, in order': async () => {
      const core = await openLimited({ payouts_a_day: 3n })
      await core.change((account) => ({
        ...account,
        activatedCurrencies: ['UGX', 'RWF'],
        limits: { ...account.limits, RWF: { payouts_a_day: 3n } },
      }))
      await core.payOut()
      const found = await lookUpLimits(core.ports)({ caller: await core.caller() })
      if (isRefusal(found)) throw new Error(found.refused)
      expect(found.limits.map(({ currency, left }) => [currency, left])).to.deep.equal([
        ['RWF', 3n],
        ['UGX', 2n],
      ])
    },
  })
})
