import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { type Given, openMtn, orderOf, type Product } from '../mtnCaller.ts'
import { closeOpened } from '../openedSimulator.ts'

const products = ['collection', 'disbursement'] as const

describe('25 The simulated MTN', () => {
  afterEach(closeOpened)

  rule('25.1', 'a product grants a token to its own API user under its own subscription', {
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

  rule('25.2', 'a token is asked for with a JSON body', {
    async 'none is answered 411'() {
      const { askToken } = await openMtn()
      expect(await askToken('collection', {}, {})).to.include({ status: 411 })
    },
    async 'a form is answered by a web page with status 200'() {
      const { askToken } = await openMtn()
      const { status, text } = await askToken('collection', {}, { form: { grant_type: 'client_credentials' } })
      expect(status).to.equal(200)
      expect(text).to.include('<html>')
    },
  })

  rule('25.3', 'an operation is open only to a good token of its product', {
    'none at all': () => expectUnauthorized({ authorization: undefined }),
    'an unknown one': () => expectUnauthorized({ authorization: 'Bearer unknown' }),
    async "the other product's"() {
      const { submit, enquire, askToken } = await openMtn()
      const { body } = await askToken('disbursement')
      const headers = { authorization: `Bearer ${body.access_token}` }
      expect(await submit('collection', { headers })).to.include({ status: 401 })
      expect(await enquire('collection', randomUUID(), headers)).to.include({ status: 401 })
    },
    async 'one that has expired'() {
      const { submit, enquire } = await openMtn({ tokenSeconds: 0 })
      expect(await submit('disbursement')).to.include({ status: 401 })
      expect(await enquire('disbursement', randomUUID())).to.include({ status: 401 })
    },
  })

  rule('25.4', 'an operation is open only under a subscription to its product', {
    'no key': () => expectUnauthorized({ 'ocp-apim-subscription-key': undefined }),
    'a wrong key': () => expectUnauthorized({ 'ocp-apim-subscription-key': 'wrong' }),
  })

  rule('25.5', 'another target environment is answered 500 NOT_ALLOWED_TARGET_ENVIRONMENT', async () => {
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

  rule('25.6', 'a reference id that is no UUID of version 4 is answered 400', {
    none: () => expectBadRequest({ headers: { 'x-reference-id': undefined } }),
    'no UUID': () => expectBadRequest({ reference: 'order-1' }),
    'a UUID of version 7': () => expectBadRequest({ reference: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    async 'in an enquiry'() {
      const { enquire } = await openMtn()
      expect(await enquire('collection', 'order-1')).to.include({ status: 400 })
    },
  })

  rule('25.7', 'a callback URL is full or left out: anything else is answered 400', {
    empty: () => expectBadRequest({ headers: { 'x-callback-url': '' } }),
    'no URL': () => expectBadRequest({ headers: { 'x-callback-url': 'localhost/callback' } }),
    'another scheme': () => expectBadRequest({ headers: { 'x-callback-url': 'file:///etc/hosts' } }),
  })

  rule('25.8', 'a body that is not as documented is answered 400', {
    'an amount that is a number': () => expectBadBody({ amount: 5000 }),
    'an amount of nothing': () => expectBadBody({ amount: '0.00' }),
    'a negative amount': () => expectBadBody({ amount: '-5' }),
    'no amount': () => expectBadBody({ amount: undefined }),
    'no currency': () => expectBadBody({ currency: undefined }),
    'no party': () => expectBadBody({ payer: undefined, payee: undefined }),
    'a phone number with a plus': () => expectBadParty({ partyId: '+256770000001' }),
    'a phone number with a trunk zero': () => expectBadParty({ partyId: '0770000001' }),
    'a phone number without country code': () => expectBadParty({ partyId: '770000001' }),
    'a party of another type': () => expectBadParty({ partyIdType: 'EMAIL' }),
    'a note of 161 characters': () => expectBadBody({ payeeNote: 'a'.repeat(161) }),
    'an apostrophe': () => expectBadBody({ payerMessage: "the duka's" }),
    async 'but notes of 160 characters, or none, will do'() {
      const { submit } = await openMtn()
      const { payerMessage: _, ...order } = { ...orderOf('collection'), payeeNote: 'a'.repeat(160) }
      expect(await submit('collection', { body: order })).to.include({ status: 202 })
    },
  })

  rule('25.9', 'a currency other than UGX and EUR is answered 500 INVALID_CURRENCY', async () => {
    const { submit } = await openMtn()
    const { status, body } = await submit('collection', { body: { ...orderOf('collection'), currency: 'KES' } })
    expect({ status, code: body.code }).to.deep.equal({ status: 500, code: 'INVALID_CURRENCY' })
    const inEuros = { ...orderOf('collection'), currency: 'EUR' }
    expect(await submit('collection', { body: inEuros })).to.include({ status: 202 })
  })

  rule('25.10', 'a payment is answered 202 with no body, is pending, and then successful', {
    async 'until it is approved'() {
      const { submit, enquire, simulator } = await openMtn({ approvalMs: 600_000 })
      for (const product of products) {
        const { status, text, reference } = await submit(product)
        expect({ status, text }).to.deep.equal({ status: 202, text: '' })
        const { body } = await enquire(product, reference)
        expect(body).to.deep.equal({ ...orderOf(product), status: 'PENDING' })
      }
      expect(simulator.executed()).to.deep.equal([])
    },
    async 'once it is approved'() {
      for (const product of products) {
        const { submit, ended, simulator } = await openMtn()
        const { reference } = await submit(product)
        const { financialTransactionId, ...rest } = await ended(product, reference)
        expect(rest).to.deep.equal({ ...orderOf(product), status: 'SUCCESSFUL' })
        expect(financialTransactionId).to.match(/^[0-9]+$/)
        expect(simulator.executed()).to.deep.equal([executedOf(product, reference)])
      }
    },
  })

  rule('25.11', 'a reference id used before is answered 409 and pays nothing', async () => {
    const { submit, ended, simulator } = await openMtn()
    const { reference } = await submit('disbursement')
    for (const again of [reference, reference.toUpperCase()]) {
      const { status, body } = await submit('disbursement', { reference: again })
      expect({ status, code: body.code }).to.deep.equal({ status: 409, code: 'RESOURCE_ALREADY_EXIST' })
    }
    await ended('disbursement', reference)
    expect(simulator.executed()).to.have.length(1)
  })

  rule('25.12', 'an unknown reference id is answered 404 RESOURCE_NOT_FOUND', async () => {
    const { submit, enquire } = await openMtn()
    const { reference } = await submit('collection')
    for (const { status, body } of [
      await enquire('collection', randomUUID()),
      await enquire('disbursement', reference),
    ]) {
      expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'RESOURCE_NOT_FOUND' })
    }
  })
})

function executedOf(product: Product, providerId: string) {
  const kind = product === 'collection' ? 'collection' : 'payout'
  const paid = { amount: '5000', currency: 'UGX', phoneNumber: '256770000001', status: 'successful' }
  return { network: 'MTN', kind, providerId, ...paid }
}

async function expectUnauthorized(headers: Given['headers'] & object) {
  const { submit, enquire } = await openMtn()
  for (const product of products) {
    expect(await submit(product, { headers })).to.include({ status: 401 })
    expect(await enquire(product, randomUUID(), headers)).to.include({ status: 401 })
  }
}

async function expectBadRequest(given: Given) {
  const { submit } = await openMtn()
  for (const product of products) expect(await submit(product, given)).to.include({ status: 400 })
}

async function expectBadBody(fields: object) {
  const { submit } = await openMtn()
  for (const product of products) {
    expect(await submit(product, { body: { ...orderOf(product), ...fields } })).to.include({ status: 400 })
  }
}

async function expectBadParty(fields: object) {
  const party = { partyIdType: 'MSISDN', partyId: '256770000001', ...fields }
  await expectBadBody({ payer: party, payee: party })
}
