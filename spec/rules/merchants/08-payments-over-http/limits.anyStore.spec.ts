import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { type Api, expectError, overHttp } from '../../../stages/overHttp.ts'

describe('8 Payments over HTTP: limits', () => {
  /** Asks the same customer this many times; resolves with the last answer. */
  async function ask({ post, bodies }: Api, count: number, headers: Record<string, string> = {}) {
    for (let time = 1; time < count; time += 1) {
      const reference = `prompt-${time}`
      expect((await post('collect-money', { ...bodies['collect-money'], reference })).status).to.equal(201)
    }
    return post('collect-money', bodies['collect-money'], headers)
  }

  rule(
    '8.61',
    'a collection beyond a limit is answered 429 with the limit in the message, and can be repeated after Retry-After seconds',
    {
      'twenty an hour': async () => {
        const api = await overHttp()
        const { network, clock, post, bodies } = api
        network.behaves('succeeds')
        const answer = await ask(api, 21)
        const message = 'Limit reached: at most 20 prompts to a phone number in an hour. It ends in 3600 seconds'
        expectError(answer, 429, 'limit_reached', message)
        expect(answer.headers['retry-after']).to.equal('3600')
        clock.forwardMs(3_600_000 - 1)
        expect((await post('collect-money', bodies['collect-money'])).headers['retry-after']).to.equal('1')
        clock.forwardMs(1)
        expect((await post('collect-money', bodies['collect-money'])).status).to.equal(201)
      },
      'three unanswered: nobody knows when that ends': async () => {
        const answer = await ask(await overHttp(), 4)
        const message = 'Limit reached: at most 3 unanswered prompts to a phone number. It ends when one of them ends'
        expectError(answer, 429, 'limit_reached', message)
        expect(answer.headers['retry-after']).to.equal('60')
      },
      'payouts of a day: until midnight': async () => {
        const { post, bodies, change, clock } = await overHttp()
        await change((account) => ({ ...account, limits: { UGX: { payouts_a_day: 1n } } }))
        await post('send-money', bodies['send-money'])
        const answer = await post('send-money', { ...bodies['send-money'], reference: 'order-2' })
        const message = 'Limit reached: at most 1 payouts in UGX a day. It ends in 57600 seconds'
        expectError(answer, 429, 'limit_reached', message)
        expect(answer.headers['retry-after']).to.equal('57600')
        clock.forwardMs(57_600_000)
        expect((await post('send-money', { ...bodies['send-money'], reference: 'order-2' })).status).to.equal(201)
      },
      'a payout above the limit of any day: a repetition cannot succeed': async () => {
        const { post, bodies, change } = await overHttp()
        await change((account) => ({ ...account, limits: { UGX: { payout_amount: 4_999n } } }))
        const problem = { accept: 'application/problem+json' }
        const answer = await post('send-money', bodies['send-money'], problem)
        expect(answer.status).to.equal(429)
        expect(answer.headers).not.to.have.property('retry-after')
        expect(JSON.parse(answer.text)).to.include({
          detail: 'Limit reached: at most 4999 UGX in one payout. It ends only when the operator raises it',
          retry: 'after_change',
        })
      },
      'the answer shows nothing of the request, or of other accounts': async () => {
        const { text, headers } = await ask(await overHttp(), 4)
        expect(text + JSON.stringify(headers)).not.to.match(/256770000001|order-1|prompt-|account_id/)
      },
    },
  )
})
