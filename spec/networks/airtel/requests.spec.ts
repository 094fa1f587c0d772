import { expect } from 'chai'
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

  test('a payout is a disbursement in the version that is set, the first by default', {
    'version 1': () =>
      withAirtel({}, async ({ settings, submissions }) => {
        await overAirtel(settings).payOut(payout, soon())
        expect(submissions[0]).to.deep.include({ method: 'POST', url: '/standard/v1/disbursements/' })
        expect(submissions[0]?.headers).to.include(headers)
        expect(withoutPin(submissions[0]?.body)).to.deep.equal({
          payee: { msisdn: '750000001' },
          reference: id,
          transaction: { amount: 5000, id },
        })
      }),
    'version 2': () =>
      withAirtel({}, async ({ settings, submissions }) => {
        await overAirtel({ ...settings, disbursement: 'v2' }).payOut(payout, soon())
        expect(submissions[0]).to.deep.include({ method: 'POST', url: '/standard/v2/disbursements/' })
        expect(withoutPin(submissions[0]?.body)).to.deep.equal({
          payee: { currency: 'UGX', msisdn: '750000001' },
          reference: id,
          transaction: { amount: 5000, id, type: 'B2C' },
        })
      }),
    'version 3, with the kind of wallet that is set, by default NORMAL': () =>
      withAirtel({}, async ({ settings, submissions }) => {
        await overAirtel({ ...settings, disbursement: 'v3' }).payOut(payout, soon())
        await overAirtel({ ...settings, disbursement: 'v3', walletType: 'SALARY' }).payOut(payout, soon())
        expect(submissions[0]).to.deep.include({ method: 'POST', url: '/standard/v3/disbursements' })
        expect(withoutPin(submissions[0]?.body)).to.deep.equal({
          payee: { msisdn: '750000001', wallet_type: 'NORMAL' },
          reference: id,
          transaction: { amount: 5000, id, type: 'B2C' },
        })
        expect(withoutPin(submissions[1]?.body)).to.have.deep.property('payee', {
          msisdn: '750000001',
          wallet_type: 'SALARY',
        })
      }),
  })

  test('an enquiry asks the operation that has the payment, under its provider id', {
    'version 1': () =>
      withAirtel({}, async ({ settings, enquiries }) => {
        const provider = overAirtel(settings)
        await provider.enquire(payout)
        await provider.enquire(collection)
        expect(enquiries.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
          'GET /standard/v1/disbursements/03bvutxsw841vhkfzxwdb6br5',
          'GET /standard/v1/payments/03bvutxsw841vhkfzxwdb6br5',
        ])
        expect(enquiries[0]?.headers).to.include(headers)
        expect(enquiries[0]?.body).to.equal('')
      }),
    'version 2': () =>
      withAirtel({}, async ({ settings, enquiries }) => {
        const provider = overAirtel({ ...settings, disbursement: 'v2' })
        await provider.enquire(payout)
        await provider.enquire(collection)
        expect(enquiries.map(({ url }) => url)).to.deep.equal([
          '/standard/v2/disbursements/03bvutxsw841vhkfzxwdb6br5?transactionType=B2C',
          '/standard/v1/payments/03bvutxsw841vhkfzxwdb6br5',
        ])
      }),
    'version 3': () =>
      withAirtel({}, async ({ settings, enquiries }) => {
        const provider = overAirtel({ ...settings, disbursement: 'v3' })
        await provider.enquire(payout)
        await provider.enquire(collection)
        expect(enquiries.map(({ url }) => url)).to.deep.equal([
          '/standard/v3/disbursements/03bvutxsw841vhkfzxwdb6br5',
          '/standard/v1/payments/03bvutxsw841vhkfzxwdb6br5',
        ])
      }),
  })

  test('a prefix comes before every path but that of the token, and no slash is doubled', () =>
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

  test('settings that could not work are refused at once', {
    'an enquiry without an id': () =>
      expect(() => overAirtel({ ...airtelAt('http://a.example'), paths: { paymentEnquiry: '/p/' } })).to.throw('{id}'),
    'a key that is none': () =>
      expect(() => overAirtel({ ...airtelAt('http://a.example'), pinKey: 'bm90IGEga2V5' })).to.throw('for the PIN'),
    'a key of signatures that is none': () =>
      expect(() => overAirtel({ ...airtelAt('http://a.example'), signing: { key: '' } })).to.throw('for signatures'),
    'a PEM that is cut off': () =>
      expect(() => overAirtel({ ...airtelAt('http://a.example'), pinKey: pem.slice(0, 200) })).to.throw(
        "Airtel's public key for the PIN can't be read: it has to be an RSA key, in PEM or as the base64 of its SPKI",
      ),
  })

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
