import { expect } from 'chai'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { rule, table } from '../../../rule.ts'

describe('132 Pages for people: navigation', () => {
  /** The names in the navigation of a page that are marked as the current place. */
  function markedIn(body: string): string[] {
    const [navigation = ''] = /<nav .*?<\/nav>/s.exec(body) ?? []
    return [...navigation.matchAll(/aria-current="page"[^>]*>([^<]+)</g)].map(([, name = '']) => name)
  }

  async function openBoth() {
    const dashboard = await openDashboard()
    const [manager, operator] = [await dashboard.userOf('owner'), await dashboard.userOf('administrator')]
    const marked = async (path: string) =>
      markedIn((await (path.startsWith('/operator/') ? operator : manager).get(path)).body)
    return { ...dashboard, marked }
  }

  rule(
    '132.12',
    'the navigation marks one place on each page: the list that the page belongs to, or the overview itself',
    {
      'every page': async () => {
        const { all, marked } = await openBoth()
        const paths = all
          .filter(({ path, show }) => show && /^\/(dashboard|operator)\/[^.]*$/.test(path))
          .map(({ path }) => path)
        expect(paths).to.have.length.above(30)
        for (const path of paths)
          expect([path, await marked(path.replaceAll(/:\w+/g, '1'))]).to.have.nested.property('1.length', 1)
      },
      which: table(
        ['page', 'marked'],
        [
          ['/dashboard/', 'Overview'],
          ['/dashboard/notices', 'Overview'],
          ['/dashboard/transactions', 'Transactions'],
          ['/dashboard/transactions/1', 'Transactions'],
          ['/dashboard/settings/keys', 'Settings'],
          ['/dashboard/actions', 'Settings'],
          ['/dashboard/events', 'Webhooks'],
          ['/dashboard/none', ''],
          ['/operator/', 'Overview'],
          ['/operator/quarantine', 'Overview'],
          ['/operator/notices', 'Overview'],
          ['/operator/new-account', 'Accounts'],
          ['/operator/accounts/1', 'Accounts'],
          ['/operator/attention', 'Payments'],
          ['/operator/exceptions/1/2', 'Exceptions'],
          ['/operator/exceptions-together', 'Exceptions'],
          ['/operator/comparisons', 'Exceptions'],
          ['/operator/approvals', 'Proposals'],
          ['/operator/networks', 'Networks'],
          ['/operator/float', 'Networks'],
          ['/operator/money', 'Networks'],
          ['/operator/closes', 'Overview'],
          ['/operator/books', 'Overview'],
          ['/operator/actions', 'Actions'],
        ],
        async (path, name) => {
          const { marked } = await openBoth()
          expect((await marked(path)).join()).to.equal(name)
        },
      ),
    },
  )
})
