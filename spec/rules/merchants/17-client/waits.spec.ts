import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { between, openClient } from './openClient.ts'

describe('17 The client: pauses', () => {
  rule('17.28', 'a refusal has the seconds of Retry-After', {
    'a locked PIN': async () => {
      const { client, payout } = await openClient()
      for (let wrong = 1; wrong <= 5; wrong += 1) {
        const refused = await client.sendMoney({ ...payout, pin: '9999' })
        expect(refused).to.include({ refused: 'invalid_pin' })
        expect(refused).not.to.have.property('retryAfterS')
      }
      expect(await client.sendMoney(payout)).to.include({ refused: 'pin_locked', retryAfterS: 900 })
    },
    'something between': table(
      ['Retry-After', 'seconds'],
      [
        ['0', 0],
        ['3600', 3_600],
        ['-1', undefined],
        ['1e3', undefined],
        ['', undefined],
        ['Fri, 02 Jan 2026 08:00:00 GMT', undefined],
      ] as [string, number | undefined][],
      async (header, seconds) => {
        const { client } = await openClient([between(503, { 'retry-after': header })])
        const refused = await client.balances({ patienceMs: 100 })
        expect(refused).to.include({ refused: 'unreadable_answer', status: 503 })
        expect('retryAfterS' in refused ? refused.retryAfterS : undefined).to.equal(seconds)
      },
    ),
  })
})
