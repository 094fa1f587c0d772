import { expect } from 'chai'
import type { Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { mtnEnquired, overMtn, soon, transactionOf, withNetwork } from '../scriptedNetwork.ts'

const payout = transactionOf()
const collection = transactionOf({ kind: 'collection' })

describe('MTN MoMo: its own words', () => {
  const words: [reason: unknown, word: string | null][] = [
    [{ code: 'NEWLY_MADE', message: 'x' }, 'NEWLY_MADE'],
    ['Plafond dépassé “par jour” 👛', 'Plafond dépassé “par jour” 👛'],
    [' PAYEE_NOT_FOUND\n', 'PAYEE_NOT_FOUND'],
    [{ code: 7 }, '7'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['👛'.repeat(100), '👛'.repeat(100)],
    ['x'.repeat(101), null],
    ['one\u0000two', null],
    ['one\ntwo', null],
    ['one\u2028two', null],
    ['one\u202etwo', null],
    ['\ud83d', null],
    [' ', null],
    [undefined, null],
    [null, null],
    [{}, null],
    [{ code: ['x'] }, null],
  ]
  test('a failure keeps MTN’s own word: printable, at most 100 characters, or else none', async () => {
    for (const [reason, networkReason] of words) {
      for (const transaction of [payout, collection]) {
        const answer = await enquired({ status: 'FAILED', reason }, transaction)
        expect(answer, JSON.stringify(reason)).to.include({ outcome: 'declined', networkReason })
      }
    }
  })

  test('a submission that releases the money keeps MTN’s own word, if it has one', () =>
    withNetwork(
      { submission: (nth) => (nth === 1 ? { status: 500, body: { code: 'NOT_ALLOWED' } } : { status: 400 }) },
      async ({ settings }) => {
        const { payOut } = overMtn(settings)
        for (const networkReason of ['NOT_ALLOWED', null])
          expect(await payOut(payout, soon())).to.include({
            outcome: 'declined',
            networkReason,
          })
      },
    ))

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
        const answer = await enquired({ ...payment, status: 'SUCCESSFUL' }, transaction)
        expect(answer, JSON.stringify(payment)).to.deep.equal({
          ...{ outcome: 'succeeded', providerRef: null, networkReceipt: null },
          seen,
        })
      }
    }
    const party = { partyIdType: null, partyId: '256770000001' }
    const answer = await enquired({ payer: party, status: 'PENDING' }, collection)
    expect(answer).to.deep.equal({ outcome: 'pending', seen: { phoneNumber: '256770000001' } })
  })
})

/** What is told of this payment when MTN reports this. */
const enquired = (body: object, transaction: Transaction) => mtnEnquired({ status: 200, body }, transaction)
