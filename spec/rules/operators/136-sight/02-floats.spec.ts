import { expect } from 'chai'
import { moveOperatorMoney } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { chartsIn, figuresIn } from '../../../fixtures/http/charts.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { openOperatorPages } from '../../../fixtures/http/operators.ts'
import { rule } from '../../../rule.ts'

describe('136 Networks on the operators’ pages', () => {
  /** The pages, with a float that was filled and then paid out of in two different hours. */
  async function openFloats() {
    const pages = await openOperatorPages()
    const { pay, ports, clock } = pages
    const filled = { kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' } as const
    const move = (reference: string, amount: number) =>
      moveOperatorMoney(ports)({ ...filled, by: 'okello', reference, amount })
    await move('bank-1', 100_000)
    clock.forwardMs(10 * hourMs)
    await pay('succeeds', { amount: 40_000, reference: 'first' })
    clock.forwardMs(2 * hourMs)
    await move('bank-2', 7_000)
    await pay('succeeds', { amount: 6_000, reference: 'second' })
    return pages
  }

  rule(
    '136.7',
    'the page of floats draws the amount of each at the end of each hour of a day, or of eight hours of a week, by the books, and has the same figures as a table',
    async () => {
      const { get, clock } = await openFloats()
      const page = await get('/operator/float')
      const drawn = figuresIn(page.body).slice(0, 24)
      const hours = ['21:00–22:00: UGX 60,000', '22:00–23:00: UGX 60,000', '23:00–00:00: UGX 61,000']
      expect(drawn.slice(10)).to.deep.equal([
        '2 Jan, 10:00–11:00: –',
        ...range(11, 20).map((hour) => `2 Jan, ${hour}:00–${hour + 1}:00: UGX 100,000`),
        ...hours.map((hour) => `2 Jan, ${hour}`),
      ])
      for (const hour of hours) expect(textOf(page)).to.include(`2 Jan, ${hour.replace(': ', ' ')} `)
      clock.forwardMs(24 * hourMs)
      const week = figuresIn((await get('/operator/float?over=week&currency=UGX')).body)
      expect(week).to.have.length(21)
      expect(week.slice(-6)).to.deep.equal([
        ...['2 Jan, 03:00–11:00: –', '2 Jan, 11:00–19:00: UGX 100,000', '2 Jan, 19:00–03:00: UGX 61,000'],
        ...['3 Jan, 03:00–11:00: UGX 61,000', '3 Jan, 11:00–19:00: UGX 61,000', '3 Jan, 19:00–03:00: UGX 61,000'],
      ])
    },
  )

  rule('136.8', 'a float is drawn on at the rate of its latest payouts, until nothing is left of it', async () => {
    const { get } = await openFloats()
    const { body } = await get('/operator/float')
    expect(chartsIn(body)).to.deep.equal([
      'MTN UGX payouts: UGX 61,000 can be paid out. It lasts 7.9 h, until 3 Jan 2026, 06:57.',
    ])
    expect(figuresIn(body).slice(24)).to.deep.equal([
      '3 Jan, 00:00–01:00: about UGX 45,666',
      '3 Jan, 01:00–02:00: about UGX 37,999',
      '3 Jan, 02:00–03:00: about UGX 30,333',
      '3 Jan, 03:00–04:00: about UGX 22,666',
      '3 Jan, 04:00–05:00: about UGX 14,999',
      '3 Jan, 05:00–06:00: about UGX 7,333',
      '3 Jan, 06:00–07:00: about UGX 0',
    ])
  })

  rule(
    '136.9',
    'a float whose movements were never recorded is not drawn; the page asks for a record of them',
    async () => {
      const { get, pay } = await openOperatorPages()
      await pay('succeeds')
      const page = await get('/operator/float?over=decade&currency=XYZ')
      expect(chartsIn(page.body)).to.deep.equal([])
      expect(textOf(page)).to.match(/MTN UGX payouts No movement of it is recorded: .* Record its top-ups/)
    },
  )

  rule('136.10', 'before the oldest of the latest 1,000 movements, no amount is drawn', async () => {
    const { get, ports, clock } = await openOperatorPages()
    const filled = { kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' } as const
    const move = (reference: string) => moveOperatorMoney(ports)({ ...filled, by: 'okello', reference, amount: 1 })
    await move('first')
    clock.forwardMs(2 * hourMs)
    for (const number of range(1, 1_000)) await move(`bank-${number}`)
    expect(figuresIn((await get('/operator/float')).body).slice(20)).to.deep.equal([
      ...['2 Jan, 10:00–11:00: –', '2 Jan, 11:00–12:00: –', '2 Jan, 12:00–13:00: –', '2 Jan, 13:00–14:00: UGX 1,001'],
    ])
  })
})

/** The whole numbers from one to another. */
function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
