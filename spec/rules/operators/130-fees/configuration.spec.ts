import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { exampleFees } from '../../../../composition/sandbox/fees.ts'
import { readConfiguration } from '../../../../composition/settings/configuration.ts'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import { type Fees, feeOf } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'

const credentials = { subscription_key_env: 'MTN_KEY', api_user_env: 'MTN_KEY', api_key_env: 'MTN_KEY' }
const mtn = {
  ...{ api: 'mtn-momo', base_url: 'https://proxy.momoapi.mtn.com', target_environment: 'mtnuganda' },
  ...{ collection: credentials, disbursement: credentials },
}
const networks = { MTN: { provider: 'mtn' } }
const good = {
  currencies: {
    UGX: { minimum: 500, maximum: 5_000_000, networks },
    GHS: { minimum: 1, maximum: 5_000, networks },
  },
  providers: { mtn },
  limits: { time_zone: 'UTC' },
}

/** The fees of a configuration with these entries, or their error. */
function feesIn(entries: object): Fees | string {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  const path = join(folder, 'config.json')
  writeFileSync(
    path,
    JSON.stringify({ ...good, ...entries }, (_, value) => value ?? undefined),
  )
  try {
    return readConfiguration(path, {}).fees
  } catch (error) {
    return (error as Error).message.replace(`${path}: `, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const schedule = { from: '2026-07-01', kind: 'payout', currency: 'UGX', network: 'MTN', percent: 1.25 }
const cashOut = { from: '2026-07-01', currency: 'UGX', network: 'MTN', tiers: [{ up_to: 5_000, flat: 300 }] }
const begin = Date.UTC(2026, 6, 1)

describe('130 Fees: the configuration', () => {
  rule(
    '130.1',
    'the configuration has schedules of fees, and the networks’ charges for cash; by default there are none',
    {
      neither: () => {
        expect(feesIn({})).to.deep.equal({ schedules: [], cashOuts: [] })
      },
      'one amount and one part for all': () => {
        const own = {
          ...schedule,
          currency: 'GHS',
          account: 'a',
          flat: 0.25,
          minimum: 0.5,
          maximum: 20,
          borne_by: 'merchant',
        }
        expect(feesIn({ fees: [own] })).to.deep.equal({
          schedules: [
            {
              ...{ fromMs: begin, kind: 'payout', currency: 'GHS', network: 'MTN', accountId: 'a' },
              tiers: [{ upToMinor: null, flatMinor: 25n, percentE4: 12_500n }],
              ...{ minimumMinor: 50n, maximumMinor: 2_000n },
            },
          ],
          cashOuts: [],
        })
      },
      'tiers, in the time zone of the limits': () => {
        const { percent: _, ...tiered } = { ...schedule, tiers: [{ up_to: 1_000, flat: 10 }, { percent: 0.0001 }] }
        const { schedules } = feesIn({ limits: { time_zone: 'Africa/Kampala' }, fees: [tiered] }) as Fees
        expect(schedules[0]).to.deep.include({
          fromMs: begin - 3 * 3_600_000,
          tiers: [
            { upToMinor: 1_000n, flatMinor: 10n, percentE4: 0n },
            { upToMinor: null, flatMinor: 0n, percentE4: 1n },
          ],
        })
      },
      'whether refunds give back the fee of a collection': () => {
        const collected = { ...schedule, kind: 'collection' }
        const later = { ...collected, from: '2026-07-02', refundable: true }
        const { schedules } = feesIn({ fees: [{ ...collected, refundable: false }, later] }) as Fees
        expect(schedules.map(({ isRefundable }) => isRefundable)).to.deep.equal([undefined, true])
      },
      'the cost of cash': () => {
        expect(feesIn({ cash_out: [{ ...cashOut, duty_percent: 0.5 }] })).to.deep.equal({
          schedules: [],
          cashOuts: [
            {
              ...{ fromMs: begin, currency: 'UGX', network: 'MTN', dutyPercentE4: 5_000n },
              tiers: [{ upToMinor: 5_000n, flatMinor: 300n, percentE4: 0n }],
            },
          ],
        })
      },
    },
  )

  rule('130.2', 'a schedule that contradicts the configuration, another schedule or itself is refused at the start', {
    'a schedule': table(
      ['fee', 'message'],
      [
        ['{"currency":"KES"}', '0.currency is "KES", which is no currency of the file'],
        ['{"network":"AIRTEL"}', '0.network is "AIRTEL", but must be one of: MTN'],
        ['{"kind":"both"}', '0.kind is "both", but must be payout, collection or refund'],
        ['{"from":"1 July"}', '0.from is "1 July", but must be a date such as 2026-07-01'],
        ['{"from":"2026-02-30"}', '0.from is "2026-02-30", which is no date'],
        ['{"percent":1.00001}', '0.percent is 1.00001, but must have at most four decimals'],
        ['{"percent":101}', '0.percent is 101, but must be a number from 0 to 100'],
        ['{"flat":0.5}', '0.flat is 0.5, but UGX has 0 decimals'],
        ['{"minimum":20,"maximum":19}', '0.minimum is 20, but must be at most maximum, 19'],
        ['{"percent":null}', '0 has no charge: it needs flat, percent or tiers'],
        ['{"tiers":[{}]}', '0 has tiers, and flat or percent beside them: put these into the tiers'],
        ['{"borne_by":"customer"}', '0.borne_by is "customer", but must be merchant'],
        ['{"refundable":1}', '0.refundable is 1, but must be true or false'],
        ['{"refundable":true}', '0.refundable is true, but refunds return only fees of collections'],
        ['{"rate":1}', '0.rate is not a known setting'],
      ],
      (fee, message) => {
        expect(feesIn({ fees: [{ ...schedule, ...JSON.parse(fee) }] })).to.equal(`fees.${message}`)
      },
    ),
    tiers: table(
      ['tiers', 'message'],
      [
        ['[]', '.tiers is [], but must be a list of 1 to 100 tiers'],
        ['[{"up_to":4999999}]', ".tiers end before the currency's maximum: leave out up_to in the last one"],
        ['[{"flat":1},{"flat":2}]', '.tiers.0 has no up_to, so none can follow it'],
        ['[{"up_to":10},{"up_to":10},{}]', '.tiers.1.up_to must be above the up_to of the previous tier'],
      ],
      (tiers, message) => {
        expect(feesIn({ fees: [{ ...schedule, percent: undefined, tiers: JSON.parse(tiers) }] })).to.equal(
          `fees.0${message}`,
        )
      },
    ),
    'two for the same payments': () => {
      const twice = 'is for the same payments from the same date as'
      expect(feesIn({ fees: [schedule, { ...schedule, percent: 2 }] })).to.equal(`fees.1 ${twice} fees.0`)
      expect(feesIn({ cash_out: [cashOut, cashOut] })).to.equal(`cash_out.1 ${twice} cash_out.0`)
      const others = [{ from: '2026-07-02' }, { kind: 'collection' }, { currency: 'GHS' }, { account: 'a' }]
      const { schedules } = feesIn({ fees: [schedule, ...others.map((other) => ({ ...schedule, ...other }))] }) as Fees
      expect(schedules.length).to.equal(5)
    },
  })

  rule('130.3', 'a sandbox charges nothing, unless a setting adds the example fees', () => {
    expect(readSandboxSettings({}).sandboxFees).to.equal(false)
    expect(readSandboxSettings({ SENTE_SANDBOX_FEES: 'on' }).sandboxFees).to.equal(true)
    const payout = { accountId: 'a', kind: 'payout', currency: 'UGX', network: 'MTN', amountMinor: 100_000n } as const
    expect(feeOf(exampleFees.schedules, { ...payout, atMs: begin })).to.equal(1_000n)
  })
})
