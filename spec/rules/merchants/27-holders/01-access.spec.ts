import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { openHolder } from './holder.ts'

const tea = { amount: '500', said: 'UGX 500', currency: 'UGX', description: 'Tea' }

describe('27 The account’s users in the browser: permissions', () => {
  /** An account with one of everything, each page about it, and each form with values that would change something. */
  async function openAll() {
    const holder = await openHolder()
    const { id: endpoint } = await holder.addEndpoint()
    const { id: payment } = await holder.pay('succeeds')
    await holder.attempted(endpoint, [{ problem: 'it has answered 500', status: 500 }])
    const { body } = await holder.get('/dashboard/events')
    const event = /events\/([0-9a-f-]{36})\/redeliver/.exec(body)?.[1] ?? ''
    await holder.post('/dashboard/links/new', { ...tea, reference: 'tea' })
    const [link] = await holder.ports.paymentLinks.list({ accountId: holder.accountId, limit: 1 })
    const pages = [
      `/dashboard/links/${link?.id}`,
      `/dashboard/webhooks/${endpoint}`,
      `/dashboard/transactions/${payment}`,
    ]
    const url = 'https://elsewhere.example/hooks'
    const forms: readonly (readonly [string, Record<string, string>])[] = [
      [`/dashboard/webhooks/${endpoint}/change`, { url, password }],
      [`/dashboard/webhooks/${endpoint}/enable`, { enabled: 'no' }],
      [`/dashboard/webhooks/${endpoint}/rotate`, { password }],
      [`/dashboard/webhooks/${endpoint}/test`, {}],
      [`/dashboard/webhooks/${endpoint}/redeliver-failed`, {}],
      [`/dashboard/webhooks/${endpoint}/remove`, { sure: 'yes' }],
      [`/dashboard/events/${event}/redeliver`, {}],
      [
        `/dashboard/transactions/${payment}/refund`,
        { amount: '500', said: 'UGX 500', reference: 'refund-1', pin: '4071' },
      ],
      [`/dashboard/links/${link?.id}/end`, { sure: 'yes' }],
    ]
    const now = async () =>
      JSON.stringify([await holder.endpoints(), (await holder.ports.paymentLinks.byId(link?.id ?? ''))?.endedAtMs])
    return { ...holder, pages, forms, now }
  }

  rule('27.1', 'the data of another account are not found, by any page or form', async () => {
    const { strangerOf, pages, forms, now, doneBy, get } = await openAll()
    const stranger = await strangerOf()
    const before = await now()
    for (const path of pages) {
      expect((await get(path)).statusCode, path).to.equal(200)
      expect((await stranger.get(path)).statusCode, path).to.equal(404)
    }
    for (const [path, form] of forms) expect((await stranger.post(path, form)).statusCode, path).to.equal(404)
    expect(await now()).to.equal(before)
    expect(await doneBy('stranger')).to.deep.equal([])
  })

  rule(
    '27.2',
    'a viewer sees everything, gets no form that changes something, and cannot change anything',
    async () => {
      const { userOf, pages, forms, now, doneBy } = await openAll()
      const viewer = await userOf('viewer')
      const before = await now()
      for (const path of [...pages, '/dashboard/webhooks', '/dashboard/events', '/dashboard/links']) {
        const shown = await viewer.get(path)
        expect(shown.statusCode, path).to.equal(200)
        const posted = [...shown.body.matchAll(/action="([^"]*)" method="post"/g)].map(([, action]) => action)
        // The choice of a language is not the account's.
        expect(
          posted.filter((to) => to !== '/language'),
          path,
        ).to.deep.equal(['/sign-out'])
      }
      const all = [
        ...forms,
        ['/dashboard/webhooks/new', { url: 'https://elsewhere.example/', password }] as const,
        ['/dashboard/links/new', { ...tea, reference: 'tea-2' }] as const,
      ]
      for (const [path, form] of all) expect((await viewer.post(path, form)).statusCode, path).to.equal(404)
      expect(await now()).to.equal(before)
      expect(await doneBy(viewer.user.name)).to.deep.equal([])
      expect(textOf(await viewer.get('/dashboard/webhooks'))).to.include('https://shop.example/hooks')
    },
  )
})
