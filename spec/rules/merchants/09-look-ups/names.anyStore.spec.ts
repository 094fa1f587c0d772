import { expect } from 'chai'
import { uganda } from '../../../../core/sente.ts'
import { dataOf, openPayment, otherAccount } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { expectError, type HttpAnswer, overHttp } from '../../../stages/overHttp.ts'

const refused = (query: string, problems: string) => async () => {
  const { look } = await overHttp()
  expectError(await look(`/transactions?${query}`), 400, 'malformed_fields', `Malformed fields: ${problems}`)
}

/** Checks which transactions were listed, by their references. */
function expectReferences(answer: HttpAnswer, references: readonly string[]) {
  expect(answer.status, answer.text).to.equal(200)
  const { transactions } = dataOf(answer) as { transactions: { reference: string }[] }
  expect(transactions.map(({ reference }) => reference)).to.deep.equal(references)
}

const [network, currency] = ['network must be one of AIRTEL, MTN', 'currency must be one of UGX']

describe('9 Look-ups: unknown currencies and networks', () => {
  rule(
    '9.26',
    'a filter by a currency or network that is in neither the market nor the account’s transactions is refused with the names of the market',
    {
      'a network': refused('network=NOSUCH', network),
      'a currency': refused('currency=KES', currency),
      'both, beside another filter': refused('currency=KES&network=NOSUCH&state=failed', `${currency}; ${network}`),
      'a network of two currencies is named once': async () => {
        const market = new Map([...uganda, ['RWF', { minimum: 100, maximum: 5_000, networks: [{ name: 'MTN' }] }]])
        const { look } = await overHttp({ lookUpMarket: () => ({ market }) })
        expectError(await look('/transactions?network=X'), 400, 'malformed_fields', `Malformed fields: ${network}`)
      },
      'one of the market, without a transaction': async () => {
        const api = await overHttp()
        expectReferences(await api.look('/transactions?network=AIRTEL&currency=UGX'), [])
      },
      'one that has left the market': async () => {
        const market = new Map([['RWF', { minimum: 100, maximum: 5_000, networks: [{ name: 'AIRTEL' }] }]])
        const api = await overHttp({ lookUpMarket: () => ({ market }) })
        await openPayment(api, { reference: 'old' })
        expectReferences(await api.look('/transactions?network=MTN&currency=UGX'), ['old'])
        expectReferences(await api.look('/transactions?network=MTN&kind=collection'), [])
        const theirs = await api.look('/transactions?network=MTN', await otherAccount(api))
        expectError(theirs, 400, 'malformed_fields', 'Malformed fields: network must be one of AIRTEL')
      },
      'a caller who may not know the market': async () => {
        const { look, change } = await overHttp()
        await change((account) => ({ ...account, kyc: 'incomplete' }))
        const message = 'Unauthorized. Complete KYC to access this API'
        expectError(await look('/transactions?network=NOSUCH'), 403, 'kyc_incomplete', message)
      },
    },
  )
})
