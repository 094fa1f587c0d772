import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { openAirtel } from '../../../simulator/airtelCaller.ts'
import { openMtn, type Product } from '../../../simulator/mtnCaller.ts'

/** MTN's answer for each of its products about numbers that are not its own. */
const foreign: [product: Product, phoneNumber: string, answer: string][] = [
  ['collection', '256750000001', 'PAYER_NOT_FOUND'],
  ['disbursement', '256750000001', 'PAYEE_NOT_FOUND'],
  ['collection', '256750990471', 'PAYER_NOT_FOUND'],
  ['disbursement', '254712345678', 'PAYEE_NOT_FOUND'],
]

describe('18 The sandbox’s networks: numbers of other networks', () => {
  rule('18.19', 'MTN does not know a number without one of its own beginnings, whatever the last digits', {
    'one by one': table(['product', 'phone number', 'the answer'], foreign, async (product, phoneNumber, code) => {
      const { submit, enquire, simulator } = await openMtn()
      const { status, body, reference } = await submit(product, { phoneNumber })
      expect({ status, code: body.code }).to.deep.equal({ status: 500, code })
      expect(await enquire(product, reference)).to.include({ status: 404 })
      expect(simulator.executed()).to.deep.equal([])
    }),
    'its own numbers': async () => {
      for (const prefix of ['31', '39', '76', '77', '78']) {
        const { submit } = await openMtn()
        expect(await submit('disbursement', { phoneNumber: `256${prefix}0000001` })).to.include({ status: 202 })
      }
    },
  })

  rule('18.20', 'neither does Airtel', {
    'a collection': async () => {
      const { submit, enquire } = await openAirtel()
      const { status, body, id } = await submit('collection', { msisdn: '770000001' })
      expect({ status, ...body.status }).to.include({ status: 400, response_code: 'DP00800001005' })
      expect((await enquire('collection', id)).body.status).to.include({ result_code: 'ESB000045' })
    },
    'a payout': async () => {
      const { submit, simulator } = await openAirtel()
      const { status, body } = await submit('payout', { msisdn: '770990471' })
      expect({ status, ...body.status }).to.include({ status: 200, response_code: 'DP00900001012' })
      expect(simulator.executed()).to.deep.equal([])
    },
    'its own numbers': async () => {
      for (const prefix of ['70', '74', '75']) {
        const { submit } = await openAirtel()
        const { body } = await submit('payout', { msisdn: `${prefix}0000001` })
        expect(body.status).to.include({ response_code: 'DP00900001001' })
      }
    },
  })
})
