import { expect } from 'chai'
import { test } from '../../rule.ts'
import { collection, enquired, id, payout, said, submitted } from '../airtelScript.ts'

type Codes = Parameters<typeof said>[0]

const answered = (status: string, codes: Codes, transaction = payout) =>
  enquired({ status: 200, body: said(codes, { id, status }) }, transaction)

describe('Airtel Money: its own words', () => {
  test('a failure keeps Airtel’s own code: the one that gives the reason, or else one that no list has', {
    'an enquiry': async () => {
      const words: [codes: Codes, word: string | null][] = [
        [{ response_code: 'DP00900001003', result_code: 'ESB000011' }, 'DP00900001003'],
        [{ response_code: 'DP00900001006', result_code: 'ESB000033' }, 'ESB000033'],
        [{ response_code: 'DP00900001006', result_code: 'ESB000777' }, 'ESB000777'],
        [{ response_code: 'DP00900001006', result_code: 'ESB000010' }, 'DP00900001006'],
        [{ response_code: 'DP00999999999\u0000' }, null],
        [{}, null],
      ]
      for (const [codes, networkReason] of words)
        expect(await answered('TF', codes), JSON.stringify(codes)).to.include({ outcome: 'declined', networkReason })
      const expired = await answered('TE', { response_code: 'DP00800001029' }, collection)
      expect(expired).to.include({ reason: 'customer_did_not_approve', networkReason: 'DP00800001029' })
    },
    'a submission that releases the money': async () =>
      expect(await submitted({ status: 200, body: said({ response_code: 'DP00900001012' }) })).to.include({
        outcome: 'declined',
        networkReason: 'DP00900001012',
      }),
  })
})
