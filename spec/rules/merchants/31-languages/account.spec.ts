import { expect } from 'chai'
import { changeAccount } from '../../../../core/sente.ts'
import { openDashboard, textOf } from '../../../fixtures/http/dashboard.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { openPage } from '../25-payment-links/openPage.ts'

describe('31 Languages: the language of an account', () => {
  const languageOf = ({ body }: { readonly body: string }) => /<html lang="([^"]*)"/.exec(body)?.[1]

  /** An owner, in a browser whose own language is Swahili, and in which French was chosen. */
  async function openShop() {
    const dashboard = await openDashboard()
    const { ask, ports, account } = dashboard
    const owner = await dashboard.userOf('owner')
    const shown = async ({ cookie } = owner, chosen = '; sente-language=fr') =>
      languageOf(await ask('dashboard/', { headers: { 'accept-language': 'sw', cookie: cookie + chosen } }))
    const set = (language: string, { post } = owner) => post('/dashboard/settings/language', { language })
    const stored = async () => (await ports.accounts.byId(account.id))?.language
    return { ...dashboard, owner, shown, set, stored }
  }

  rule('31.25', 'users who have chosen no language see the one that an owner has set for the account', {
    'before the browser’s choice and languages': async () => {
      const { owner, shown, set, userOf } = await openShop()
      expect(await shown()).to.equal('fr')
      expect((await set('lg')).headers.location).to.equal('/dashboard/settings?done=language')
      expect(await shown()).to.equal('lg')
      expect(await shown(await userOf('viewer'))).to.equal('lg')
      expect(textOf(await owner.get('/dashboard/settings?done=language'))).to.include(
        'Olulimi lwa akawunti luteekeddwawo.',
      )
    },
    'a user’s own choice comes first': async () => {
      const { owner, shown, set } = await openShop()
      await set('lg')
      await owner.post('/language', { language: 'en', to: '/dashboard/' })
      expect(await shown()).to.equal('en')
    },
    'until an owner leaves the choice to each browser again': async () => {
      const { shown, set, stored } = await openShop()
      await set('lg')
      await set('')
      expect([await stored(), await shown()]).to.deep.equal([null, 'fr'])
    },
    'a code that the pages do not have is as good as none': async () => {
      const { ports, account, shown } = await openShop()
      await changeAccount(ports)({ by: 'okello', accountId: account.id, settings: { language: 'xx' } })
      expect(await shown(undefined, '')).to.equal('sw')
    },
  })

  rule(
    '31.26',
    'only owners set the language of an account, only to one that the pages have, and each change is recorded',
    {
      recorded: async () => {
        const { ports, owner, set, userOf, account } = await openShop()
        await set('lg')
        await set('lg')
        const { actions } = await ports.actions.list({ limit: 9 })
        const changes = actions.filter(({ kind }) => kind === 'account.set')
        expect(changes).to.have.length(1)
        expect(changes[0]).to.deep.include({
          by: owner.user.name,
          before: { language: null },
          after: { language: 'lg' },
        })
        const operator = await userOf('administrator')
        expect(textOf(await operator.get(`/operator/accounts/${account.id}`))).to.match(/Language\s+Luganda/)
      },
      'by nobody else': async () => {
        const { set, stored, userOf } = await openShop()
        for (const role of ['finance', 'support', 'developer', 'viewer'] as const) {
          const user = await userOf(role)
          expect((await set('lg', user)).statusCode, role).to.equal(404)
          expect(textOf(await user.get('/dashboard/settings')), role).to.include('as each browser asks')
        }
        expect(await stored()).to.equal(null)
      },
      'to no other language': table(['code'], [['de'], ['LG'], ['constructor']], async (code) => {
        const { set, stored } = await openShop()
        expect((await set(code)).statusCode).to.equal(400)
        expect(await stored()).to.equal(null)
      }),
    },
  )

  /** A payer’s page of an account whose language is Luganda. */
  async function openPayer() {
    const page = await openPage()
    const { ports, account, path, ask } = page
    await changeAccount(ports)({ by: 'okello', accountId: account.id, settings: { language: 'lg' } })
    return { ...page, look: (headers: Record<string, string>, at = path) => ask(at, { headers }) }
  }

  rule('31.27', 'a payer’s page is in the account’s language if the browser asks for none that the pages have', {
    'the page of a link': table(
      ['the choice', 'Accept-Language', 'the page'],
      [
        ['', '', 'lg'],
        ['', 'rw', 'lg'],
        ['', 'rw, *;q=0.1', 'lg'],
        ['', '*', 'lg'],
        ['', 'en-GB', 'en'],
        ['', 'rw, sw;q=0.5, *;q=0.1', 'sw'],
        ['fr', 'rw', 'fr'],
        ['fr', 'sw', 'fr'],
        ['de', 'rw', 'lg'],
      ],
      async (choice, wanted, shown) => {
        const { look } = await openPayer()
        const cookie = choice && { cookie: `sente-language=${choice}` }
        expect(languageOf(await look({ 'accept-language': wanted, ...(cookie || {}) }))).to.equal(shown)
      },
    ),
    'a browser that says nothing about languages': async () => {
      expect(languageOf(await (await openPayer()).look({}))).to.equal('lg')
    },
    'the page of a refused number, and of a payment': async () => {
      const { send, nonce, follow } = await openPayer()
      expect(languageOf(await send({ nonce: await nonce(), phone_number: '12' }))).to.equal('lg')
      const { headers } = await send({ nonce: await nonce(), phone_number: '0770000001' })
      expect(languageOf(await follow(headers.location))).to.equal('lg')
    },
    'no page without an account': async () => {
      const { look } = await openPayer()
      expect(languageOf(await look({}, 'sign-in'))).to.equal('en')
      expect(languageOf(await look({}, 'pay/AAAAAAAAAAAAAAAAAAAAAA'))).to.equal('en')
    },
  })

  rule('31.28', 'the account’s language is its form’s first choice, each language by its own name', async () => {
    const { ask, owner, set } = await openShop()
    await set('sw')
    const { body } = await ask('dashboard/settings', { headers: { ...ownForm, cookie: owner.cookie } })
    const form = /action="\/dashboard\/settings\/language".*?<\/form>/s.exec(body)?.[0] ?? ''
    const options = [...form.matchAll(/<option value(?:="(\w*)")?( selected)?>([^<]*)</g)]
    expect(options.map(([, code = '', , name]) => `${code} ${name}`)).to.deep.equal([
      ' ile ambayo kila kivinjari kinaomba',
      'en English',
      'lg Luganda',
      'sw Kiswahili',
      'fr Français',
    ])
    expect(options.filter(([, , isSet]) => isSet).map(([, code]) => code)).to.deep.equal(['sw'])
  })
})
