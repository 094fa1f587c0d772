import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators } from '../../../fixtures/http/operators.ts'
import { rule } from '../../../rule.ts'

describe('135 Decisions on the operators’ pages: quarantine', () => {
  rule('135.23', 'a quarantine is begun with a reason, and ended with a reason and the password', async () => {
    const { nakato, ports, actions } = await openTwoOperators()
    const lasting = async () => (await ports.quarantines.all()).some(({ ended }) => !ended)
    const post = (form: Record<string, string>) => nakato.post('/operator/quarantine', form)
    const because = 'compared with both portals'
    expect((await post({ decision: 'begin' })).statusCode).to.equal(422)
    expect(await lasting()).to.equal(false)
    await post({ decision: 'begin', because: 'an old disk came back' })
    expect(await lasting()).to.equal(true)
    expect(textOf(await nakato.get('/operator/quarantine'))).to.include('an old disk came back')
    for (const form of [{ because }, { because, password: 'wrong' }, { password }] as Record<string, string>[]) {
      expect((await post({ decision: 'end', ...form })).statusCode).to.equal(422)
    }
    expect(await lasting()).to.equal(true)
    await post({ decision: 'end', because, password })
    expect(await lasting()).to.equal(false)
    expect((await actions())[0]).to.include({ by: 'nakato', because })
  })
})
