import { expect } from 'chai'
import { fundAccount, readStatement } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'
import { closeApis, openApi } from '../api.ts'

describe('55 Neighbours: long look-ups', () => {
  afterEach(closeApis)

  rule('55.9', 'a statement as CSV is read a hundred lines at a time, each in a turn of its own', async () => {
    const limits: number[] = []
    const api = await openApi((ports) => ({
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
})

/** Funds the account so often. */
async function fund({ ports, account }: Awaited<ReturnType<typeof openApi>>, times: number): Promise<void> {
  for (let nth = 1; nth <= times; nth += 1)
    await fundAccount(ports)({ accountId: account.id, currency: 'UGX', amount: 1, reference: `bank-${nth}` })
}
