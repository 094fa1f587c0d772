import { expect } from 'chai'
import type { Enquired, Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { mtnEnquired, overMtn, type Reply, transactionOf, withNetwork } from '../scriptedNetwork.ts'

const payout = transactionOf()
const collection = transactionOf({ kind: 'collection' })

describe('MTN MoMo: enquiries', () => {
  test('an enquiry asks the product of the payment, under its provider id', () =>
    withNetwork({}, async ({ settings, enquiries }) => {
      const provider = overMtn(settings)
      await provider.enquire(payout)
      await provider.enquire(collection)
      expect(enquiries.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
        'GET /disbursement/v1_0/transfer/7b1e3a52-6c1d-4f0a-9a53-2f1c4f6f0001',
        'GET /collection/v1_0/requesttopay/7b1e3a52-6c1d-4f0a-9a53-2f1c4f6f0001',
      ])
      expect(enquiries[0]?.headers).to.include({
        authorization: 'Bearer token-1',
        'x-target-environment': 'mtnuganda',
        'ocp-apim-subscription-key': 'd-subscription',
      })
      expect(enquiries[0]?.headers).not.to.have.any.keys('x-reference-id', 'content-type', 'content-length')
    }))

  const stated = { amount: '5000', currency: 'UGX', payee: { partyIdType: 'MSISDN', partyId: '256770000001' } }
  const seen = { amountMinor: 5_000n, currency: 'UGX', phoneNumber: '256770000001' }

  test('the three documented states are reported with amount, currency and party', {
    pending: async () =>
      expect(await answered200({ ...stated, status: 'PENDING' })).to.deep.equal({ outcome: 'pending', seen }),
    successful: async () =>
      expect(await answered200({ ...stated, status: 'SUCCESSFUL', financialTransactionId: '123' })).to.deep.equal({
        outcome: 'succeeded',
        providerRef: '123',
        networkReceipt: '123',
        seen,
      }),
    failed: async () =>
      expect(await answered200({ ...stated, status: 'FAILED', reason: { code: 'PAYEE_NOT_FOUND' } })).to.deep.equal({
        outcome: 'declined',
        reason: 'phone_number_not_found',
        networkReason: 'PAYEE_NOT_FOUND',
        seen,
      }),
    'without other statements': async () =>
      expect(await answered200({ status: 'SUCCESSFUL' })).to.deep.equal({
        outcome: 'succeeded',
        providerRef: null,
        networkReceipt: null,
        seen: {},
      }),
    'of a collection': async () => {
      const payer = { partyIdType: 'MSISDN', partyId: '+256770000009' }
      expect(await answered200({ status: 'PENDING', payer }, collection)).to.deep.equal({
        outcome: 'pending',
        seen: { phoneNumber: '256770000009' },
      })
    },
  })

  const reasons: [code: unknown, payout: string, collection?: string][] = [
    ['PAYER_NOT_FOUND', 'phone_number_not_found'],
    ['PAYEE_NOT_FOUND', 'phone_number_not_found'],
    ['NOT_ENOUGH_FUNDS', 'network_float_too_low', 'customer_balance_too_low'],
    ['PAYER_LIMIT_REACHED', 'limit_reached'],
    ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'recipient_not_allowed'],
    ['PAYMENT_NOT_APPROVED', 'customer_rejected'],
    ['APPROVAL_REJECTED', 'customer_rejected'],
    ['EXPIRED', 'customer_did_not_approve'],
    ['COULD_NOT_PERFORM_TRANSACTION', 'customer_did_not_approve'],
    ['TRANSACTION_CANCELED', 'cancelled'],
    ['NOT_ALLOWED', 'gateway_misconfigured'],
    ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'gateway_misconfigured'],
    ['INVALID_CALLBACK_URL_HOST', 'gateway_misconfigured'],
    ['INVALID_CURRENCY', 'gateway_misconfigured'],
    ['SERVICE_UNAVAILABLE', 'network_failure'],
    ['INTERNAL_PROCESSING_ERROR', 'network_failure'],
    ['SENDER_ACCOUNT_NOT_ACTIVE', 'gateway_misconfigured', 'phone_number_not_found'],
    ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'network_float_too_low', 'customer_balance_too_low'],
    ['PAYEE_LIMIT_REACHED', 'limit_reached'],
    ['TRANSACTION_NOT_FOUND', 'network_failure'],
    ['VALIDATION_ERROR', 'gateway_misconfigured'],
    ['NEWLY_MADE', 'refused_by_network'],
    ['constructor', 'refused_by_network'],
    [undefined, 'refused_by_network'],
    [7, 'refused_by_network'],
  ]
  test('a failure is final, with the reason of its code, as an object or as plain text', async () => {
    for (const [code, ofPayout, ofCollection = ofPayout] of reasons) {
      for (const reason of [{ code, message: 'x' }, code]) {
        const body = { status: 'FAILED', reason }
        expect(await answered200(body), String(code)).to.deep.include({ outcome: 'declined', reason: ofPayout })
        expect(await answered200(body, collection), String(code)).to.deep.include({ reason: ofCollection })
      }
    }
  })

  test('amounts are read exactly, as text or as a number, in the stated currency', async () => {
    const amounts: [amount: unknown, currency: string, amountMinor: bigint][] = [
      ['5000', 'UGX', 5_000n],
      [5000, 'UGX', 5_000n],
      ['5000.00', 'UGX', 5_000n],
      ['12.5', 'EUR', 1_250n],
      ['999999999999.99', 'EUR', 99_999_999_999_999n],
    ]
    for (const [amount, currency, amountMinor] of amounts) {
      const answer = await answered200({ status: 'SUCCESSFUL', amount, currency })
      expect(answer).to.have.deep.property('seen', { amountMinor, currency })
    }
    expect(await answered200({ status: 'SUCCESSFUL', amount: '5000' })).to.have.deep.property('seen', {
      amountMinor: 5_000n,
    })
  })

  test('a partly readable payment, or another one, is a mismatch, whatever its state', async () => {
    const unreadable = [
      ...['order-1', '', 7, false].map((externalId) => ({ externalId })),
      { payee: { partyIdType: 'PARTY_CODE', partyId: '256770000001' } },
      { payee: { partyIdType: 'EMAIL', partyId: null } },
      { payee: { partyIdType: 'MSISDN', partyId: '0770-000001' } },
      ...[
        '',
        ' ',
        '5,000',
        '5e3',
        '0x10',
        '-5000',
        '5000.5',
        '9007199254740993',
        '5000.00000000000000001',
        false,
        true,
        {},
        0.5,
      ].map((amount) => ({
        amount,
      })),
      { amount: '5000', currency: 'XTS' },
      { currency: 800 },
      { payee: '256770000001' },
      { payee: false },
      { payee: { partyIdType: 'EMAIL', partyId: 'a@example.com' } },
    ]
    for (const part of unreadable) {
      for (const status of ['SUCCESSFUL', 'FAILED', 'PENDING']) {
        const answer = await answered200({ ...part, status })
        expect(answer, JSON.stringify(part)).to.have.property('outcome', 'mismatch')
        expect(JSON.stringify(answer)).not.to.match(/[0-9]/)
      }
    }
  })

  test('null counts as absent, in a payment and in its party', async () => {
    const nothing = { externalId: null, amount: null, currency: null, payee: null, payer: null }
    const partial: [payment: object, seen: object][] = [
      [nothing, {}],
      [{ ...nothing, amount: '5000' }, { amountMinor: 5_000n }],
      [{ ...nothing, currency: 'UGX' }, { currency: 'UGX' }],
      [{ externalId: payout.id, payee: { partyIdType: null, partyId: null } }, {}],
      [{ payer: { partyIdType: 'MSISDN', partyId: null } }, {}],
    ]
    for (const [payment, seen] of partial) {
      for (const transaction of [payout, collection]) {
        const answer = await answered200({ ...payment, status: 'SUCCESSFUL' }, transaction)
        expect(answer, JSON.stringify(payment)).to.deep.equal({
          ...{ outcome: 'succeeded', providerRef: null, networkReceipt: null },
          seen,
        })
      }
    }
    const party = { partyIdType: null, partyId: '256770000001' }
    const answer = await answered200({ payer: party, status: 'PENDING' }, collection)
    expect(answer).to.deep.equal({ outcome: 'pending', seen: { phoneNumber: '256770000001' } })
  })

  test("a payment is not found only by MTN's own documented answer", async () => {
    const body = { code: 'RESOURCE_NOT_FOUND', message: 'Requested resource was not found.' }
    expect(await mtnEnquired({ status: 404, body })).to.deep.equal({ outcome: 'notFound' })
  })

  test('an answer without the payment says nothing about it, and an undocumented status leaves it in doubt', {
    'without the payment': async () => {
      const page = '<html><body>Not Found</body></html>'
      const replies: Reply[] = [
        ...[200, 400, 401, 404, 429, 500, 503].map((status) => ({ status, body: page })),
        ...['', '[]', '"SUCCESSFUL"', '{"status":"SUCCESSFUL"'].map((body) => ({ status: 200, body })),
        { status: 200, body: { code: 'RESOURCE_NOT_FOUND' } },
        { status: 404 },
        { status: 404, body: { message: 'Resource not found' } },
        { status: 404, body: { code: 'NOT_FOUND' } },
        { status: 404, body: { code: 'TRANSACTION_NOT_FOUND' } },
        { status: 500, body: { code: 'RESOURCE_NOT_FOUND' } },
        { status: 500, body: { code: 'NOT_ALLOWED' } },
        { status: 400 },
        { status: 202, body: { status: 'SUCCESSFUL' } },
        { status: 302, headers: { location: '/elsewhere' } },
      ]
      for (const reply of replies) {
        expect(await mtnEnquired(reply), JSON.stringify(reply)).to.have.property('outcome', 'unanswered')
      }
    },
    'an unknown status': async () => {
      for (const status of ['CREATED', 'successful', 'REJECTED', null, 1, undefined]) {
        expect(await answered200({ status }), String(status)).to.have.property('outcome', 'inDoubt')
      }
    },
  })
})

function answered200(body: object, transaction?: Transaction): Promise<Enquired> {
  return mtnEnquired({ status: 200, body }, transaction)
}
