import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { openClient } from './openClient.ts'

/** A refusal by the API for clients that accept problems. */
function problem(status: number, code: string, known: 'no' | 'unknown', retry: string): Response {
  const body = { detail: 'No.', code, money_moved: known, reference_used: known, retry }
  return new Response(JSON.stringify(body), { status, headers: { 'error-code': code, 'retry-after': '1' } })
}

describe('17 The client: problems', () => {
  rule('17.24', 'the API’s own word decides whether the client repeats, and is part of the refusal', {
    'whether to repeat': table(
      ['status', 'code', 'how to send it again', 'requests'],
      [
        [400, 'request_aborted', 'same_request', 2],
        [501, 'webhooks_off', 'after_change', 1],
        [500, 'outcome_unknown', 'no', 1],
        [500, 'a_code_to_come', 'new_reference', 1],
        [500, 'a_code_to_come', 'same_request', 2],
      ],
      async (status, code, retry, requests) => {
        const { client, payout, sent } = await openClient([problem(status, code, 'no', retry)])
        const result = await client.sendMoney(payout)
        expect(sent).to.have.length(requests)
        expect('refused' in result).to.equal(requests === 1)
      },
    ),
    'whether it may have arrived': table(
      ['known', 'may have arrived'],
      [
        ['no', false],
        ['unknown', true],
      ] as ['no' | 'unknown', boolean][],
      async (known, mayHaveArrived) => {
        const { client, payout } = await openClient([problem(500, 'internal_error', known, 'after_change')])
        const result = await client.sendMoney(payout)
        expect(result).to.include({ refused: 'internal_error', message: 'No.', moneyMoved: known })
        expect(result).to.include({ mayHaveArrived })
      },
    ),
    'the refused lines of a batch, even if a proxy has dropped the Accept header': async () => {
      const lines = [{ line: 2, code: 'invalid_network' }]
      const headers = { 'error-code': 'batch_refused' }
      for (const body of [
        { lines, detail: 'No.' },
        { data: { lines }, message: 'No.' },
      ]) {
        const { client } = await openClient([new Response(JSON.stringify(body), { status: 400, headers })])
        const result = await client.tryBatch({ reference: 'salaries', lines: [] })
        expect(result).to.deep.include({ refused: 'batch_refused', message: 'No.', lines })
      }
    },
    'two errors with one message of the contract': async () => {
      const { client, payout, network } = await openClient()
      network.behaves('declines')
      expect(await client.sendMoney(payout)).to.include({
        ...{ refused: 'provider_unavailable', moneyMoved: 'no', referenceUsed: 'yes', retry: 'new_reference' },
        message: 'The network could not be reached or has refused the payment: the transaction has failed.',
      })
      network.behaves('losesAnswer')
      network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
      expect(await client.sendMoney({ ...payout, reference: 'order-2' })).to.include({
        ...{ refused: 'outcome_unknown', moneyMoved: 'unknown', referenceUsed: 'yes', retry: 'no' },
        message: 'The payment was sent to the network, and nobody knows yet whether the network executed it.',
      })
    },
  })
})
