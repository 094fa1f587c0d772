import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { AirtelSettings } from '../../../adapters/providers/airtel/airtelMoney.ts'
import { table, test } from '../../rule.ts'
import { airtelAt, collection, id, overAirtel, payout, pem, withAirtel } from '../airtelScript.ts'
import { soon } from '../scriptedNetwork.ts'

describe('Airtel Money: requests', () => {
  const headers = {
    authorization: 'Bearer token-1',
    accept: '*/*',
    'content-type': 'application/json',
    'x-country': 'UG',
    'x-currency': 'UGX',
  }

  test('a collection is a payment, with the national phone number and a whole number for the amount', () =>
    withAirtel({}, async ({ settings, submissions }) => {
      await overAirtel(settings).requestPayment(collection, soon())
      expect(submissions[0]).to.deep.include({ method: 'POST', url: '/merchant/v1/payments/' })
      expect(submissions[0]?.headers).to.include(headers)
      expect(JSON.parse(submissions[0]?.body ?? '')).to.deep.equal({
        reference: id,
        subscriber: { country: 'UG', currency: 'UGX', msisdn: '750000001' },
        transaction: { amount: 5000, country: 'UG', currency: 'UGX', id },
      })
    }))

  const msisdn = '750000001'
  const b2c = { amount: 5000, id, type: 'B2C' }
  const versions: [name: string, given: Partial<AirtelSettings>, path: string, body: object, enquiry: string][] = [
    [
      'version 1',
      {},
      '/standard/v1/disbursements/',
      { payee: { msisdn }, transaction: { amount: 5000, id } },
      `/standard/v1/disbursements/${id}`,
    ],
    [
      'version 2',
      { disbursement: 'v2' },
      '/standard/v2/disbursements/',
      { payee: { currency: 'UGX', msisdn }, transaction: b2c },
      `/standard/v2/disbursements/${id}?transactionType=B2C`,
    ],
    ...(['NORMAL', 'SALARY'] as const).map((wallet): (typeof versions)[number] => [
      `version 3, with the kind of wallet ${wallet}${wallet === 'NORMAL' ? ', the default' : ''}`,
      { disbursement: 'v3', ...(wallet === 'SALARY' && { walletType: wallet }) },
      '/standard/v3/disbursements',
      { payee: { msisdn, wallet_type: wallet }, transaction: b2c },
      `/standard/v3/disbursements/${id}`,
    ]),
  ]
  test(
    'a payout is a disbursement in the configured version, the first by default, and an enquiry asks the operation of the payment',
    Object.fromEntries(
      versions.map(([name, given, path, body, enquiry]) => [
        name,
        () =>
          withAirtel({}, async ({ settings, submissions, enquiries }) => {
            const provider = overAirtel({ ...settings, ...given })
            await provider.payOut(payout, soon())
            const [submission = expect.fail()] = submissions
            expect(submission).to.deep.include({ method: 'POST', url: path })
            expect(submission.headers).to.include(headers)
            expect(withoutPin(submission.body)).to.deep.equal({ reference: id, ...body })
            await provider.enquire(payout)
            await provider.enquire(collection)
            expect(enquiries.map(({ method, url, body }) => `${method} ${url}${body}`)).to.deep.equal([
              `GET ${enquiry}`,
              `GET /standard/v1/payments/${id}`,
            ])
            expect(enquiries[0]?.headers).to.include(headers)
          }),
      ]),
    ),
  )

  test('a prefix comes before every path except the token’s, and no slash is doubled', () =>
    withAirtel({}, async ({ settings, tokens, submissions, enquiries }) => {
      const baseUrl = `${settings.baseUrl}/africa//`
      for (const prefix of ['/simulate', 'simulate/']) {
        const provider = overAirtel({ ...settings, baseUrl, prefix })
        await provider.payOut(payout, soon())
        await provider.enquire(payout)
      }
      for (const nth of [0, 1]) {
        expect(tokens[nth]?.url).to.equal('/africa/auth/oauth2/token')
        expect(submissions[nth]?.url).to.equal('/africa/simulate/standard/v1/disbursements/')
        expect(enquiries[nth]?.url).to.equal('/africa/simulate/standard/v1/disbursements/03bvutxsw841vhkfzxwdb6br5')
      }
    }))

  test('an id is 25 lower-case letters and digits, made only of the transaction id', () => {
    const { providerId } = overAirtel(airtelAt('http://a.example'))
    const idOf = (transactionId: string) => providerId({ transactionId, random: randomUUID() })
    for (let round = 0; round < 1_000; round++) expect(idOf(randomUUID())).to.match(/^[0-9a-z]{25}$/)
    expect(idOf('01900000-0000-7000-8000-000000000001')).to.equal('03bvutxsw841vhkfzxwdb6br5')
  })

  test('Airtel is not asked about a number or a currency that is not its own', () =>
    withAirtel({}, async ({ settings, connections }) => {
      for (const [phoneNumber, currency] of [
        ['254750000001', 'UGX'],
        ['256750000001', 'KES'],
      ] as const)
        expect(await overAirtel(settings).recipient?.({ phoneNumber, currency })).to.equal(undefined)
      expect(connections).to.be.empty
    }))

  test('each path is a setting', () =>
    withAirtel({}, async ({ settings, tokens, submissions, enquiries }) => {
      const paths = {
        token: '/t/token',
        payments: '/merchant/v2/payments/',
        paymentEnquiry: '/p/{id}/status',
        disbursements: '/d',
        disbursementEnquiry: '/d?id={id}',
      }
      const provider = overAirtel({ ...settings, paths })
      await provider.requestPayment(collection, soon())
      await provider.payOut(payout, soon())
      await provider.enquire(collection)
      await provider.enquire(payout)
      expect([...tokens, ...submissions, ...enquiries].map(({ url }) => url)).to.deep.equal([
        '/t/token',
        '/merchant/v2/payments/',
        '/d',
        '/p/03bvutxsw841vhkfzxwdb6br5/status',
        '/d?id=03bvutxsw841vhkfzxwdb6br5',
      ])
    }))

  const unworkable: Record<string, [given: Partial<AirtelSettings>, message: string]> = {
    'an enquiry without an id': [{ paths: { paymentEnquiry: '/p/' } }, '{id}'],
    'an invalid key': [{ pinKey: 'bm90IGEga2V5' }, 'for the PIN'],
    'an invalid key of signatures': [{ signing: { key: '' } }, 'for signatures'],
    'a PEM that is cut off': [
      { pinKey: pem.slice(0, 200) },
      "Airtel's public key for the PIN can't be read: it must be an RSA key, in PEM or as the base64 of its SPKI",
    ],
  }
  test(
    'unusable settings are refused at once',
    Object.fromEntries(
      Object.entries(unworkable).map(([name, [given, message]]) => [
        name,
        () => expect(() => overAirtel({ ...airtelAt('http://a.example'), ...given })).to.throw(message),
      ]),
    ),
  )

  test('the fingerprint names network, URL, country, currency, client, version and paths, and no secret', () => {
    const settings = { ...airtelAt('https://user:word@openapi.airtel.ug/'), prefix: '/simulate' }
    expect(overAirtel(settings).fingerprint).to.equal(
      [
        'AIRTEL https://openapi.airtel.ug/simulate UG UGX client-1 v1',
        '/merchant/v1/payments/ /standard/v1/payments/id',
        '/standard/v1/disbursements/ /standard/v1/disbursements/id',
      ].join(' '),
    )
  })

  test(
    'a transaction that does not fit the country and the currency of the settings is not sent',
    table(
      ['currency', 'phone number'],
      [
        ['KES', payout.phoneNumber],
        [payout.currency, '254750000001'],
        [payout.currency, '25675000000'],
        [payout.currency, '2567500000011'],
        [payout.currency, '256075000000'],
      ],
      (currency, phoneNumber) =>
        withAirtel({}, async ({ settings, connections }) => {
          const provider = overAirtel(settings)
          const answers = [
            await provider.payOut({ ...payout, currency, phoneNumber }, soon()),
            await provider.requestPayment({ ...collection, currency, phoneNumber }, soon()),
          ]
          for (const answer of answers) {
            expect(answer).to.include({ outcome: 'declined', reason: 'not_sent' })
            expect(JSON.stringify(answer)).not.to.include(payout.phoneNumber.slice(3))
          }
          expect(connections).to.be.empty
        }),
    ),
  )
})

/** A body without its PIN, which is encrypted differently each time. */
function withoutPin(body = ''): object {
  const { pin, ...rest } = JSON.parse(body)
  expect(pin).to.be.a('string')
  return rest
}
