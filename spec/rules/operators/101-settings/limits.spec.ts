import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { startSandbox } from '../../../../composition/sandbox/sandbox.ts'
import { type Configuration, readConfiguration } from '../../../../composition/settings/configuration.ts'
import { readSandboxSettings } from '../../../../composition/settings/settings.ts'
import type { RiskLimits } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'

const credentials = { subscription_key_env: 'MTN_KEY', api_user_env: 'MTN_KEY', api_key_env: 'MTN_KEY' }
const mtn = {
  ...{ api: 'mtn-momo', base_url: 'https://proxy.momoapi.mtn.com', target_environment: 'mtnuganda' },
  ...{ collection: credentials, disbursement: credentials },
}
const good = {
  currencies: { UGX: { minimum: 500, maximum: 5_000_000, networks: { MTN: { provider: 'mtn' } } } },
  providers: { mtn },
}

/** The limits of a configuration with this entry, or its error. */
function limitsIn(limits: string | undefined): unknown {
  const read = configured({ ...good, ...(limits !== undefined && { limits: JSON.parse(limits) }) })
  return typeof read === 'string' ? read : read.riskLimits
}

/** The configuration in a file, or its error. */
function configured(file: object): Configuration | string {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify(file))
  try {
    return readConfiguration(path, {})
  } catch (error) {
    return (error as Error).message.replace(`${path}: `, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('101 Settings: limits', () => {
  const defaults = { prompts_an_hour: 20, prompts_unanswered: 3, names_an_hour: 60 }

  rule('101.30', 'the configuration can set each risk limit, or switch it off', {
    setting: table(
      ['limits', 'an hour', 'unanswered'],
      [
        [undefined, 20, 3],
        ['{}', 20, 3],
        ['{"prompts_an_hour":5}', 5, 3],
        ['{"prompts_an_hour":100,"prompts_unanswered":1}', 100, 1],
        ['{"prompts_an_hour":null,"prompts_unanswered":null}', null, null],
      ],
      (limits, anHour, unanswered) => {
        expect(limitsIn(limits)).to.deep.equal({
          ...defaults,
          ...{ ...defaults, prompts_an_hour: anHour, prompts_unanswered: unanswered },
        })
      },
    ),
    errors: table(
      ['limits', 'message'],
      [
        [
          '{"prompts_an_hour":0}',
          'prompts_an_hour is 0, but must be a whole number from 1 to 100, or null for no limit',
        ],
        [
          '{"prompts_unanswered":101}',
          'prompts_unanswered is 101, but must be a whole number from 1 to 100, or null for no limit',
        ],
        [
          '{"prompts_unanswered":"3"}',
          'prompts_unanswered is "3", but must be a whole number from 1 to 100, or null for no limit',
        ],
        ['{"prompts_a_day":9}', 'prompts_a_day is not a known setting'],
      ],
      (limits, message) => {
        expect(limitsIn(limits)).to.equal(`limits.${message}`)
      },
    ),
    'for accounts': () => {
      const given = '{"accounts":{"UGX":{"payouts_a_day":200,"payout_amount":1000000,"collections_a_day":null}}}'
      const { accounts } = limitsIn(given) as RiskLimits
      expect(accounts).to.deep.equal({
        UGX: { payouts_a_day: 200n, payout_amount: 1_000_000n, collections_a_day: null },
      })
    },
    'errors for accounts': table(
      ['limits', 'message'],
      [
        ['{"accounts":{"KES":{}}}', 'accounts.KES is no currency of the file'],
        [
          '{"accounts":{"UGX":{"payouts_a_day":1.5}}}',
          'accounts.UGX.payouts_a_day is 1.5, but must be a whole number from 0 to 10^12, or null for no limit',
        ],
        [
          '{"accounts":{"UGX":{"payout_amount":-1}}}',
          'accounts.UGX.payout_amount is -1, but must be an amount from 0 to 10^12, or null for no limit',
        ],
        [
          '{"accounts":{"UGX":{"payout_amount":0.5}}}',
          'accounts.UGX.payout_amount is 0.5, which has too many decimals',
        ],
        ['{"accounts":{"UGX":{"payouts":1}}}', 'accounts.UGX.payouts is not a known setting'],
      ],
      (limits, message) => {
        expect(limitsIn(limits)).to.equal(`limits.${message}`)
      },
    ),
  })

  rule('101.31', 'a sandbox limits no prompts unless a setting says so', {
    'the setting': table(
      ['SENTE_SANDBOX_LIMITS', 'limited'],
      [
        [undefined, false],
        ['off', false],
        ['on', true],
      ],
      (value, limited) => {
        expect(readSandboxSettings(value === undefined ? {} : { SENTE_SANDBOX_LIMITS: value }).sandboxLimits).to.equal(
          limited,
        )
      },
    ),
    'the limits': async () => {
      const [off, on] = [await limitsOfSandbox(false), await limitsOfSandbox(true)]
      expect(off).to.deep.equal({ prompts_an_hour: null, prompts_unanswered: null, names_an_hour: null })
      expect(on).to.deep.equal(defaults)
    },
  })

  async function limitsOfSandbox(sandboxLimits: boolean) {
    const closers: (() => unknown)[] = []
    const unset = {
      sandboxFees: false,
      pinKeys: undefined,
      publicUrl: undefined,
      webhookKeys: undefined,
      pseudonymKey: undefined,
      webhookAllow: undefined,
    }
    const { configuration } = await startSandbox({ databasePath: ':memory:', sandboxLimits, ...unset }, closers)
    for (const closer of closers) await closer()
    return configuration.riskLimits
  }
})
