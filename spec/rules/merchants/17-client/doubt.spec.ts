import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { between, type Fault, openClient } from './openClient.ts'

/** A refusal by the API. */
function refused(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({ status: 'error', message: 'No' })
  return new Response(body, { status, headers: { 'error-code': code, 'retry-after': '3600', ...headers } })
}

const faults: Readonly<Record<string, () => Fault>> = {
  'lost on its way': () => 'request lost',
  'answer lost': () => 'answer lost',
  '502 of a proxy': () => between(502),
  '404 of a proxy': () => between(404),
  '403 api_access_off': () => refused(403, 'api_access_off'),
  '401 invalid_pin': () => refused(401, 'invalid_pin'),
  '429 rate_limited': () => refused(429, 'rate_limited'),
  '500 internal_error': () => refused(500, 'internal_error'),
  '503 quarantined': () => refused(503, 'quarantined'),
  '503 not_ready': () => refused(503, 'not_ready'),
  '409 of another payment': () =>
    refused(409, 'duplicate_reference', {
      link: '</api/v1/transactions/other>; rel="original"',
      'reference-match': 'different',
    }),
}

describe('17 The client: doubt', () => {
  rule('17.12', 'a refusal of a payment says whether the payment may have arrived with any attempt', {
    'attempts without a conclusive answer': table(
      ['first', 'then', 'refused', 'may have arrived'],
      [
        ['answer lost', '429 rate_limited', 'rate_limited', true],
        ['answer lost', '403 api_access_off', 'api_access_off', true],
        ['answer lost', '401 invalid_pin', 'invalid_pin', true],
        ['502 of a proxy', '503 quarantined', 'quarantined', true],
        ['answer lost', '404 of a proxy', 'unreadable_answer', true],
        ['lost on its way', '500 internal_error', 'internal_error', true],
        ['404 of a proxy', 'nothing more', 'unreadable_answer', true],
        ['500 internal_error', 'nothing more', 'internal_error', true],
        ['answer lost', '409 of another payment', 'duplicate_reference', false],
        ['409 of another payment', 'nothing more', 'duplicate_reference', false],
        ['429 rate_limited', 'nothing more', 'rate_limited', false],
        ['503 quarantined', 'nothing more', 'quarantined', false],
        ['503 not_ready', 'nothing more', 'not_ready', false],
        ['401 invalid_pin', 'nothing more', 'invalid_pin', false],
      ],
      async (first, then, code, mayHaveArrived) => {
        const { client, payout } = await openClient([first, then].flatMap((name) => faults[name]?.() ?? []))
        const result = await client.sendMoney(payout)
        expect(result).to.include({ refused: code, mayHaveArrived })
      },
    ),
    'nobody answers': async () => {
      const { client, payout } = await openClient(Array.from({ length: 9 }, () => 'request lost' as const))
      expect(await client.sendMoney(payout, { patienceMs: 300 })).to.include({
        ...{ refused: 'no_answer', mayHaveArrived: true },
      })
    },
    'it was recorded': async () => {
      const { client, payout, network } = await openClient()
      network.behaves('losesAnswer')
      network.answersEnquiry({ outcome: 'inDoubt', because: 'the network is silent' })
      expect(await client.sendMoney(payout)).to.include({ refused: 'outcome_unknown', mayHaveArrived: true })
      expect(await client.sendMoney(payout)).to.include({ refused: 'duplicate_reference', mayHaveArrived: true })
    },
    'a look-up has no doubt': async () => {
      const { client } = await openClient(['answer lost', refused(429, 'rate_limited')])
      expect(await client.balances()).not.to.have.property('mayHaveArrived')
    },
  })
})
