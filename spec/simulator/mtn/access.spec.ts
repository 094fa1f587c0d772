import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { table, test } from '../../rule.ts'
import { type Given, openMtn, products } from '../mtnCaller.ts'

describe('Both simulated networks, and MTN: access to MTN', () => {
  test('a product grants a token to its own API user under its own subscription', {
    async 'the right user'() {
      const { askToken } = await openMtn({ tokenSeconds: 90 })
      const { status, body } = await askToken('collection')
      expect(status).to.equal(200)
      expect(body).to.include({ token_type: 'access_token', expires_in: 90 })
      expect(body.access_token).to.be.a('string').that.is.not.empty
    },
    async 'a wrong key'() {
      const { askToken, simulator } = await openMtn()
      const wrong = Buffer.from(`${simulator.mtn.collection.apiUser}:wrong`).toString('base64')
      expect(await askToken('collection', { authorization: `Basic ${wrong}` })).to.include({ status: 401 })
    },
    async "the other product's user, or subscription"() {
      const { askToken, basic, simulator } = await openMtn()
      expect(await askToken('collection', { authorization: basic('disbursement') })).to.include({ status: 401 })
      const key = simulator.mtn.collection.subscriptionKey
      expect(await askToken('disbursement', { 'ocp-apim-subscription-key': key })).to.include({ status: 401 })
    },
  })

  test('a request for a token has a length, and a JSON body or none', {
    async 'no length is answered 411'() {
      const { basic, simulator } = await openMtn()
      const { baseUrl, collection } = simulator.mtn
      const lines = [
        `POST ${new URL(baseUrl).pathname}/collection/token/ HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        `Authorization: ${basic('collection')}`,
        `Ocp-Apim-Subscription-Key: ${collection.subscriptionKey}`,
      ]
      const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
      socket.end(`${lines.join('\r\n')}\r\n\r\n`)
      expect(await text(socket)).to.match(/^HTTP\/1.1 411 /)
    },
    'no body, with the length 0, is accepted': table(
      ['its type'],
      [[undefined], ['application/json'], ['application/x-www-form-urlencoded']],
      async (type) => {
        const { askToken } = await openMtn()
        const { status, body } = await askToken('collection', { 'content-type': type }, {})
        expect(status).to.equal(200)
        expect(body.access_token).to.be.a('string').that.is.not.empty
      },
    ),
    async 'a form is answered by a web page with status 200'() {
      const { askToken } = await openMtn()
      const answer = await askToken('collection', {}, { form: { grant_type: 'client_credentials' } })
      expect(answer.status).to.equal(200)
      expect(answer.text).to.include('<html>')
    },
  })

  test('an operation is open only to a good token of its product', {
    'none at all': () => expectUnauthorized({ authorization: undefined }),
    'an unknown one': () => expectUnauthorized({ authorization: 'Bearer unknown' }),
    async "the other product's"() {
      const { submit, enquire, askToken } = await openMtn()
      const { body } = await askToken('disbursement')
      const headers = { authorization: `Bearer ${body.access_token}` }
      expect(await submit('collection', { headers })).to.include({ status: 401 })
      expect(await enquire('collection', randomUUID(), headers)).to.include({ status: 401 })
    },
    async 'an expired one'() {
      const { submit, enquire } = await openMtn({ tokenSeconds: 0 })
      expect(await submit('disbursement')).to.include({ status: 401 })
      expect(await enquire('disbursement', randomUUID())).to.include({ status: 401 })
    },
  })

  test('an operation is open only under a subscription to its product', {
    'no key': () => expectUnauthorized({ 'ocp-apim-subscription-key': undefined }),
    'a wrong key': () => expectUnauthorized({ 'ocp-apim-subscription-key': 'wrong' }),
  })

  test('another target environment is answered 500 `NOT_ALLOWED_TARGET_ENVIRONMENT`', async () => {
    const { submit, enquire, simulator } = await openMtn()
    const headers = { 'x-target-environment': 'mtnuganda' }
    for (const { status, body } of [
      await submit('collection', { headers }),
      await enquire('collection', randomUUID(), headers),
    ]) {
      expect(status).to.equal(500)
      expect(body.code).to.equal('NOT_ALLOWED_TARGET_ENVIRONMENT')
    }
    expect(simulator.mtn.targetEnvironment).to.equal('sandbox')
  })
})

async function expectUnauthorized(headers: Given['headers'] & object) {
  const { submit, enquire } = await openMtn()
  for (const product of products) {
    expect(await submit(product, { headers })).to.include({ status: 401 })
    expect(await enquire(product, randomUUID(), headers)).to.include({ status: 401 })
  }
}
