import { expect } from 'chai'
import type { Submitted } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { collection, enquired, id, overAirtel, payout, said, submitted, withAirtel } from '../airtelScript.ts'
import { type Reply, soon } from '../scriptedNetwork.ts'

const refused = (transaction = payout) =>
  said({ response_code: transaction.kind === 'payout' ? 'DP00900001007' : 'DP00800001007' })
const taken = { status: 200, body: said({ response_code: 'DP00900001006' }) }
const unknown = { status: 200, body: said({ response_code: 'DP00900001015' }) }

describe('Airtel Money: what doubtful answers tell', () => {
  test('a doubtful answer tells why the payment failed and Airtel’s id of it, if it has them', {
    'a refusal that is not on the list': async () => {
      for (const transaction of [payout, collection]) {
        const code = transaction.kind === 'payout' ? 'DP00900001007' : 'DP00800001007'
        expect(await submitted({ status: 200, body: refused(transaction) }, transaction)).to.deep.equal({
          outcome: 'inDoubt',
          because: `the network answered 200 with ${code}`,
          networkReason: code,
        })
      }
    },
    'a code that is not documented': async () =>
      expect(await submitted({ status: 200, body: said({ response_code: 'DP00900001099' }) })).to.include({
        networkReason: 'DP00900001099',
      }),
    'its own id': async () => {
      const body = said({ response_code: 'DP00900001007' }, { id, status: 'TF', airtel_money_id: 'MP1' })
      expect(await submitted({ status: 200, body })).to.include({ networkReason: 'DP00900001007', providerRef: 'MP1' })
    },
    'an enquiry that names the payment': async () => {
      const body = said({ response_code: 'DP00900001007' }, { id, status: 'TS', airtel_money_id: 'MP1' })
      expect(await enquired({ status: 200, body })).to.include({
        outcome: 'inDoubt',
        networkReason: 'DP00900001007',
        providerRef: 'MP1',
      })
    },
  })

  test('nothing is told by an answer that is ambiguous, or may be about another payment', {
    'ambiguous, a duplicate, a success or without a code': async () => {
      for (const response_code of ['DP00900001000', 'DP00900001014', 'DP00900001011', 'DP00900001001', undefined]) {
        expectNothing(await submitted({ status: 200, body: said(response_code ? { response_code } : {}) }))
      }
    },
    'it names another payment': async () => {
      const body = said({ response_code: 'DP00900001007' }, { id: 'another', airtel_money_id: 'MP1' })
      expectNothing(await submitted({ status: 200, body }))
    },
    'an enquiry that names none': async () => {
      const answer = await enquired({ status: 403, body: { error: 'invalid_token' } })
      expect(answer).to.have.all.keys('outcome', 'because')
    },
    'on a connection that was used, unless the next answer there shows that it belongs to the payment': async () => {
      for (const [enquiry, networkReason] of [
        [unknown, 'DP00900001007'],
        [taken, undefined],
      ] as const) {
        await withAirtel(
          { submission: afterFirst({ status: 200, body: refused() }), enquiry: () => enquiry },
          async (network) => {
            const provider = overAirtel(network.settings)
            await provider.payOut(payout, soon())
            const answer = await provider.payOut(payout, soon())
            expect(answer).to.have.property('outcome', 'inDoubt')
            expect((answer as { networkReason?: string }).networkReason).to.equal(networkReason)
          },
        )
      }
    },
  })

  test('a payment that is not known has the reason that a doubtful answer told before', async () => {
    const answerWith = (networkReason: string | null) => enquired(unknown, { ...payout, networkReason })
    expect(await answerWith('DP00900001007')).to.deep.equal({ outcome: 'notFound', reason: 'network_float_too_low' })
    expect(await answerWith('DP00900001003')).to.deep.equal({ outcome: 'notFound', reason: 'limit_reached' })
    for (const word of [null, 'DP00900001099', 'DP00900001000']) {
      expect(await answerWith(word), `${word}`).to.deep.equal({ outcome: 'notFound' })
    }
  })
})

function expectNothing(answer: Submitted) {
  expect(answer).to.have.all.keys('outcome', 'because')
  expect(answer.outcome).to.equal('inDoubt')
}

function afterFirst(reply: Reply) {
  return (nth: number): Reply => (nth === 1 ? taken : reply)
}
