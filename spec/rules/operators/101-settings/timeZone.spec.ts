import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfiguration } from '../../../../composition/settings/configuration.ts'
import { rule, table } from '../../../rule.ts'

const credentials = { subscription_key_env: 'MTN_KEY', api_user_env: 'MTN_KEY', api_key_env: 'MTN_KEY' }
const mtn = {
  ...{ api: 'mtn-momo', base_url: 'https://proxy.momoapi.mtn.com', target_environment: 'mtnuganda' },
  ...{ collection: credentials, disbursement: credentials },
}

/** The time zone of a configuration with these currencies, or its error. */
function timeZoneIn(currencies: string, limits: object | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  const path = join(folder, 'config.json')
  const one = { minimum: 500, maximum: 5_000_000, networks: { MTN: { provider: 'mtn' } } }
  const file = {
    currencies: Object.fromEntries(currencies.split(' ').map((currency) => [currency, one])),
    ...{ providers: { mtn }, limits },
  }
  writeFileSync(path, JSON.stringify(file))
  try {
    return readConfiguration(path, {}).days.timeZone
  } catch (error) {
    return (error as Error).message.replace(`${path}: `, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('101 Settings: the time zone', () => {
  rule(
    '101.39',
    'every account has the time zone of the market; where its currencies have several, the file names one',
    table(
      ['currencies', 'time zone in the file', 'time zone'],
      [
        ['UGX', undefined, 'Africa/Kampala'],
        ['RWF', undefined, 'Africa/Kigali'],
        ['UGX EUR', undefined, 'Africa/Kampala'],
        ['EUR', undefined, 'UTC'],
        ['UGX', 'Africa/Nairobi', 'Africa/Nairobi'],
        ['UGX', '+03:00', '+03:00'],
        ['UGX RWF', 'Africa/Kigali', 'Africa/Kigali'],
        [
          'UGX RWF',
          undefined,
          'limits.time_zone is missing: the currencies are those of Africa/Kampala, Africa/Kigali',
        ],
        [
          'XOF',
          undefined,
          'limits.time_zone is missing: the currencies are those of Africa/Abidjan, Africa/Porto-Novo',
        ],
        ['UGX', 'Kampala', 'limits.time_zone is "Kampala", which is no time zone such as Africa/Kampala'],
        ['UGX', '+3', 'limits.time_zone is "+3", which is no time zone such as Africa/Kampala'],
      ],
      (currencies, given, timeZone) => {
        expect(timeZoneIn(currencies, given === undefined ? undefined : { time_zone: given })).to.equal(timeZone)
      },
    ),
  )
})
