import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { openCompared } from './compared.ts'

describe('137 Exceptions on the operators’ pages: owners', () => {
  rule(
    '137.13',
    'the first page shows for each payment that needs attention how long it has been open, and the owner of its exception',
    async () => {
      const { nakato, okot, inDoubt, failedThere, found } = await openCompared()
      await inDoubt(1_000)
      await okot.get('/me')
      await nakato.get('/me')
      const { row } = await failedThere()
      const { paths } = await found([row])
      const first = async () => textOf(await nakato.get('/operator/'))
      expect(await first()).to.include(
        'the network’s own file says that nothing was paid; open for 15 min, with nobody',
      )
      await nakato.post(`${paths[0]}/assign`, { owner: 'okot', because: 'ticket 4711' })
      expect(await first())
        .to.include('the network’s own file says that nothing was paid; open for 15 min, with okot')
        .and.include('the network reported another payment; open for 30 min, with nobody')
      await nakato.post(`${paths[0]}/resolve`, { because: 'as they said', password })
      expect(await first()).to.include(
        'the network’s own file says that nothing was paid; open for 15 min, with nobody',
      )
    },
  )
})
