import { expect } from 'chai'
import type { Kind, Submitted, Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import {
  mtnSubmitted,
  overMtn,
  type Reply,
  type Script,
  type ScriptedNetwork,
  soon,
  transactionOf,
  withNetwork,
} from '../scriptedNetwork.ts'

const noFunds = { status: 500, body: { code: 'NOT_ENOUGH_FUNDS', message: 'x' } }
const unknown = { status: 404, body: { code: 'RESOURCE_NOT_FOUND', message: 'x' } }
const open = ({ settings }: ScriptedNetwork) => overMtn(settings)

describe('MTN MoMo: what doubtful answers tell', () => {
  test('a doubtful answer tells why the payment failed, unless it is ambiguous or may be about another', {
    'a refusal that is not on the list, known or not': async () => {
      for (const code of ['NOT_ENOUGH_FUNDS', 'PAYEE_NOT_FOUND', 'NEW_CODE']) {
        for (const kind of ['payout', 'collection'] as const) {
          expect(await submitted(kind, { status: 500, body: { code } })).to.deep.equal({
            outcome: 'inDoubt',
            because: `the network answered 500 with ${code}`,
            networkReason: code,
          })
        }
      }
    },
    'an ambiguous answer, a duplicate, or one without a code': async () => {
      const bodies = [{ code: 'INTERNAL_PROCESSING_ERROR' }, { code: 'SERVICE_UNAVAILABLE' }, {}, '<html></html>']
      const replies = [...bodies.map((body) => ({ status: 500, body })), { status: 409, body: { code: 'NEW_CODE' } }]
      for (const reply of replies) {
        expect(await submitted('payout', reply), JSON.stringify(reply)).to.have.all.keys('outcome', 'because')
      }
    },
    'on a connection that was used, if the next answer there shows that it belongs to the payment': async () => {
      expect(await afterOne(noFunds, { enquiry: () => unknown })).to.include({ networkReason: 'NOT_ENOUGH_FUNDS' })
      expect(await afterOne(noFunds, { enquiry: () => ({ status: 202 }) })).to.have.all.keys('outcome', 'because')
    },
    'an enquiry with a status that is not documented': () =>
      withNetwork(
        { enquiry: () => ({ status: 200, body: { status: 'REJECTED', reason: 'BARRED', financialTransactionId: 7 } }) },
        async (network) =>
          void expect(await open(network).enquire(transactionOf())).to.include({
            outcome: 'inDoubt',
            networkReason: 'BARRED',
            providerRef: '7',
          }),
      ),
  })

  test('a payment that is not known has the reason that a doubtful answer told before', () =>
    withNetwork({ enquiry: () => unknown }, async (network) => {
      const enquire = (given: Partial<Transaction>) => open(network).enquire(transactionOf(given))
      const noMoney = { networkReason: 'NOT_ENOUGH_FUNDS' }
      expect(await enquire(noMoney)).to.deep.equal({ outcome: 'notFound', reason: 'network_float_too_low' })
      expect(await enquire({ ...noMoney, kind: 'collection' })).to.deep.equal({
        outcome: 'notFound',
        reason: 'customer_balance_too_low',
      })
      for (const networkReason of [null, 'NEW_CODE']) {
        expect(await enquire({ networkReason })).to.deep.equal({ outcome: 'notFound' })
      }
    }))
})

const submitted = (kind: Kind, reply: Reply) => mtnSubmitted(reply, transactionOf({ kind }))

/** The answer to the second submission on one connection, after one that was accepted. */
function afterOne(reply: Reply, script: Script): Promise<Submitted> {
  return withNetwork({ submission: (nth) => (nth === 1 ? { status: 202 } : reply), ...script }, async (network) => {
    const { payOut } = open(network)
    await payOut(transactionOf(), soon())
    return payOut(transactionOf(), soon())
  })
}
