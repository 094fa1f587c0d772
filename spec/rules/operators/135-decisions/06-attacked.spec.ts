import { expect } from 'chai'
import type { Page } from '../../../../adapters/dashboard/page.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule } from '../../../rule.ts'

describe('135 Decisions on the operators’ pages: attacked', () => {
  /** A form that has everything that any form for operators asks for. */
  const everything = {
    ...{ end: 'failed', because: 'ticket 4711', password, proposal: '3', id: '019b7db8-7800-7000-8000-000000000001' },
    ...{ name: 'Kiosk', kyc: 'complete', access: 'off', currency: 'UGX', activated: 'no', kind: 'fund' },
    ...{ amount: '500', reference: 'bank-1', payouts_a_day: '0', network: 'MTN', owner: 'okot' },
  }

  /** Every page for operators, with existing ids in its path, and the forms of each. */
  async function openAttacked() {
    const at = await openDashboard({ operatorsTakeTwoSteps: true })
    const { ask, userOf, ports, account, pay, all } = at
    const { id, afterAnswer } = await pay('accepts')
    await afterAnswer({ outcome: 'mismatch', because: 'another amount' })
    const operator = await userOf('administrator', 'nakato')
    const form = new URLSearchParams({ ...everything, payment: `${id} pending mismatch` })
    const cookieOf = async (name: string) => {
      const { headers } = await ask.post('sign-in', { form: { name, password }, headers: ownForm })
      return `${headers['set-cookie']}`.split(';')[0] ?? ''
    }
    /** Sends the form with these headers, or requests the page; resolves with the status and the redirect. */
    async function send(path: string, method: 'GET' | 'POST', headers: Record<string, string>) {
      const sent = method === 'POST' ? { body: form.toString() } : {}
      const answer = await ask(path.slice(1), { method, headers, ...sent })
      return { status: answer.statusCode, to: answer.headers.location?.split('?')[0], body: answer.body }
    }
    const ofOperators = all.filter(({ path }) => path.startsWith('/operator'))
    const filledIn = ({ path }: Page, unknown?: string) =>
      path.replace(/:\w+/g, unknown ?? (path.includes('/payments/') ? id : account.id))
    return {
      ...{ ...at, ofOperators, operator, send, filledIn, id },
      withoutStep: await cookieOf('nakato'),
      holders: [(await userOf('owner')).cookie, (await userOf('viewer')).cookie],
      /** The state that the requests must not have changed. */
      now: async () => ({
        actions: (await ports.actions.list({ limit: 1 })).actions[0]?.number,
        account: await ports.accounts.byId(account.id),
        payment: await ports.books.transaction(id),
      }),
    }
  }

  const methodsOf = ({ show, take }: Page) => [
    ...(show ? (['GET'] as const) : []),
    ...(take ? (['POST'] as const) : []),
  ]

  rule(
    '135.21',
    'no page or form for operators does anything for nobody, a holder, an operator without a second step, or another site',
    async () => {
      const { ofOperators, send, filledIn, withoutStep, holders, operator, now } = await openAttacked()
      const before = await now()
      expect(ofOperators).to.have.length.above(20)
      for (const page of ofOperators) {
        const path = filledIn(page)
        for (const act of [page.access, page.takesFrom ?? page.access].flat()) expect(act, path).to.match(/^operator\./)
        for (const method of methodsOf(page)) {
          const what = `${method} ${path}`
          const nobody = await send(path, method, ownForm)
          expect([nobody.status, nobody.to], what).to.deep.equal([303, '/sign-in'])
          const half = await send(path, method, { ...ownForm, cookie: withoutStep })
          expect([half.status, half.to], what).to.deep.equal([303, '/me/second-step'])
          for (const cookie of holders) {
            const { status, body } = await send(path, method, { ...ownForm, cookie })
            expect([status, body.includes('Nothing here')], what).to.deep.equal([404, true])
          }
          if (method === 'GET') continue
          for (const site of ['cross-site', 'same-site', 'none']) {
            const headers = { ...ownForm, 'sec-fetch-site': site, cookie: operator.cookie }
            expect((await send(path, method, headers)).status, `${what} ${site}`).to.equal(403)
          }
        }
      }
      expect(await now()).to.deep.equal(before)
    },
  )

  rule('135.22', 'an id that there is not is answered as nothing by every page and form for operators', async () => {
    const { ofOperators, send, filledIn, operator, now } = await openAttacked()
    const before = await now()
    for (const page of ofOperators.filter(({ path }) => path.includes(':'))) {
      for (const unknown of ['unknown', '0', '019b7db8-7800-7000-8000-000000000009', '..%2Fx', "'%20or%201=1"]) {
        const path = filledIn(page, unknown)
        for (const method of methodsOf(page)) {
          const { status } = await send(path, method, { ...ownForm, cookie: operator.cookie })
          expect(status, `${method} ${path}`).to.equal(404)
        }
      }
    }
    expect(await now()).to.deep.equal(before)
  })
})
