import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('23 Many payouts at once: warnings', () => {
  rule('23.68', 'the answer has warnings: lines that repeat a payment, and columns that are not read', async () => {
    const api = await overHttp()
    const headers = {
      authorization: api.authorization,
      'content-type': 'text/csv',
      'batch-api-key': api.request.apikey,
      'batch-reference': 'salaries',
      'batch-pin': '4071',
    }
    const file = [
      'reference;phone_number;amount;currency;network;Name;state',
      'salary-1;256770000001;1000;UGX;MTN;A;',
      'salary-2;256770000001;1000;UGX;MTN;A;',
    ].join('\n')
    const sent = async (query: string) => {
      const { status, text } = await api.ask('POST', `/api/v1/payout-batches${query}`, headers, file)
      return [status, JSON.parse(text).data.warnings]
    }
    const repeated = {
      ...{ line: 3, reference: 'salary-2', code: 'repeated_payment' },
      message: 'Line 3 pays the same amount to the same phone number as line 2',
      transaction_id: null,
    }
    const unread = {
      ...{ line: null, reference: null, code: 'column_not_read' },
      message: 'The column “Name” is not read',
      transaction_id: null,
    }
    expect(await sent('?dry_run=true')).to.deep.equal([200, [repeated, unread]])
    expect(await sent('')).to.deep.equal([409, [repeated]])
    expect(await sent('?confirm_repeats=true')).to.deep.equal([201, [repeated, unread]])
  })
})
