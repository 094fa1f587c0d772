import { expect } from 'chai'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'

describe('26 The dashboard: the end of a session', () => {
  const visit = inBrowser()

  rule('26.37', 'five minutes before its session ends a page warns of it, on a phone, too', async () => {
    const { origin, userOf } = await openDashboard()
    const { cookie } = await userOf('owner')
    const visited = await visit(origin, { script: true, width: 360, colours: 'light' }, cookie)
    const { page, look } = visited
    await page.clock.install()
    await page.goto(`${origin}/dashboard/batches/new`)
    const warning = page.getByText('Your session ends within five minutes')
    await page.clock.fastForward('24:50')
    expect(await warning.isVisible()).to.equal(false)
    await page.clock.fastForward('00:10')
    await warning.waitFor()
    await look('New batch')
    expect(visited.faults).to.deep.equal([])
    await visited.close()
  })
})
