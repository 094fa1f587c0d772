import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { until } from '../../../fixtures/until.ts'
import { inStandingTime } from '../../../networks/standingTime.ts'
import { rule } from '../../../rule.ts'
import { openAirtel } from '../../../simulator/airtelCaller.ts'
import { closeOpened, openReceiver, operations } from '../../../simulator/openedSimulator.ts'

describe('18 The sandbox’s networks: Airtel: answers seen live', () => {
  rule('18.16', '990480 fails with only general codes beside its status', async () => {
    for (const operation of operations) {
      const { submit, ended, simulator } = await openAirtel()
      const { id } = await submit(operation, { msisdn: '750990480' })
      const { data, status } = await ended(operation, id)
      expect(data.transaction).to.include({ id, status: 'TF' })
      const response_code = operation === 'payout' ? 'DP00900001000' : 'DP00800001000'
      expect(status).to.include({ success: false, response_code, result_code: 'ESB000010' })
      expect(simulator.executed()).to.deep.equal([])
    }
  })

  rule('18.17', '990481 is refused with HTTP 200 for lack of money, and not known afterwards', async () => {
    for (const operation of operations) {
      const { submit, enquire } = await openAirtel()
      const { status, body, id } = await submit(operation, { msisdn: '750990481' })
      const response_code = operation === 'payout' ? 'DP00900001007' : 'DP00800001007'
      expect({ status, ...body.status }).to.include({ status: 200, success: false, response_code })
      expect((await enquire(operation, id)).body.status).to.include({ result_code: 'ESB000045' })
    }
  })

  rule('18.18', '990482 is initiated, succeeds, and is reversed with its money; each end has a callback', {
    'until it is reversed': () =>
      inStandingTime(async ({ pass }) => {
        for (const operation of operations) {
          const receiver = await openReceiver()
          const { submit, enquire, simulator } = await openAirtel({ approvalMs: 50, airtelCallbackUrl: receiver.url })
          const { id } = await submit(operation, { msisdn: '750990482' })
          expect((await enquire(operation, id)).body.data.transaction).to.include({ id, status: 'TI' })
          for (const calls of [1, 2]) {
            pass(50)
            while (receiver.calls.length < calls) await setImmediate()
          }
          const statuses = receiver.calls.map(({ body }) => (body as Called).transaction.status_code)
          expect(statuses).to.deep.equal(['TS', 'TR'])
          expect((await enquire(operation, id)).body.data.transaction).to.include({ id, status: 'TR' })
          expect(simulator.executed().map(({ status }) => status)).to.deep.equal(['reversed'])
        }
      }),
    async 'also after a restart'() {
      const folder = mkdtempSync(join(tmpdir(), 'sente-simulator-'))
      try {
        const dataFile = join(folder, 'simulator.jsonl')
        const before = await openAirtel({ dataFile, approvalMs: 300 })
        const { id } = await before.submit('payout', { msisdn: '750990482' })
        await until(() => before.simulator.executed().length === 1)
        await before.simulator.close()
        const { enquire, simulator } = await openAirtel({ dataFile })
        await until(() => simulator.executed()[0]?.status === 'reversed')
        expect((await enquire('payout', id)).body.data.transaction).to.include({ status: 'TR' })
      } finally {
        await closeOpened()
        rmSync(folder, { recursive: true })
      }
    },
  })
})

type Called = { readonly transaction: { readonly status_code: string } }
