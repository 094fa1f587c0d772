import { expect } from 'chai'
import { test } from '../../rule.ts'
import { type Given, newId, openAirtel } from '../airtelCaller.ts'
import { http, type Operation, operations } from '../openedSimulator.ts'

type Headers = NonNullable<Given['headers']>
type Refusal = { http: number; response_code?: string; result_code?: string }

describe('The simulated Airtel: access', () => {
  test('a token is granted to the client for 180 seconds, which the answer gives as a string', {
    async 'by default'() {
      const { askToken } = await openAirtel()
      const { status, body } = await askToken()
      expect(status).to.equal(200)
      expect(body).to.include({ token_type: 'bearer', expires_in: '180' })
      expect(body.access_token).to.be.a('string').that.is.not.empty
    },
    async 'or as long as the simulator is set to'() {
      const { askToken } = await openAirtel({ tokenSeconds: 90 })
      expect((await askToken()).body).to.include({ expires_in: '90' })
    },
  })

  test('any other request for a token is answered 400 `invalid_client`', {
    'a wrong secret': () => expectNoToken({ client_secret: 'wrong' }),
    'a wrong id': () => expectNoToken({ client_id: 'wrong' }),
    'another grant': () => expectNoToken({ grant_type: 'password' }),
    'no client': () => expectNoToken({ client_id: undefined, client_secret: undefined }),
    async 'a form'() {
      const { simulator } = await openAirtel()
      const { baseUrl, clientId: client_id, clientSecret: client_secret } = simulator.airtel
      const form = { client_id, client_secret, grant_type: 'client_credentials' }
      const { statusCode } = await http.post(`${baseUrl}/auth/oauth2/token`, { form })
      expect(statusCode).to.equal(400)
    },
  })

  test('an operation without a good token is answered 401 `invalid_token`', {
    'none at all': () => expectUnauthorized({ authorization: undefined }),
    'an unknown one': () => expectUnauthorized({ authorization: 'Bearer unknown' }),
    'an expired one': () => expectUnauthorized({}, { tokenSeconds: 0 }),
  })

  test('a request that names no country, or not Uganda, is answered 400', {
    'none, in the envelope of the router': () => expectRouted('ROUTER110', { 'x-country': undefined }),
    'an empty one': () => expectRouted('ROUTER110', { 'x-country': '' }),
    'another country': () => expectRouted('ROUTER007', { 'x-country': 'KE' }),
    async 'no code of two letters'() {
      const headers = { 'x-country': 'UGA' }
      await expectRefused('collection', { headers }, { http: 400, result_code: 'ESB000034' })
      await expectRefused('payout', { headers }, { http: 400, response_code: 'DP00900001013' })
    },
  })

  test('a request that names no currency, an empty one or not UGX is refused in three ways', {
    async 'none: 200 and no response code'() {
      for (const operation of operations) {
        const headers = { 'x-currency': undefined }
        await expectRefused(operation, { headers }, { http: 200, result_code: 'ESB000008' })
      }
    },
    async 'an empty one: 200'() {
      const headers = { 'x-currency': '' }
      await expectRefused('collection', { headers }, { http: 200, result_code: 'ESB000035' })
      await expectRefused('payout', { headers }, { http: 200, response_code: 'DP00900001013' })
    },
    'another: 400, in the envelope of the router': () => expectRouted('ROUTER112', { 'x-currency': 'KES' }),
  })

  test('a body of another type is answered 415 without a body', async () => {
    const { submit } = await openAirtel()
    for (const operation of operations) {
      const { status, text } = await submit(operation, { headers: { 'content-type': 'text/plain' } })
      expect({ status, text }).to.deep.equal({ status: 415, text: '' })
    }
  })
})

async function expectNoToken(fields: object) {
  const { askToken } = await openAirtel()
  const { status, body } = await askToken(fields)
  expect({ status, error: body.error }).to.deep.equal({ status: 400, error: 'invalid_client' })
}

/** The answer of every operation to these headers. */
async function answersTo(headers: Headers, options = {}) {
  const { submit, enquire, askKey } = await openAirtel(options)
  const answers = [await askKey(headers)]
  for (const operation of operations) {
    answers.push(await submit(operation, { headers }), await enquire(operation, newId(), { headers }))
  }
  return answers
}

async function expectUnauthorized(headers: Headers, options = {}) {
  for (const { status, body } of await answersTo(headers, options)) {
    expect({ status, error: body.error }).to.deep.equal({ status: 401, error: 'invalid_token' })
  }
}

async function expectRouted(code: string, headers: Headers) {
  for (const { status, body } of await answersTo(headers)) {
    expect({ status, code: body.status_code }).to.deep.equal({ status: 400, code })
    expect(body).to.have.all.keys('status_code', 'status_message')
  }
}

async function expectRefused(operation: Operation, given: Given, { http: expected, ...codes }: Refusal) {
  const { submit, enquire } = await openAirtel()
  for (const { status, body } of [await submit(operation, given), await enquire(operation, newId(), given)]) {
    expect(status).to.equal(expected)
    const { code, success, message: _, ...rest } = body.status
    expect({ code, success, ...rest }).to.deep.equal({ code: '400', success: false, ...codes })
  }
}
