import { expect } from 'chai'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

const tiers = [aTier({ upToMinor: 50_000n, flatMinor: 500n, percentE4: 0n }), aTier({ percentE4: 12_500n })]

const fees = {
  schedules: [
    aSchedule(),
    aSchedule({ fromMs: Date.UTC(2026, 0, 1), tiers, minimumMinor: 600n }),
    aSchedule({ fromMs: Date.UTC(2100, 0, 1), accountId: 'a' }),
  ],
  cashOuts: [{ fromMs: 0, currency: 'UGX', network: 'MTN', tiers: [aTier()], dutyPercentE4: 5_000n }],
}

describe('130 Fees: commands', () => {
  rule('130.4', 'sente fee list shows the schedules of the configuration, all or only those in force', {
    'as JSON': async () => {
      const { json } = await openCommandLine({}, fees)
      const { schedules, cash_out } = (await json('fee', 'list')).json
      expect(schedules.length).to.equal(3)
      expect(cash_out).to.deep.equal([
        {
          ...{ from: '1970-01-01T00:00:00.000Z', currency: 'UGX', network: 'MTN', duty_percent: 0.5 },
          tiers: [{ up_to: null, flat: 0, percent: 1 }],
        },
      ])
      expect((await json('fee', 'list', '--in-force')).json.schedules).to.deep.equal([
        {
          ...{ from: '2026-01-01T00:00:00.000Z', kind: 'payout', currency: 'UGX', network: 'MTN', account: null },
          tiers: [
            { up_to: 50_000, flat: 500, percent: 0 },
            { up_to: null, flat: 0, percent: 1.25 },
          ],
          ...{ minimum: 600, maximum: null, borne_by: 'merchant' },
        },
      ])
    },
    'as text': async () => {
      const { sente } = await openCommandLine({}, fees)
      const { out } = await sente('fee', 'list', '--in-force')
      expect(out).to.match(/2026-01-01T00:00:00\.000\+00:00 +payout +MTN +all +50000 +500 +0 +600 +UGX\n/)
      expect(out).to.match(/\n1970-01-01T00:00:00\.000\+00:00 +MTN +0 +1 +0\.5 +UGX\n/)
    },
    'with a fee that refunds give back': async () => {
      const schedules = [aSchedule(), aSchedule({ kind: 'collection', isRefundable: true })]
      const { json, sente } = await openCommandLine({}, { schedules, cashOuts: [] })
      const listed: Record<string, unknown>[] = (await json('fee', 'list')).json.schedules
      expect(listed.map(({ refundable }) => refundable)).to.deep.equal([undefined, true])
      expect((await sente('fee', 'list')).out).to.match(/ collection .* UGX +yes\n/)
    },
    none: async () => {
      const { sente } = await openCommandLine()
      expect((await sente('fee', 'list')).out).to.equal('There are no fees.\n')
    },
  })

  rule(
    '130.5',
    'the fees earned are shown beside the amount owed to merchants, and both equal the balances of the accounts',
    async () => {
      const { json, sente, pay } = await openCommandLine({}, fees)
      expect((await json('float', 'list')).json).not.to.have.property('earned_in_fees')
      await pay('succeeds')
      await pay('accepts', 'open')
      const { accounts, owed_to_merchants, earned_in_fees } = (await json('float', 'list')).json
      const sum = accounts
        .filter(({ currency }: { currency: string }) => currency === 'UGX')
        .reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
      expect(earned_in_fees).to.deep.equal([{ currency: 'UGX', amount: 600 }])
      expect(owed_to_merchants).to.deep.equal([{ currency: 'UGX', amount: 94_400 }])
      expect(sum).to.equal(95_000)
      expect((await sente('float', 'list')).out).to.match(/\nearned in fees +600 +UGX\n/)
    },
  )
})
