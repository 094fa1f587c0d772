import { expect } from 'chai'
import { fundAccount, readStatement } from '../../../../core/sente.ts'
import { otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'
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
    expect(text.trim().split('\n')).to.have.length(252)
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
