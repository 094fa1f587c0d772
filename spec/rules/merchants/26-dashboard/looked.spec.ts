import { expect } from 'chai'
import { fundAccount } from '../../../../core/sente.ts'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { openDashboard, sinceIn, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

describe('26 The dashboard: since the last visit', () => {
  /** A viewer who was there an hour before `meanwhile` runs; resolves with the first page another hour later. */
  async function comeBack(meanwhile: (dashboard: Awaited<ReturnType<typeof openDashboard>>) => Promise<unknown>) {
    const dashboard = await openDashboard()
    const { clock, userOf, again, pay } = dashboard
    await pay('succeeds', { reference: 'before', amount: 500 })
    clock.forwardMs(minuteMs)
    const viewer = await userOf('viewer')
    const leftAtMs = clock.nowMs()
    clock.forwardMs(hourMs)
    await meanwhile(dashboard)
    clock.forwardMs(hourMs)
    const { get } = await again(viewer)
    const answer = await get('/dashboard/')
    return { answer, get, leftAtMs }
  }

  rule('26.28', 'the first page counts the events since the last visit by kind, each with a link to their list', {
    'some payments and a funding': async () => {
      const { answer, get, leftAtMs } = await comeBack(async ({ pay, ports, account }) => {
        for (const n of [1, 2]) await pay('succeeds', { reference: `paid-${n}`, amount: 500 })
        await pay('declines', { reference: 'declined', amount: 500 })
        await pay('accepts', { reference: 'open', amount: 500 })
        const funding = { accountId: account.id, currency: 'UGX', amount: 5_000, reference: 'bank-1' }
        await fundAccount(ports)({ ...funding, by: 'okello', because: 'paid in' })
      })
      expect(sinceIn(answer)).to.equal(leftAtMs)
      expect(textOf(answer)).to.match(
        /Since you last looked, [\w ,:]+ 2 payouts succeeded 1 payout failed 1 funding of the balance Latest payments/,
      )
      expect(answer.body).to.include('href="/dashboard/events?type=payout.failed"')
      expect(textOf(await get('/dashboard/events?type=payout.failed')))
        .to.include('declined')
        .and.not.include('paid-1')
    },
    nothing: async () => {
      const { answer } = await comeBack(async () => {})
      expect(textOf(answer)).to.match(/Since you last looked, [\w ,:]+ No payment and no batch has ended, and no money/)
    },
    'more than are counted': async () => {
      const { answer } = await comeBack(async ({ pay }) => {
        await pay('declines', { reference: 'declined', amount: 500 })
        for (let n = 1; n <= 99; n += 1) await pay('succeeds', { reference: `paid-${n}`, amount: 500 })
      })
      expect(textOf(answer)).to.include('at least 99 payouts succeeded at least 1 payout failed')
    },
    'one less than that': async () => {
      const { answer } = await comeBack(async ({ pay }) => {
        for (let n = 1; n <= 99; n += 1) await pay('succeeds', { reference: `paid-${n}`, amount: 500 })
      })
      expect(textOf(answer)).to.include(' 99 payouts succeeded').and.not.include('at least')
    },
  })

  rule('26.29', 'a visit ends after 30 minutes without a request, and another one begins with the next sign-in', {
    'the first one': async () => {
      const { userOf, clock, pay } = await openDashboard()
      const { get } = await userOf('viewer')
      for (const reference of ['order-1', 'order-2']) {
        await pay('succeeds', { reference })
        expect(textOf(await get('/dashboard/'))).not.to.include('Since you last looked')
        clock.forwardMs(29 * minuteMs)
      }
    },
    'signing in again': table(
      ['after ms', 'is another visit'],
      [
        [30 * minuteMs - 1, false],
        [30 * minuteMs, true],
        [30 * minuteMs + 1, true],
      ],
      async (afterMs, isAnother) => {
        const { userOf, again, clock } = await openDashboard()
        const first = await userOf('viewer')
        clock.forwardMs(20 * minuteMs)
        await first.get('/dashboard/transactions')
        const leftAtMs = clock.nowMs()
        clock.forwardMs(afterMs)
        const { get } = await again(first)
        expect(sinceIn(await get('/dashboard/'))).to.equal(isAnother ? leftAtMs : undefined)
      },
    ),
    'during a visit the moment stays': async () => {
      const { userOf, again, clock } = await openDashboard()
      const first = await userOf('viewer')
      const leftAtMs = clock.nowMs()
      clock.forwardMs(hourMs)
      const second = await again(first)
      for (let asked = 0; asked < 4; asked += 1) {
        expect(sinceIn(await second.get('/dashboard/'))).to.equal(leftAtMs)
        clock.forwardMs(20 * minuteMs)
      }
      const third = await again(first)
      expect(sinceIn(await third.get('/dashboard/'))).to.equal(leftAtMs)
    },
    'each user has a separate one': async () => {
      const { userOf, again, clock } = await openDashboard()
      const viewer = await userOf('viewer')
      clock.forwardMs(hourMs)
      const owner = await userOf('owner')
      expect(sinceIn(await owner.get('/dashboard/'))).to.equal(undefined)
      expect(sinceIn(await (await again(viewer)).get('/dashboard/'))).to.equal(clock.nowMs() - hourMs)
    },
    'a password without the second step does not count': async () => {
      const { userOf, again, clock, ports } = await openDashboard({ operatorsTakeTwoSteps: true })
      const operator = await userOf('administrator')
      const visitedAtMs = clock.nowMs()
      clock.forwardMs(hourMs)
      const { get } = await again(operator)
      clock.forwardMs(2 * minuteMs)
      expect((await get('/me/second-step')).statusCode).to.equal(200)
      expect(await ports.people.user(operator.user.id)).to.include({ visitedAtMs, lookedAtMs: null })
    },
  })
})
