import { expect } from 'chai'
import type { Transaction } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { collection, enquired, id, payout, said, submitted } from '../airtelScript.ts'
import type { Reply } from '../scriptedNetwork.ts'

const ok = (codes: Parameters<typeof said>[0]): Reply => ({ status: 200, body: said(codes) })

describe('Airtel Money: general codes', () => {
  const ofTheMoment = ['DP00800001000', 'DP00900001000', 'DP00800001006', 'DP00900001006']
  const ends = [
    ['TF', 'declined'],
    ['TE', 'declined'],
    ['TS', 'succeeded'],
  ] as const
  const everyEnd = ends.map(([status, outcome]) => [
    `${status} has ${outcome}`,
    async () => {
      for (const response_code of ofTheMoment) {
        const codes = { response_code, result_code: 'ESB000010' }
        for (const transaction of [payout, collection]) {
          const answer = await enquired({ status: 200, body: said(codes, { id, status }) }, transaction)
          expect(answer, response_code).to.have.property('outcome', outcome)
          if (outcome === 'declined') {
            const because = `the network answered 200 with ${response_code} and ESB000010`
            expect(answer).to.have.property('because', because)
          }
        }
      }
    },
  ])
  test('a code for an ambiguous or open payment does not outweigh the end of the payment', Object.fromEntries(everyEnd))

  const general = ['0000900', '521050', '521002', 'ESB000008', 'ESB000011', 'ESB000099']
  const aside = (transaction: Transaction, result_code: string) =>
    ok({ response_code: transaction.kind === 'payout' ? 'DP00900001012' : 'DP00800001004', result_code })
  test('a refusal that releases the money does so beside any general code, known or not', {
    'a general code': async () => {
      for (const transaction of [payout, collection]) {
        for (const code of general) {
          const answer = await submitted(aside(transaction, code), transaction)
          expect(answer, code).to.include({ outcome: 'declined' })
          expect(answer).to.have.property('because').that.includes(code)
        }
      }
    },
    'a code of success, of a process, of doubt or of a transaction': async () => {
      for (const transaction of [payout, collection]) {
        for (const code of ['ESB000010', 'ESB000001', 'ESB000041', 'ESB000045', 'DP00900001006', 'DP00800001099']) {
          expect(await submitted(aside(transaction, code), transaction), code).to.have.property('outcome', 'inDoubt')
        }
      }
    },
    'the general code alone': async () => {
      for (const code of general) {
        for (const transaction of [payout, collection])
          expect(await submitted(ok({ result_code: code }), transaction), code).to.have.property('outcome', 'inDoubt')
      }
    },
  })
})
