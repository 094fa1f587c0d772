import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { until } from '../../fixtures/until.ts'
import { test } from '../../rule.ts'
import { type Given, openMtn, orderOf, type Product, products } from '../mtnCaller.ts'
import { openReceiver } from '../openedSimulator.ts'

describe("Both simulated networks, and MTN: MTN's payments", () => {
  test('a reference id that is not a version 4 UUID is answered 400', {
    none: () => expectBadRequest({ headers: { 'x-reference-id': undefined } }),
    'no UUID': () => expectBadRequest({ reference: 'order-1' }),
    'a UUID of version 7': () => expectBadRequest({ reference: '01890a5d-ac96-774b-bcce-b302099a8057' }),
    async 'in an enquiry'() {
      const { enquire } = await openMtn()
      expect(await enquire('collection', 'order-1')).to.include({ status: 400 })
    },
  })

  test('a callback URL can be left out; one that is not a full HTTP URL is answered 400', {
    empty: () => expectBadRequest({ headers: { 'x-callback-url': '' } }),
    'no URL': () => expectBadRequest({ headers: { 'x-callback-url': 'localhost/callback' } }),
    'another scheme': () => expectBadRequest({ headers: { 'x-callback-url': 'file:///etc/hosts' } }),
  })

  test('a body that is not as documented is answered 400', {
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
    async 'but notes of 160 characters, or none, are accepted'() {
      const { submit } = await openMtn()
      const { payerMessage: _, ...order } = { ...orderOf('collection'), payeeNote: 'a'.repeat(160) }
      expect(await submit('collection', { body: order })).to.include({ status: 202 })
    },
  })

  test('a currency other than UGX and EUR is answered 500 `INVALID_CURRENCY`', async () => {
    const { submit } = await openMtn()
    const { status, body } = await submit('collection', { body: { ...orderOf('collection'), currency: 'KES' } })
    expect({ status, code: body.code }).to.deep.equal({ status: 500, code: 'INVALID_CURRENCY' })
    const inEuros = { ...orderOf('collection'), currency: 'EUR' }
    expect(await submit('collection', { body: inEuros })).to.include({ status: 202 })
  })

  test('a payment is answered 202 with no body, is pending, and then successful', {
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
        expect(simulator.executed()).to.deep.equal([executedOf(product, reference, financialTransactionId)])
      }
    },
  })

  test('a reference id used before is answered 409 and pays nothing', async () => {
    const { submit, ended, simulator } = await openMtn()
    const { reference } = await submit('disbursement')
    for (const again of [reference, reference.toUpperCase()]) {
      const { status, body } = await submit('disbursement', { reference: again })
      expect({ status, code: body.code }).to.deep.equal({ status: 409, code: 'RESOURCE_ALREADY_EXIST' })
    }
    await ended('disbursement', reference)
    expect(simulator.executed()).to.have.length(1)
  })

  test('an unknown reference id is answered 404 `RESOURCE_NOT_FOUND`', async () => {
    const { submit, enquire } = await openMtn()
    const { reference } = await submit('collection')
    for (const { status, body } of [
      await enquire('collection', randomUUID()),
      await enquire('disbursement', reference),
    ]) {
      expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'RESOURCE_NOT_FOUND' })
    }
  })

  test('the end of a payment is sent once, with PUT, to its callback URL, as an enquiry reports it', {
    'a collection that succeeded': () => expectCall('collection', '256770000001'),
    'a payout that succeeded': () => expectCall('disbursement', '256770000001'),
    'a collection that was rejected': () => expectCall('collection', '256770990451'),
  })
})

function executedOf(product: Product, providerId: string, receipt: string) {
  const kind = product === 'collection' ? 'collection' : 'payout'
  const paid = { amount: '5000', currency: 'UGX', phoneNumber: '256770000001', status: 'successful' }
  const sent = { externalId: 'order-1', payerMessage: 'Thank you', payeeNote: 'Rent' }
  return { network: 'MTN', kind, providerId, ...paid, receipt, sent }
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

async function expectCall(product: Product, phoneNumber: string) {
  const { submit, enquire } = await openMtn()
  const receiver = await openReceiver()
  const headers = { 'x-callback-url': `${receiver.url}/callbacks/1` }
  const { reference } = await submit(product, { phoneNumber, headers })
  await until(() => receiver.calls.length > 0)
  const { body } = await enquire(product, reference)
  expect(receiver.calls).to.deep.equal([{ method: 'PUT', url: '/callbacks/1', body }])
  expect(body).to.deep.include(orderOf(product, phoneNumber))
  expect(JSON.stringify(body)).to.not.include(reference)
}
