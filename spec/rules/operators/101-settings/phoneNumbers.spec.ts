import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfiguration } from '../../../../composition/settings/configuration.ts'
import { uganda } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'

const named = { subscription_key_env: 'A', api_user_env: 'B', api_key_env: 'C' }
const base_url = 'https://network.example'
const mtn = { api: 'mtn-momo', base_url, collection: named, disbursement: named }
const airtel = {
  ...{ api: 'airtel-money', base_url, country: 'UG', country_code: '256' },
  ...{ client_id_env: 'A', client_secret_env: 'B', pin_env: 'C', pin_key_env: 'D' },
}
const providers = {
  airtel,
  mtn: { ...mtn, target_environment: 'mtnuganda' },
  'mtn of Rwanda': { ...mtn, target_environment: 'mtnrwanda' },
  'mtn of an unknown environment': { ...mtn, target_environment: 'sandbox' },
}

describe('101 Settings: the phone numbers of a network', () => {
  rule(
    '101.27',
    'a phone number that its network cannot take is refused, whether `phone_numbers` is configured or not',
    table(
      ['the provider', '`phone_numbers`', 'the phone number', 'fits'],
      [
        ['airtel', '', '256750000001', true],
        ['airtel', '', '25675000000', false],
        ['airtel', '', '2567500000011', false],
        ['airtel', '', '256050000001', false],
        ['airtel', '', '254750000001', false],
        ['airtel', '256[0-9]+', '256750000001', true],
        ['airtel', '256[0-9]+', '2567500000011', false],
        ['airtel', '25675[0-9]{7}|25674[0-9]{7}', '256750000001', true],
        ['airtel', '25675[0-9]{7}|25674[0-9]{7}', '256770000001', false],
        ['mtn', '', '256770000001', true],
        ['mtn', '', '250770000001', false],
        ['mtn', '[0-9]+', '250770000001', false],
        ['mtn of Rwanda', '', '250780000001', true],
        ['mtn of Rwanda', '', '256770000001', false],
        ['mtn of an unknown environment', '', '46733123450', true],
        ['mtn of an unknown environment', '256[0-9]{9}', '46733123450', false],
      ],
      (provider, source, phoneNumber, fits) => {
        expect(patternOf(provider, source)?.test(phoneNumber) ?? true).to.equal(fits)
      },
    ),
  )

  rule('101.28', 'the market of the sandbox has no number that its networks cannot take', () => {
    for (const { name, phoneNumbers } of uganda.get('UGX')?.networks ?? []) {
      const fits = ['256750000001', '256050000001', '25675000000'].map((number) => phoneNumbers?.test(number))
      expect(fits, name).to.deep.equal([true, false, false])
    }
  })
})

/** The form of a network's phone numbers in the market of a configuration; an empty source is left out. */
function patternOf(provider: string, source: string): RegExp | undefined {
  const networks = { NETWORK: { provider, ...(source && { phone_numbers: source }) } }
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  try {
    const path = join(folder, 'config.json')
    writeFileSync(path, JSON.stringify({ currencies: { UGX: { minimum: 500, maximum: 5_000, networks } }, providers }))
    return readConfiguration(path, {}).market.get('UGX')?.networks[0]?.phoneNumbers
  } finally {
    rmSync(folder, { recursive: true })
  }
}
