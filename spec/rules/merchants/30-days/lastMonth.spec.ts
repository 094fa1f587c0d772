import { expect } from 'chai'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

describe('30 Days: the last month', () => {
  rule(
    '30.11',
    'the statement has links to the whole last month as files, by the time zone of the account',
    table(
      ['now', 'month', 'the file'],
      [
        ['2026-03-15T12:00Z', 'February 2026', 'statement-UGX-from-2026-02-01-to-2026-02-28.csv'],
        ['2026-01-31T20:59Z', 'December 2025', 'statement-UGX-from-2025-12-01-to-2025-12-31.csv'],
        ['2026-01-31T21:00Z', 'January 2026', 'statement-UGX-from-2026-01-01-to-2026-01-31.csv'],
      ],
      async (now, month, file) => {
        const { clock, userOf } = await openDashboard()
        clock.forwardMs(Date.parse(now) - clock.nowMs())
        const { get } = await userOf('owner')
        const page = await get('/dashboard/statement?days=today')
        expect(textOf(page)).to.include(`${month} as a file:`)
        const links = [...page.body.matchAll(/href="([^"]*\/statement\.(\w+)\?[^"]*)"/g)].slice(0, 3)
        expect(links.map(([, , ending]) => ending).join()).to.equal('csv,xlsx,ofx')
        const { headers } = await get(links[0]?.[1]?.replaceAll('&amp;', '&') ?? '')
        expect(headers['content-disposition']).to.include(file)
      },
    ),
  )
})
