import { expect } from 'chai'
import { erasePersonalData, isRefusal, listPhoneNumbers, liveRiskLimits } from '../../../../core/sente.ts'

import { hourMs, openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'
import { openWorld, rowOf } from '../120-reconciliation/paidWorld.ts'

describe('127 Personal data: data that stay', () => {
  rule('127.18', 'prompts count for their hour even after their number is erased, and are then forgotten', async () => {
    const riskLimits = { ...liveRiskLimits, prompts_an_hour: 2 }
    const { ports, clock, collect, caller, request, network, sweep, pay } = await openCore({}, { riskLimits })
    network.behaves('succeeds')
    let nth = 0
    async function ask(): Promise<string> {
      nth += 1
      const opened = await collect({ caller: await caller(), request: { ...request, reference: `order-${nth}` } })
      if (isRefusal(opened)) return opened.refused
      await opened.outcome
      await sweep()
      return 'asked'
    }
    const kept = () =>
      ports.books.atomically({ account: 'none', currency: 'UGX', phoneNumber: request.phoneNumber }, (work) =>
        work.prompts().map(({ atMs }) => clock.nowMs() - atMs),
      )
    const erase = () =>
      erasePersonalData(ports)({ phoneNumber: request.phoneNumber, by: 'amina', because: 'letter 4711' })
    expect(await ask()).to.equal('asked')
    clock.forwardMs(1)
    expect(await ask()).to.equal('asked')
    await erase()
    expect(await kept()).to.deep.equal([1, 0])
    expect(await ask()).to.equal('limit_reached')
    clock.forwardMs(hourMs - 1)
    await pay('succeeds', { reference: 'wages-1' })
    await erase()
    expect(await kept()).to.deep.equal([hourMs - 1])
    expect(await ask()).to.equal('asked')
  })

  rule(
    '127.19',
    'each phone number is listed once, in the order of the numbers: the kinds of its records, and their first and last time',
    async () => {
      const core = await openCore()
      const { ports, clock, pay } = core
      const startMs = clock.nowMs()
      await pay('succeeds', { reference: 'one', phoneNumber: '256770000009' })
      for (const reference of ['two', 'three', 'four']) {
        clock.forwardMs(hourMs)
        await pay('succeeds', { reference, phoneNumber: '256770000001' })
      }
      const number = (nth: number) => `25677000000${nth}`
      expect(await listPhoneNumbers(ports)()).to.deep.equal([
        {
          ...{ phoneNumber: number(1), payments: 3, rows: 0, lines: 0 },
          ...{ firstAtMs: startMs + hourMs, lastAtMs: startMs + 3 * hourMs },
        },
        { phoneNumber: number(9), payments: 1, rows: 0, lines: 0, firstAtMs: startMs, lastAtMs: startMs },
      ])
      const { compare } = await openWorld(ports, clock)
      const { paid } = await openWorld()
      const payment = await paid({ createdAtMs: startMs - hourMs, phoneNumber: number(5) })
      const rows = [2, 3, 4].map((line) => rowOf(payment, line))
      await compare(rows, { fromMs: startMs - 2 * hourMs, toMs: startMs })
      const atMs = rows[0]?.atMs
      expect((await listPhoneNumbers(ports)())[1]).to.deep.equal({
        ...{ phoneNumber: number(5), payments: 0, rows: 3, lines: 0, firstAtMs: atMs, lastAtMs: atMs },
      })
    },
  )
})
