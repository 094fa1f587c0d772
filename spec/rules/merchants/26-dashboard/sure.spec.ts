import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { formsIn } from '../../../fixtures/http/forms.ts'
import { rule, table } from '../../../rule.ts'
import { openHolder } from '../27-holders/holder.ts'

describe('26 The dashboard: acts that cannot be undone', () => {
  /** An account with one of everything that can end for good, and the forms that end it. */
  async function openAll() {
    const holder = await openHolder()
    const { ports, accountId, post, user, userOf, again, addEndpoint } = holder
    const viewer = await userOf('viewer')
    const { id: endpoint } = await addEndpoint()
    await post('/dashboard/settings/keys/new', { name: 'till', scope: 'read', password })
    await post('/dashboard/links/new', {
      ...{ amount: '500', said: 'UGX 500', currency: 'UGX', description: 'Tea', uses: '1', reference: 'tea' },
    })
    const lines = 'reference,phone_number,amount,currency,network\nw-1,256770000001,500,UGX,MTN'
    await post('/dashboard/batches/new/accept', { reference: 'wages', lines, pin: '4071', password })
    const operator = await userOf('administrator')
    const phone = await again({ user })
    const { keys = [] } = (await ports.accounts.byId(accountId)) ?? {}
    const [link] = await ports.paymentLinks.list({ accountId, limit: 1 })
    const [batch] = await ports.batches.list({ accountId, limit: 1 })
    const forms: Readonly<Record<string, readonly [path: string, fields: Record<string, string>]>> = {
      key: ['/dashboard/settings/keys/revoke', { key: keys.find(({ name }) => name === 'till')?.id ?? '' }],
      user: ['/dashboard/settings/users/change', { user: viewer.user.id, change: 'remove' }],
      endpoint: [`/dashboard/webhooks/${endpoint}/remove`, {}],
      link: [`/dashboard/links/${link?.id}/end`, {}],
      batch: [`/dashboard/batches/${batch?.id}/cancel`, {}],
      session: ['/me/sessions', { session: phone.session.id }],
      'all other sessions': ['/me/sessions', {}],
      account: [`/operator/accounts/${accountId}/close`, { because: 'moved away' }],
    }
    const sees = async () => ({
      ...{ account: await ports.accounts.byId(accountId), endpoints: await holder.endpoints() },
      link: await ports.paymentLinks.byId(link?.id ?? ''),
      batch: await ports.batches.byId(batch?.id ?? ''),
      users: [await ports.people.user(viewer.user.id), (await phone.get('/me')).statusCode],
    })
    return { ...holder, operator, forms, sees }
  }

  rule(
    '26.36',
    'an act that cannot be undone asks first, with the name of its object, and is done only after that',
    table(
      ['of', 'asks', 'and then'],
      [
        ['key', 'Revoke the key till (sente_sk_', 'The key is revoked'],
        ['user', 'Remove viewer@shop.example?', 'Changed.'],
        ['endpoint', 'Remove the endpoint https://shop.example/hooks?', 'Removed.'],
        ['link', 'End the link tea for UGX 500?', 'The link is ended.'],
        ['batch', 'Cancel the batch wages?', 'The batch is cancelled.'],
        ['session', 'End the session in Firefox, from 10.1.2.0/24?', 'Ended.'],
        ['all other sessions', 'End the other session?', 'Ended.'],
        ['account', 'Close the account Duka?', 'Done.'],
      ],
      async (of, asks, done) => {
        const { forms, sees, operator, get, post } = await openAll()
        const browser = of === 'account' ? operator : { get, post }
        const [path, fields] = forms[of] ?? ['', {}]
        const before = await sees()
        const asked = await browser.post(path, fields)
        expect([asked.statusCode, textOf(asked).includes(asks)], textOf(asked)).to.deep.equal([200, true])
        expect(await sees()).to.deep.equal(before)
        const form = formsIn(asked.body).find(({ action }) => action === path)
        const given = Object.fromEntries(form?.fields ?? [])
        const answer = await browser.post(path, { ...given, ...('password' in given && { password }) })
        expect(textOf(await browser.get(answer.headers.location ?? ''))).to.include(done)
        expect(await sees()).not.to.deep.equal(before)
      },
    ),
  )
})
