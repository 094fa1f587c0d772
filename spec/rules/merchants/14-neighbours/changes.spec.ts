import { expect } from 'chai'
import { otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import type { Api } from '../../../stages/overHttp.ts'
import { withTwoAtWork } from './atWork.ts'

describe('14 Neighbours: changes', () => {
  rule(
    '14.33',
    'changes of webhook endpoints, new payment links, test messages and events that are delivered again wait like look-ups of their account',
    table(
      ['call', 'body', 'answer'],
      [
        ['POST /webhook-endpoints', '{"url":"https://shop.example"}', 409],
        ['POST /payment-links', '{"reference":"order-17","amount":5000,"currency":"UGX","description":"Bread"}', 409],
        ['PATCH /webhook-endpoints/none', '{"enabled":true}', 404],
        ['DELETE /webhook-endpoints/none', '', 404],
        ['POST /webhook-endpoints/none/rotate-secret', '', 404],
        ['POST /webhook-endpoints/none/test', '', 404],
        ['POST /events/none/redeliver', '', 404],
      ],
      async (call, body, answer) => {
        const { api, release } = await withTwoAtWork()
        let isAnswered = false
        const waiting = send(api, call, body).then((status) => {
          isAnswered = true
          return status
        })
        const other = { ...api, ...(await otherAccount(api)) }
        for (const _ of [1, 2, 3]) expect(await send(other, call, body)).to.equal(answer)
        expect(isAnswered).to.equal(false)
        release()
        expect(await waiting).to.equal(answer)
      },
    ),
  )
})

/** Makes a call; resolves with the status. */
async function send({ authorization, ask }: Pick<Api, 'authorization' | 'ask'>, call: string, body: string) {
  const [method = '', path] = call.split(' ')
  const headers = { authorization, 'content-type': 'application/json' }
  return (await ask(method, `/api/v1${path}`, headers, body)).status
}
