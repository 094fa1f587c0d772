import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { apiText } from '../../../adapters/http/app.ts'
import type { WebhookDeps } from '../../../adapters/http/endpoint.ts'
import { fundAccount, readStatement } from '../../../core/sente.ts'
import { rule, table } from '../../rule.ts'
import { closeApis, openApi } from '../api.ts'
import { otherAccount } from '../lookUps.ts'

/** Every look-up of an account that the API's description has, with what it has to be given. */
const lookUps = Object.entries((JSON.parse(apiText()) as { paths: Record<string, object> }).paths)
  .filter(([path, methods]) => path.startsWith('/api/v1/') && 'get' in methods)
  .map(([path]) =>
    path
      .replace('/api/v1', '')
      .replace(/\{\w+\}/, 'none')
      .replace(/statement$/, '$&?currency=UGX'),
  )

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

  rule(
    '55.10',
    'a look-up of any kind waits while two others of its account are at work, and those of other accounts do not',
    table(
      ['what is looked up'],
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
})

/** Funds the account so often. */
async function fund({ ports, account }: Awaited<ReturnType<typeof openApi>>, times: number): Promise<void> {
  for (let nth = 1; nth <= times; nth += 1)
    await fundAccount(ports)({ accountId: account.id, currency: 'UGX', amount: 1, reference: `bank-${nth}` })
}

/** Opens an API at which two look-ups of the account are at work until they are released. */
async function withTwoAtWork() {
  let [begun, release] = [0, () => {}]
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const notFound = async () => ({ refused: 'endpoint_not_found' }) as const
  const webhooks = { listEndpoints: async () => ({ endpoints: [] }), findEndpoint: notFound, listAttempts: notFound }
  const api = await openApi({
    webhooks: webhooks as Partial<WebhookDeps> as WebhookDeps,
    async lookUpBalances() {
      begun += 1
      if (begun <= 2) await released
      return { balances: [] }
    },
  })
  for (const _ of [1, 2]) void api.look('/balances').catch(() => {})
  while (begun < 2) await setImmediate()
  return { api, release }
}
