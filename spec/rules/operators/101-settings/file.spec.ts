import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readConfiguration } from '../../../../composition/settings/configuration.ts'
import { ugandanPrefixes } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'

const credentials = { subscription_key_env: 'MTN_SUBSCRIPTION', api_user_env: 'MTN_USER', api_key_env: 'MTN_KEY' }
const environment = { MTN_SUBSCRIPTION: 'sub', MTN_USER: 'user', MTN_KEY: 'a secret' }
const mtn = {
  api: 'mtn-momo',
  base_url: 'https://proxy.momoapi.mtn.com',
  target_environment: 'mtnuganda',
  collection: credentials,
  disbursement: credentials,
}
const airtel = {
  api: 'airtel-money',
  base_url: 'https://openapi.airtel.ug',
  country: 'UG',
  country_code: '256',
  client_id_env: 'MTN_USER',
  client_secret_env: 'MTN_KEY',
  pin_env: 'MTN_KEY',
  pin_key_env: 'MTN_KEY',
}
const networks = { MTN: { provider: 'mtn-uganda', phone_numbers: '256[0-9]{9}' } }
const good = { currencies: { UGX: { minimum: 500, maximum: 5_000_000, networks } }, providers: { 'mtn-uganda': mtn } }

describe('101 Settings: the configuration file', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sente-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function read(content: unknown, variables: Record<string, string | undefined> = environment) {
    const path = join(folder, 'config.json')
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
    return readConfiguration(path, variables)
  }

  function refusal(content: unknown, variables?: Record<string, string | undefined>): string {
    try {
      read(content, variables).connectionOf('UGX', 'MTN')
      return 'accepted'
    } catch (error) {
      return (error as Error).message.replaceAll(join(folder, 'config.json'), 'FILE')
    }
  }

  const withCurrency = (change: object) => ({ ...good, currencies: { UGX: { ...good.currencies.UGX, ...change } } })
  const withProvider = (it: object) => ({
    ...withCurrency({ networks: { MTN: { provider: 'it' } } }),
    providers: { it },
  })

  rule('101.7', 'the file names the market, and each network’s provider with credentials from the environment', () => {
    const { market, connectionOf } = read(good)
    expect(market.get('UGX')).to.deep.include({ minimum: 500, maximum: 5_000_000 })
    expect(market.get('UGX')?.networks[0]?.phoneNumbers?.test('256770000001')).to.equal(true)
    expect(market.get('UGX')?.networks[0]?.phoneNumbers?.test('x256770000001')).to.equal(false)
    expect(connectionOf('UGX', 'MTN')).to.have.nested.property('settings.collection.apiKey', 'a secret')
    const float = { one_float: true, refuse_beyond_float: true }
    const [network] =
      read(withCurrency({ networks: { MTN: { ...networks.MTN, ...float } } })).market.get('UGX')?.networks ?? []
    expect(network).to.include({ hasOneFloat: true, refusesBeyondFloat: true })
    const numbers = {
      display_name: 'MTN Money',
      prompt_help: 'Dial *182#.',
      prefixes: ['25679'],
      strict_prefixes: true,
    }
    const [other] =
      read(withCurrency({ networks: { MTN: { ...networks.MTN, ...numbers } } })).market.get('UGX')?.networks ?? []
    expect(other).to.deep.include({ displayName: 'MTN Money', prefixes: ['25679'], isStrict: true })
    expect(other).to.include({ promptHelp: 'Dial *182#.' })
    expect(market.get('UGX')?.networks[0]).to.deep.include({ displayName: 'MTN MoMo', prefixes: ugandanPrefixes.MTN })
    expect(market.get('UGX')?.networks[0]?.promptHelp).to.include('*165#')
    expect(market.get('UGX')?.networks[0]).to.have.all.keys(
      ...['name', 'displayName', 'promptHelp', 'phoneNumbers', 'prefixes'],
    )
  })

  rule('101.8', 'networks are listed in the order of the file', () => {
    const names = ['MTN', 'AIRTEL', 'AAA']
    const listed = Object.fromEntries(names.map((name) => [name, { provider: 'mtn-uganda' }]))
    const { market } = read(withCurrency({ networks: listed }))
    expect(market.get('UGX')?.networks.map(({ name }) => name)).to.deep.equal(names)
  })

  rule('101.9', 'each error in the file is named with its value and the expected form', {
    'no file': () => {
      expect(() => readConfiguration('/nowhere.json', {})).to.throw(
        'SENTE_CONFIG is "/nowhere.json", but there is no file at /nowhere.json',
      )
    },
    'a folder': () => expect(() => readConfiguration('/', {})).to.throw('SENTE_CONFIG is "/", which can\'t be read: '),
    'no JSON': () => expect(refusal('{')).to.include('can’t be read as JSON'.replace('’', "'")),
    'a missing part': () => expect(refusal({ currencies: good.currencies })).to.equal('FILE: providers is missing'),
    'an unknown part': () =>
      expect(refusal({ ...good, currency: 1 })).to.equal('FILE: currency is not a known setting'),
    'a minimum that is text': () =>
      expect(refusal(withCurrency({ minimum: '500' }))).to.equal(
        'FILE: currencies.UGX.minimum is "500", but must be a number above zero',
      ),
    'a minimum above the maximum': () =>
      expect(refusal(withCurrency({ minimum: 6_000_000 }))).to.equal(
        'FILE: currencies.UGX.minimum is 6000000, but must be at most maximum, 5000000',
      ),
    'an unknown currency': () =>
      expect(refusal({ ...good, currencies: { ABC: good.currencies.UGX } })).to.include(
        'currencies.ABC is not a currency',
      ),
    'an unknown provider': () =>
      expect(refusal(withCurrency({ networks: { MTN: { provider: 'nobody' } } }))).to.equal(
        'FILE: currencies.UGX.networks.MTN.provider is "nobody", but must be one of: mtn-uganda',
      ),
    'an invalid pattern': () =>
      expect(refusal(withCurrency({ networks: { MTN: { provider: 'mtn-uganda', phone_numbers: '(' } } }))).to.include(
        'phone_numbers is "(", but must be a regular expression',
      ),
    'an address without TLS': () =>
      expect(refusal({ ...good, providers: { 'mtn-uganda': { ...mtn, base_url: 'http://x' } } })).to.equal(
        'FILE: providers.mtn-uganda.base_url is "http://x", but must be an https URL, or an http one of this machine',
      ),
  })

  rule('101.10', 'each kind of provider has settings of its own', () => {
    const configured = (change: object) => withProvider({ ...airtel, ...change })
    expect(read(configured({})).connectionOf('UGX', 'MTN')).to.deep.include({ api: 'airtel-money', name: 'it' })
    expect(refusal(configured({ pin_padding: 'none' }))).to.equal(
      'FILE: providers.it.pin_padding is "none", but must be pkcs1, oaep-sha1 or oaep-sha256',
    )
    expect(refusal(configured({ target_environment: 'x' }))).to.include('target_environment is not a known setting')
    for (const text of ['', "Duka's", 'x'.repeat(161)])
      expect(refusal(withProvider({ ...mtn, default_message: text }))).to.equal(
        `FILE: providers.it.default_message is ${JSON.stringify(text)}, but must be 1 to 160 letters, digits, blanks, points, commas and hyphens`,
      )
    const textOf = (provider: object) => read(withProvider(provider)).connectionOf('UGX', 'MTN')?.settings
    expect(textOf({ ...mtn, default_message: 'x'.repeat(160) })).to.include({ defaultMessage: 'x'.repeat(160) })
    expect(textOf(mtn)).not.to.have.property('defaultMessage')
    expect(refusal(configured({ api: 'm-pesa' }))).to.equal(
      'FILE: providers.it.api is "m-pesa", but must be mtn-momo or airtel-money',
    )
  })

  rule(
    '101.11',
    'each provider has settings for the most requests at once, the enquiries a second, and the time that customers have to approve',
    () => {
      for (const posting of [mtn, airtel]) {
        const settingsOf = (change: object) =>
          read(withProvider({ ...posting, ...change })).connectionOf('UGX', 'MTN')?.settings
        const atOnceOf = (at_once: unknown) => settingsOf({ at_once })?.atOnce
        expect([atOnceOf(1), atOnceOf(10_000), atOnceOf(undefined)]).to.deep.equal([1, 10_000, undefined])
        const rateOf = (enquiries_a_second: unknown) => settingsOf({ enquiries_a_second })?.enquiriesASecond
        expect([rateOf(1), rateOf(10_000)]).to.deep.equal([1, 10_000])
        expect(settingsOf({})?.enquiriesASecond).to.equal(posting === mtn ? 10 : undefined)
        for (const name of ['at_once', 'enquiries_a_second']) {
          for (const wrong of [0, 10_001, 1.5, '64']) {
            expect(refusal(withProvider({ ...posting, [name]: wrong }))).to.equal(
              `FILE: providers.it.${name} is ${JSON.stringify(wrong)}, but must be a whole number from 1 to 10000`,
            )
          }
        }
        const approvalOf = (approval_seconds: unknown) => settingsOf({ approval_seconds })?.approvalMs
        expect([approvalOf(1), approvalOf(3_600), approvalOf(undefined)]).to.deep.equal([1_000, 3_600_000, undefined])
        for (const approval_seconds of [0, 3_601, 1.5]) {
          expect(refusal(withProvider({ ...posting, approval_seconds }))).to.equal(
            `FILE: providers.it.approval_seconds is ${approval_seconds}, but must be a whole number from 1 to 3600`,
          )
        }
      }
    },
  )

  const proofless: [posting: object, pairs: [number, string | null][]][] = [
    [mtn, [500, 503, 200, 202, 302, 408, 409, 421, 423, 425, 429, 499, 100, 99, 600].map((status) => [status, null])],
    [airtel, [500, 503, 200, 302, 408, 409, 425, 429, 0].map((status) => [status, null])],
    [
      mtn,
      [
        [409, 'RESOURCE_ALREADY_EXIST'],
        [500, 'RESOURCE_ALREADY_EXIST'],
        [500, 'INTERNAL_PROCESSING_ERROR'],
        [503, 'SERVICE_UNAVAILABLE'],
        [202, 'NOT_ALLOWED'],
        [302, 'NOT_ALLOWED'],
        [500, ''],
      ],
    ],
    [
      airtel,
      [
        ...['DP00900001011', 'DP00900001017', 'DP00900001000', 'DP00900001001', 'DP00900001006', 'DP00900001015'],
        ...['DP00800001024', 'ROUTER117', 'ESB000001', 'ESB000041', 'ESB000010', 'ESB000008', 'DP00800001005'],
      ].map((code) => [200, code]),
    ],
  ]
  rule(
    '101.12',
    'a pair in `release_on` that cannot prove that nothing was executed is refused, with the reason',
    () => {
      const releasing = (posting: object, release_on: unknown) =>
        refusal({ ...good, providers: { 'mtn-uganda': { ...posting, release_on } } })
      for (const [posting, pairs] of proofless) {
        for (const pair of pairs) {
          const message = releasing(posting, [[400, 'OTHER'], pair])
          expect(message).to.include(
            `FILE: providers.mtn-uganda.release_on has ${JSON.stringify(pair)}, which proves nothing: `,
          )
        }
      }
      expect(releasing(mtn, [[500, null]])).to.match(/: without a code it can also come when the payment was executed$/)
      const provable = [
        [400, null],
        [401, null],
        [403, null],
        [500, 'PAYEE_NOT_FOUND'],
        [429, 'LIMIT'],
      ]
      expect(releasing(mtn, provable)).to.equal('accepted')
      expect(
        releasing(airtel, [
          [200, 'DP00900001013'],
          [400, 'ESB000008'],
        ]),
      ).to.equal('accepted')
    },
  )

  rule('101.13', 'a missing credential is named, and a given one is never shown', () => {
    expect(refusal(good, { ...environment, MTN_KEY: undefined })).to.equal(
      'MTN_KEY is missing: the configuration names it as a credential',
    )
    expect(refusal({ ...good, x: 1 })).not.to.include('a secret')
  })
})
