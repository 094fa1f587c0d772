import { expect } from 'chai'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'
import { openPage } from '../25-payment-links/openPage.ts'

/** The language of a page, by its code. */
const languageOf = ({ body }: { readonly body: string }) => /<html lang="([^"]*)"/.exec(body)?.[1]

/** A payer's page, in a browser that may want some languages and have made a choice. */
async function openChoice() {
  const page = await openPage()
  const inBrowser = (headers: Record<string, string>) => page.ask(page.path, { headers })
  const choose = (form: Record<string, string>, headers: Record<string, string> = ownForm) =>
    page.ask.post('language', { form, headers })
  return { ...page, inBrowser, choose }
}

describe('31 Languages: the choice of a language', () => {
  rule(
    '31.1',
    'a page is in the first of the browser’s languages that the pages have, or in English',
    table(
      ['Accept-Language', 'the page'],
      [
        ['lg', 'lg'],
        ['lg-UG,en;q=0.8', 'lg'],
        ['sw-TZ, en;q=0.5', 'sw'],
        ['en;q=0.5, fr-CD', 'fr'],
        ['en-GB, fr;q=0.9', 'en'],
        ['rw, fr;q=0.5', 'fr'],
        ['rw', 'en'],
        ['rw, *;q=0.1', 'en'],
        ['', 'en'],
        ['fr;q=x,,;', 'en'],
      ],
      async (wanted, shown) => {
        const { inBrowser } = await openChoice()
        expect(languageOf(await inBrowser({ 'accept-language': wanted }))).to.equal(shown)
      },
    ),
  )

  rule('31.2', 'the foot of a page names each language in that language, and the browser keeps the chosen one', {
    'from the foot back to the page': async () => {
      const { inBrowser, choose, path } = await openChoice()
      const { body } = await inBrowser({ 'accept-language': 'sw' })
      for (const [code, name] of [
        ['en', 'English'],
        ['lg', 'Luganda'],
        ['sw', 'Kiswahili'],
        ['fr', 'Français'],
      ])
        expect(body).to.match(new RegExp(`value="${code}" lang="${code}"[^>]*>${name}</button>`))
      expect(body)
        .to.match(/lang="sw" aria-current="true"/)
        .and.include(`name="to" value="/${path}"`)
      const chosen = await choose({ language: 'fr', to: `/${path}` })
      expect(chosen.statusCode).to.equal(303)
      expect(chosen.headers.location).to.equal(`/${path}`)
      const [cookie = ''] = chosen.headers['set-cookie'] ?? []
      expect(languageOf(await inBrowser({ 'accept-language': 'sw', cookie: cookie.replace(/;.*/, '') }))).to.equal('fr')
    },
    'the browser sends the choice also when a message or another site leads to the page': async () => {
      const { choose } = await openChoice()
      const [cookie] = (await choose({ language: 'lg', to: '/sign-in' })).headers['set-cookie'] ?? []
      expect(cookie).to.match(/^sente-language=lg; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000/)
    },
    'also on the page of a refused form': async () => {
      const { nonce, send, path } = await openChoice()
      const refused = await send({ nonce: await nonce(), phone_number: '12' })
      expect(refused.statusCode).to.equal(422)
      expect(refused.body).to.include(`name="to" value="/${path}"`)
    },
  })

  rule(
    '31.3',
    'a choice of an unknown language, or from another site, changes nothing, and none leads to another site',
    {
      'unknown, or kept from elsewhere': async () => {
        const { choose, inBrowser } = await openChoice()
        for (const language of ['de', '', 'constructor', 'EN']) {
          const refused = await choose({ language, to: '/sign-in' })
          expect(refused.statusCode).to.equal(400)
          expect(refused.headers['set-cookie']).to.equal(undefined)
        }
        expect(languageOf(await inBrowser({ cookie: 'sente-language=de', 'accept-language': 'fr' }))).to.equal('fr')
      },
      'from another site': async () => {
        const { choose } = await openChoice()
        const refused = await choose({ language: 'fr', to: '/sign-in' }, { 'sec-fetch-site': 'cross-site' })
        expect(refused.statusCode).to.equal(403)
        expect(refused.headers['set-cookie']).to.equal(undefined)
      },
      'to another site': table(
        ['to', 'leads to'],
        [
          ['/dashboard/?state=failed', '/dashboard/?state=failed'],
          ['//elsewhere.example', '/sign-in'],
          ['https://elsewhere.example/', '/sign-in'],
          ['/\\elsewhere.example', '/sign-in'],
          ['', '/sign-in'],
        ],
        async (to, leadsTo) => {
          const { choose } = await openChoice()
          expect((await choose({ language: 'fr', to })).headers.location).to.equal(leadsTo)
        },
      ),
    },
  )
})
