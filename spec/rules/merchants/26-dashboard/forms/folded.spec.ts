import { expect } from 'chai'
import { openDashboard } from '../../../../fixtures/http/dashboard.ts'
import { openTwoOperators } from '../../../../fixtures/http/operators.ts'
import { rule } from '../../../../rule.ts'

describe('26 The dashboard: rare filters', () => {
  /** Whether the rare filters of a page can be seen. */
  const isOpen = (body: string) => /<details( open)?[^>]*><summary>More filters/.exec(body)?.[1] !== undefined

  rule('26.49', 'rare filters of a list of payments are folded while none of them is used', {
    'the list of an account': async () => {
      const { get } = await (await openDashboard()).userOf()
      const list = async (query: string) => isOpen((await get(`/dashboard/transactions?${query}`)).body)
      for (const query of ['', 'text=wages', 'state=open&days=today', 'kind=', 'network=&columns=fee'])
        expect(await list(query), query).to.equal(false)
      for (const query of ['kind=send', 'network=AIRTEL', 'text=wages&kind=collect'])
        expect(await list(query), query).to.equal(true)
    },
    'the list of all accounts': async () => {
      const { nakato, account } = await openTwoOperators()
      const list = async (query: string) => isOpen((await nakato.get(`/operator/payments?${query}`)).body)
      expect(await list('state=open')).to.equal(false)
      expect(await list('attention=yes')).to.equal(true)
      expect(await list(`account=${account.id}`)).to.equal(true)
    },
  })
})
