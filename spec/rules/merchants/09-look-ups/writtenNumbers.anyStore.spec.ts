import { expect } from 'chai'
import type { Market } from '../../../../core/sente.ts'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const pathOf = (written: string, query = 'currency=UGX') => `/phone-numbers/${encodeURIComponent(written)}?${query}`

const byPrefix = (network: string) => [{ network, certainty: 'prefix' }]
const byPattern = (...networks: string[]) => networks.map((network) => ({ network, certainty: 'pattern' }))

/** A market with networks that are distinguished by their settings. */
const marketOf = (currency: string, networks: readonly object[]) =>
  new Map([[currency, { minimum: 1, maximum: 10, networks }]]) as unknown as Market

describe('9 Look-ups: phone numbers as people write them', () => {
  rule(
    '9.28',
    'a phone number is read as people write it, and returned in the form for payments',
    table(
      ['written', 'the number'],
      [
        ['0770000001', '256770000001'],
        ['0770 000 001', '256770000001'],
        ['+256 770 000001', '256770000001'],
        ['256770000001', '256770000001'],
        ['00 256 770-000-001', '256770000001'],
        ['000256770000001', '256770000001'],
        ['(0770) 000-001', '256770000001'],
        ['770000001', '256770000001'],
        ['tel:+256770000001', null],
        ['+254 712 345678', '254712345678'],
        ['077000000', null],
        ['07700000012', null],
        ['call 0770000001', null],
        ['0770000001 ext. 5', null],
        ['Soko', null],
        ['7'.repeat(300), null],
      ],
      async (written, phone_number) => {
        const { look } = await overHttp()
        const found = dataOf(await look(pathOf(written)))
        expect(found).to.include({ phone_number, valid: phone_number !== null })
        if (phone_number === null) expect(found.networks).to.deep.equal([])
      },
    ),
  )

  rule('9.29', 'its network is predicted by the beginning of the number, or else from the possible networks', {
    'one by one': table(
      ['the number', 'its networks'],
      [
        ['0770000001', 'MTN'],
        ['0780000001', 'MTN'],
        ['0760000001', 'MTN'],
        ['0390000001', 'MTN'],
        ['0310000001', 'MTN'],
        ['0700000001', 'AIRTEL'],
        ['0740000001', 'AIRTEL'],
        ['0750000001', 'AIRTEL'],
        ['0730000001', 'AIRTEL'],
        ['0795000001', 'AIRTEL'],
        ['0790000001', 'MTN'],
        ['0791000001', 'MTN'],
        ['0792000001', 'MTN'],
        ['0793000001', 'MTN'],
      ],
      async (written, network) => {
        const { look } = await overHttp()
        expect(dataOf(await look(pathOf(written))).networks).to.deep.equal(byPrefix(network))
      },
    ),
    'a beginning of neither network': table(
      ['the number', 'its company'],
      [
        ['0710000001', 'UTL'],
        ['0720000001', 'Smile'],
        ['0721000001', 'LycaMobile'],
        ['0724000001', 'Hamilton Telecom'],
        ['0736000001', 'Hamilton Telecom'],
        ['0798000001', 'Africell'],
        ['0799000001', 'Africell'],
      ],
      async (written, _) => {
        const { look } = await overHttp()
        expect(dataOf(await look(pathOf(written))).networks).to.deep.equal(byPattern('AIRTEL', 'MTN'))
      },
    ),
    'the longer of two beginnings': table(
      ['the number', 'its network'],
      [
        ['0730000001', 'ONE'],
        ['0731000001', 'TWO'],
      ],
      async (written, network) => {
        const market = marketOf('UGX', [
          { name: 'ONE', prefixes: ['25673'] },
          { name: 'TWO', prefixes: ['256731'] },
        ])
        const { look } = await overHttp({ lookUpMarket: () => ({ market }) })
        expect(dataOf(await look(pathOf(written))).networks).to.deep.equal(byPrefix(network))
      },
    ),
    'a number of another country': async () => {
      const { look } = await overHttp()
      expect(dataOf(await look(pathOf('+254712345678'))).networks).to.deep.equal([])
    },
    'a network without known beginnings': async () => {
      const market = marketOf('UGX', [
        { name: 'NEW' },
        { name: 'ONE', prefixes: ['25677'] },
        { name: 'TWO', prefixes: [] },
      ])
      const { look } = await overHttp({ lookUpMarket: () => ({ market }) })
      expect(dataOf(await look(pathOf('0770000001'))).networks).to.deep.equal([...byPrefix('ONE'), ...byPattern('NEW')])
      expect(dataOf(await look(pathOf('0710000001'))).networks).to.deep.equal(byPattern('NEW', 'ONE', 'TWO'))
    },
    'a currency of several countries': async () => {
      const { look } = await overHttp({ lookUpMarket: () => ({ market: marketOf('XAF', [{ name: 'MTN' }]) }) })
      expect(dataOf(await look(pathOf('670000001', 'currency=XAF')))).to.include({ valid: false })
      const found = dataOf(await look(pathOf('+237 670000001', 'currency=XAF')))
      expect(found).to.deep.equal({ phone_number: '237670000001', valid: true, networks: byPattern('MTN') })
    },
  })

  rule('9.30', 'the currency must be given, and must be one of the gateway’s', async () => {
    const { look } = await overHttp()
    const refused = async (query: string, code: string, message: string) =>
      expectError(await look(pathOf('0770000001', query)), 400, code, message)
    await refused('', 'missing_fields', 'Missing required fields: currency')
    await refused('currency=KES', 'malformed_fields', 'Malformed fields: currency must be one of UGX')
    await refused('currency=ugx', 'malformed_fields', 'Malformed fields: currency must be three capital letters')
    await refused('currency=UGX&x=1', 'malformed_fields', 'Malformed fields: x is not a parameter')
  })
})
