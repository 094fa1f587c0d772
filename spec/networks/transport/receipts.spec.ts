import { expect } from 'chai'
import { table, test } from '../../rule.ts'
import { collection, enquired, id } from '../airtelScript.ts'
import { mtnEnquired } from '../scriptedNetwork.ts'

/** A network's number of a payment, in JSON, and the stored receipt. */
const receipts: [written: string, kept: string | null][] = [
  ['"MP210603.1234.L06941"', 'MP210603.1234.L06941'],
  ['" 363440463\\n"', '363440463'],
  ['363440463', '363440463'],
  ['9007199254740991', '9007199254740991'],
  ['9007199254740993', '9007199254740993'],
  ['-98765432109876543210987654321', '-98765432109876543210987654321'],
  ['"a \\"quoted\\" 9007199254740993"', 'a "quoted" 9007199254740993'],
  ['"a\\\\"', 'a\\'],
  [`"${'9'.repeat(100)}"`, '9'.repeat(100)],
  [`"${'9'.repeat(101)}"`, null],
  ['9'.repeat(101), null],
  ['"12\\u0000"', null],
  ['"12\\u001b[2J"', null],
  ['"12\\n34"', null],
  ['"\\ud83d"', null],
  ['""', null],
  ['false', null],
  ['null', null],
  ['{"9007199254740993": 9007199254740993}', null],
]

describe('Common to the networks: receipts', () => {
  test('a network’s number of a payment is kept with all its digits: printable, at most 100 characters', {
    MTN: table(['written', 'stored'], receipts, async (written, kept) => {
      const body = `{"amount": "5000", "status": "SUCCESSFUL", "financialTransactionId": ${written}}`
      const answer = await mtnEnquired({ status: 200, body })
      expect(answer).to.include({ outcome: 'succeeded', providerRef: kept, networkReceipt: kept })
    }),
    Airtel: table(['written', 'stored'], receipts, async (written, kept) => {
      const transaction = `{"id": "${id}", "status": "TS", "airtel_money_id": ${written}}`
      const body = `{"data": {"transaction": ${transaction}}, "status": {"result_code": "ESB000010"}}`
      const answer = await enquired({ status: 200, body }, collection)
      expect(answer).to.include({ outcome: 'succeeded', providerRef: kept, networkReceipt: kept })
    }),
  })
})
