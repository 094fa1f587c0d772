import { expect } from 'chai'
import { fundAccount, readStatement } from '../../../../core/sente.ts'
import { otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { type Api, overHttp } from '../../../stages/overHttp.ts'
import { answered, leave, lookUps, withTwoAtWork } from './atWork.ts'

describe('14 Neighbours: long look-ups', () => {
  rule('14.9', 'a statement as CSV is read a hundred lines at a time, each in a turn of its own', async () => {
    const limits: number[] = []
    const api = await overHttp((ports) => ({
      readStatement: (request) => {
        limits.push(request.query.limit)
        return readStatement(ports)(request)
      },
    }))
    await fund(api, 249)
    const { authorization } = api
    const { text } = await api.look('/statement?currency=UGX', { authorization, accept: 'text/csv' })
    expect(text.trim().split('\n')).to.have.length(251)
    expect(limits).to.deep.equal([100, 100, 100])
  })

  rule(
    '14.10',
    'a look-up of any kind waits while two others of its account are running, and those of other accounts do not',
    table(
      ['look-up'],
      lookUps.map((path) => [path]),
      async (path) => {
        const { api, release } = await withTwoAtWork()
        let isAnswered = false
        const waiting = api.look(path).then((answer) => {
          isAnswered = true
          return answer
        })
        const other = await otherAccount(api)
        for (const _ of [1, 2, 3]) expect((await api.look(path, other)).status).to.be.oneOf([200, 404])
        expect(isAnswered).to.equal(false)
        release()
        expect((await waiting).status).to.be.oneOf([200, 404])
      },
    ),
  )

  rule(
    '14.32',
    'a change of a webhook endpoint, a test message and a redelivery wait for the turn of the account, like look-ups',
    table(
      ['call', 'body', 'answer'],
      [
        ['POST /webhook-endpoints', '{"url":"https://shop.example"}', 409],
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

  rule(
    '14.11',
    'a waiting look-up of any kind is not made when its client has left',
    table(
      ['look-up'],
      lookUps.map((path) => [path]),
      async (path) => {
        const { api, release } = await withTwoAtWork()
        await leave(api, `GET /api/v1${path} HTTP/1.1`)
        release()
        expect(await answered(api, 3)).to.include('request_aborted')
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

/** Funds the account this many times. */
async function fund({ ports, account }: Awaited<ReturnType<typeof overHttp>>, times: number): Promise<void> {
  for (let nth = 1; nth <= times; nth += 1)
    await fundAccount(ports)({
      by: 'amina',
      accountId: account.id,
      currency: 'UGX',
      amount: 1,
      reference: `bank-${nth}`,
    })
}
