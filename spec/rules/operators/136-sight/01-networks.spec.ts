import { expect } from 'chai'
import { moveOperatorMoney, pauseNetwork } from '../../../../core/sente.ts'
import { hourMs, minuteMs } from '../../../fixtures/core.ts'
import { barsIn, chartsIn, figuresIn, namesIn } from '../../../fixtures/http/charts.ts'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openOperatorPages } from '../../../fixtures/http/operators.ts'
import { rule } from '../../../rule.ts'

describe('136 Networks on the operators’ pages', () => {
  const paused = { network: 'MTN', currency: 'UGX', kind: 'payout', by: 'okello', because: 'they said so' } as const

  rule(
    '136.1',
    'the page of networks shows each channel: its state and the reason, the share of successful payments, their duration, and its open payments',
    async () => {
      const { get, pay, network, ports } = await openOperatorPages()
      for (let n = 1; n <= 3; n += 1) await pay('succeeds', { reference: `good-${n}` })
      const slow = await pay('accepts', { reference: 'slow' })
      await slow.afterAnswer({ outcome: 'declined', reason: 'refused_by_network', seen: {} }, 30 * minuteMs)
      network.answersEnquiry({ outcome: 'pending', seen: {} })
      await pay('accepts', { reference: 'open' })
      await pauseNetwork(ports)(paused)
      const text = textOf(await get('/operator/networks'))
      expect(text).to.match(/MTN UGX payouts paused they said so okello, [^%]* 4 3 of 4 1 s 30 min 1 /)
      expect(text).to.match(/MTN UGX collections open 0 none ended – – 0 /)
    },
  )

  rule(
    '136.2',
    'payments of each channel are drawn by the hour of a day or by eight hours of a week, as the address says, with a scale, words and a table that say the same',
    async () => {
      const { get, pay, clock } = await openOperatorPages()
      await pay('succeeds', { reference: 'old' })
      clock.forwardMs(30 * hourMs)
      await pay('succeeds', { reference: 'good' })
      await pay('declines', { reference: 'bad' })
      const day = await get('/operator/networks')
      expect(chartsIn(day.body)).to.deep.equal([
        'MTN UGX payouts: 1 of 2 succeeded; UGX 5,000; half in 1 s, 95 % in 1 s',
      ])
      expect(namesIn(day.body)).to.deep.equal([
        'Payments: succeeded, and failed ones above',
        'Amount of succeeded payments, UGX',
        'Time until half had ended, and until 95 %',
      ])
      expect(figuresIn(day.body)).to.have.length(24)
      expect(figuresIn(day.body).at(-1)).to.equal(
        '3 Jan, 17:00–18:00: 1 of 2 succeeded; UGX 5,000; half in 1 s, 95 % in 1 s',
      )
      expect(textOf(day)).to.match(/3 Jan, 17:00–18:00 1 of 2 5,000 1 s 1 s /)
      const week = await get('/operator/networks?over=week')
      expect(chartsIn(week.body)[0]).to.include('MTN UGX payouts: 2 of 3 succeeded; UGX 10,000')
      expect(figuresIn(week.body)).to.have.length(21)
      clock.forwardMs(8 * 24 * hourMs)
      expect(textOf(await get('/operator/networks?over=week'))).to.include('No payment ended in this time')
    },
  )

  rule(
    '136.3',
    'the height of an hour is its number of payments; an hour with fewer than ten is pale, and counts them instead of a share',
    async () => {
      const { get, pay, clock, ports } = await openOperatorPages()
      clock.forwardMs(hourMs)
      for (let n = 1; n <= 39; n += 1) await pay('succeeds', { reference: `order-${n}`, amount: 500 })
      while (await ports.figures.gather());
      await pay('declines', { reference: 'order-40', amount: 500 })
      clock.forwardMs(hourMs)
      await pay('succeeds', { reference: 'order-41', amount: 500 })
      const { body } = await get('/operator/networks')
      expect(
        figuresIn(body)
          .slice(-2)
          .map((text) => text.replace(/;.*|.*: /g, '')),
      ).to.deep.equal(['97.5 % of 40 succeeded', '1 of 1 succeeded'])
      expect(barsIn(body, 'good'), 'the bar of 39').to.deep.equal([-70.2])
      expect(barsIn(body, 'good pale'), 'the bar of one').to.deep.equal([-1.8])
      expect(barsIn(body, 'bad'), 'the failed one, above').to.deep.equal([-1.8])
    },
  )

  rule('136.4', 'floats are shown by the books and by their networks, with the time that they last', async () => {
    const { get, pay, ports, clock } = await openOperatorPages()
    const filled = { kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' } as const
    const moved = await moveOperatorMoney(ports)({ ...filled, by: 'okello', reference: 'bank-1', amount: 100_000 })
    expect(moved).to.have.property('isNew', true)
    await pay('succeeds', { amount: 40_000 })
    const account = 'float:MTN:disbursement'
    const reported = { currency: 'UGX', account, minor: 59_000n, paidMinor: -40_000n, atMs: clock.nowMs() } as const
    await ports.operatorMoney.keepReports([reported])
    const text = textOf(await get('/operator/networks'))
    expect(text).to.match(/MTN UGX payouts UGX 60,000 UGX 0 UGX 59,000 [^U]* UGX -1,000 UGX 59,000 8.8 h /)
    expect(text).to.match(/AIRTEL UGX [a-z ]*no movement recorded/)
  })

  rule(
    '136.5',
    'an operator can stop and reopen channels of a network, with the record and the refusals of the commands',
    async () => {
      const { get, post, ports, send, payout, caller } = await openOperatorPages()
      const page = '/operator/networks/MTN'
      const stop = { decision: 'pause', channel: 'UGX payout', because: 'they called' }
      expect((await post(page, stop)).headers.location).to.equal(`${page}?done=paused`)
      const [action] = (await ports.actions.list({ limit: 1 })).actions
      expect([action?.kind, action?.by, action?.because]).to.deep.equal([
        ...['network.pause', 'nakato@gateway.example', 'they called'],
      ])
      expect(await send({ caller: await caller(), request: payout })).to.have.property('refused', 'network_unavailable')
      const shown = await get(`${page}?done=paused`)
      expect(textOf(shown)).to.include('The payments are stopped').and.include('they called')
      const again = await post(page, stop)
      expect([again.statusCode, textOf(again)].join()).to.match(/^422.*Payments over MTN are already paused/)
      const resume = { decision: 'resume', channel: '', because: 'all is well' }
      const unsure = await post(page, resume)
      expect(unsure.body).to.include('name="because" value="all is well"').and.include('type="password"')
      expect(textOf(await post(page, { ...resume, password: 'wrong' }))).to.include('The password is wrong')
      const unreasoned = await post(page, { ...stop, decision: 'resume', because: '', password })
      expect([unreasoned.statusCode, unreasoned.body.match(/role="alert"(?! hidden)/g)?.length]).to.deep.equal([422, 1])
      expect((await post(page, { ...stop, decision: '' })).statusCode).to.equal(422)
      const resumed = await post(page, { ...resume, password })
      expect(resumed.headers.location).to.equal(`${page}?done=resumed`)
      expect(await ports.channelStops.lasting()).to.deep.equal([])
      expect(textOf(await get(page))).to.match(/Latest stops .*they called by nakato.*: all is well by nakato/)
      for (const unknown of [await get(`${page}X`), await post(`${page}X`, stop)])
        expect(unknown.statusCode).to.equal(404)
    },
  )

  rule('136.6', 'users of an account do not find these pages, and their forms do nothing', async () => {
    const { userOf, get, ports } = await openOperatorPages()
    const others = [await userOf('owner'), await userOf('viewer')]
    for (const path of ['/operator/networks', '/operator/networks/MTN']) {
      expect((await get(path)).statusCode, path).to.equal(200)
      for (const other of others) {
        const form = { decision: 'pause', channel: '', because: 'none of theirs' }
        for (const answer of [await other.get(path), await other.post(path, form)])
          expect(answer.statusCode, path).to.equal(404)
      }
    }
    expect(await ports.channelStops.lasting()).to.deep.equal([])
  })
})
