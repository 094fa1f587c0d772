import { expect } from 'chai'
import { got } from 'got'
import { h } from 'preact'
import type { Access, Page } from '../../../../adapters/dashboard/page.ts'
import { openPages, owner, ownForm, textPage } from '../../../fixtures/http/pages.ts'
import { rule, table } from '../../../rule.ts'

describe('132 Pages for people: requests', () => {
  /** A page with a form, and the requests of the form. */
  function formPage(more: Partial<Page> = {}) {
    const taken: string[] = []
    const page = textPage('/pages/form', {
      take(_, form) {
        taken.push(form.text('word'))
        return { seeOther: '/pages/done' }
      },
      ...more,
    })
    return { page, taken }
  }

  rule('132.1', 'text by people is shown as written, and never becomes a part of the page', async () => {
    const written = `<script>alert(1)</script>"><img src=x onerror='alert(2)'>&amp;`
    const { ask } = await openPages([
      textPage('/pages/text', {
        show: () => ({ title: written, main: h('p', { title: written }, written) }),
      }),
    ])
    const { body } = await ask('pages/text')
    expect(body.match(/<script/g)).to.have.length(1)
    expect(body).not.to.include('<img')
    expect(body).to.include('&amp;amp;')
  })

  rule(
    '132.2',
    'a page can load only our own style and script, cannot be in a frame of another site, and is kept by no cache',
    async () => {
      const { ask } = await openPages([textPage('/pages/one')])
      const { headers, body } = await ask('pages/one', { headers: { 'x-forwarded-proto': 'https' } })
      expect(headers['content-security-policy'])
        .to.include("default-src 'none'")
        .and.include("frame-ancestors 'none'")
        .and.not.include('unsafe')
      expect(headers['x-content-type-options']).to.equal('nosniff')
      expect(headers['cache-control']).to.equal('no-store')
      expect(headers['strict-transport-security']).to.include('max-age=31536000')
      expect(body).not.to.match(/ style=| on[a-z]+=|<style/)
      for (const [path = ''] of body.matchAll(/\/assets\/[^"]+/g)) {
        const asset = await ask(path.slice(1))
        expect(asset.statusCode).to.equal(200)
        expect(asset.headers['cache-control']).to.include('immutable')
      }
    },
  )

  rule(
    '132.3',
    'a form that comes from another site changes nothing',
    table(
      ['Sec-Fetch-Site', 'Origin', 'taken'],
      [
        ['same-origin', undefined, true],
        ['same-origin', 'https://elsewhere.example', true],
        ['same-site', undefined, false],
        ['cross-site', undefined, false],
        ['none', undefined, false],
        [undefined, 'OURS', true],
        [undefined, 'https://elsewhere.example', false],
        [undefined, 'null', false],
        [undefined, undefined, false],
      ],
      async (site, origin, isTaken) => {
        const { page, taken } = formPage()
        const pages = await openPages([page])
        const sent = {
          ...(site !== undefined && { 'sec-fetch-site': site }),
          ...(origin !== undefined && { origin: origin === 'OURS' ? pages.origin : origin }),
        }
        const { statusCode } = await pages.ask.post('pages/form', { form: { word: 'yes' }, headers: sent })
        expect(statusCode).to.equal(isTaken ? 303 : 403)
        expect(taken).to.deep.equal(isTaken ? ['yes'] : [])
      },
    ),
  )

  rule(
    '132.4',
    'a page that needs a sign-in leads to it, and back; users who may never see the page get the answer for an unknown page',
    {
      '': table(
        ['page for', 'visitor', 'answer'],
        [
          ['anybody', undefined, '200'],
          ['me.look', undefined, '/sign-in?to=%2Fpages%2Fform%3Fa%3D1'],
          ['look', undefined, '/sign-in?to=%2Fpages%2Fform%3Fa%3D1'],
          ['arriving', undefined, '/sign-in?to=%2Fpages%2Fform%3Fa%3D1'],
          ['arriving', 'half', '200'],
          ['enrolling', undefined, '/sign-in?to=%2Fpages%2Fform%3Fa%3D1'],
          ['enrolling', 'half', '/second-step?to=%2Fpages%2Fform%3Fa%3D1'],
          ['enrolling', 'without a step', '200'],
          ['enrolling', 'viewer', '200'],
          ['me.look', 'half', '/second-step?to=%2Fpages%2Fform%3Fa%3D1'],
          ['me.look', 'without a step', '/me/second-step?to=%2Fpages%2Fform%3Fa%3D1'],
          ['me.look', 'viewer', '200'],
          ['look', 'viewer', '200'],
          ['key.create', 'viewer', '404'],
          ['operator.look', 'viewer', '404'],
          ['look', 'owner', '200'],
          ['key.create', 'owner', '200'],
          ['operator.look', 'owner', '404'],
          ['me.look', 'administrator', '200'],
          ['look', 'administrator', '404'],
          ['key.create', 'administrator', '404'],
          ['operator.look', 'administrator', '200'],
        ],
        async (access, visitor, answered) => {
          const { page, taken } = formPage({ access: access as Access })
          const { ask, visitors } = await openPages([page])
          const as = (role: 'viewer' | 'owner' | 'administrator') => ({
            ...owner,
            user: { ...owner.user, role, accountId: role === 'administrator' ? null : 'account' },
          })
          const lacking = (needs: 'second_step' | 'enrolment') => ({ ...owner, needs })
          Object.assign(visitors, { viewer: as('viewer'), owner: as('owner'), administrator: as('administrator') })
          Object.assign(visitors, { half: lacking('second_step'), without: lacking('enrolment') })
          const cookie = `sente-session=${visitor?.split(' ')[0]}`
          const { statusCode, headers } = await ask('pages/form?a=1', { headers: { cookie } })
          expect(headers.location ?? String(statusCode)).to.equal(answered)
          const posted = await ask.post('pages/form', { form: { word: 'x' }, headers: { ...ownForm, cookie } })
          const isTaken = answered === '200'
          expect(posted.headers.location === '/pages/done').to.equal(isTaken)
          expect(taken).to.have.length(isTaken ? 1 : 0)
        },
      ),
      'after a form on the answer to another form, to the page above it': table(
        ['the form was on', 'to'],
        [
          ['/pages/new', '?to=%2Fpages%2Fnew'],
          ['/pages/new?of=7', '?to=%2Fpages%2Fnew%3Fof%3D7'],
          ['/pages/new/check', '?to=%2Fpages%2Fnew'],
          ['/pages/new/check/accept?of=a/b', '?to=%2Fpages%2Fnew'],
          ['/elsewhere/check', ''],
          ['', ''],
        ],
        async (path, to) => {
          const { page } = formPage({ path: '/pages/new/check', access: 'look' })
          const { show: _, ...answering } = page
          const { ask, origin } = await openPages([textPage('/pages/new', { access: 'look' }), answering])
          const headers = { ...ownForm, ...(path !== '' && { referer: origin + path }) }
          const sent = await ask.post('pages/new/check', { form: { word: 'x' }, headers })
          expect(sent.headers.location).to.equal(`/sign-in${to}`)
        },
      ),
    },
  )

  rule('132.5', 'a form that is too long or cannot be read changes nothing, and says so', {
    'too long': async () => {
      const { page, taken } = formPage()
      const { ask } = await openPages([page])
      const { statusCode } = await ask.post('pages/form', { form: { word: 'x'.repeat(17_000) }, headers: ownForm })
      expect({ statusCode, taken }).to.deep.equal({ statusCode: 413, taken: [] })
    },
    'a field sent twice is ignored': async () => {
      const { page, taken } = formPage()
      const { ask } = await openPages([page])
      await ask.post('pages/form', { body: 'word=a&word=b', headers: ownForm })
      expect(taken).to.deep.equal([''])
    },
    'to a page without a form': async () => {
      const { ask } = await openPages([textPage('/pages/one')])
      const { statusCode, body } = await ask.post('pages/one', { form: {}, headers: ownForm })
      expect(statusCode).to.equal(405)
      expect(body).to.include('does not accept this kind of request')
    },
  })

  rule('132.6', 'behind a proxy that removes a part of the path, every link and redirect has that part', async () => {
    const { page } = formPage()
    const { ask } = await openPages([page, textPage('/pages/user', { access: 'me.look' })], { base: '/money' })
    const { body } = await ask('pages/form')
    for (const [, path] of body.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)) expect(path).to.match(/^\/money\//)
    const posted = await ask.post('pages/form', { form: {}, headers: ownForm })
    expect(posted.headers.location).to.equal('/money/pages/done')
    expect((await ask('pages/user')).headers.location).to.match(/^\/money\/sign-in\?/)
  })

  rule(
    '132.7',
    'an unexpected error is shown with the request’s id, and the log has the id with the reason',
    async () => {
      const { ask, lines } = await openPages([
        textPage('/pages/broken', {
          show() {
            throw new Error('the disk is gone')
          },
        }),
      ])
      const { statusCode, body, headers } = await ask('pages/broken')
      expect(statusCode).to.equal(500)
      expect(body).to.include(String(headers['request-id'])).and.not.include('disk')
      expect(lines.find((line) => line.includes('the disk is gone'))).to.include(String(headers['request-id']))
      const logged = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'request')
      expect(logged).to.include({ route: '/pages/broken', status: 500 })
    },
  )

  rule('132.8', 'a cookie is for this host only, over TLS only, and not for scripts or other sites', async () => {
    const cookies = { 'sente-session': { value: 'abc', maxAgeSeconds: 60 }, other: null }
    const { ask } = await openPages([
      textPage('/pages/in', { show: () => ({ seeOther: '/pages/out', cookies }) }),
      textPage('/pages/user', { access: 'me.look' }),
    ])
    const tls = { 'x-forwarded-proto': 'https' }
    const over = await ask('pages/in', { headers: tls })
    expect(over.headers['set-cookie']).to.deep.equal([
      '__Host-sente-session=abc; Path=/; HttpOnly; SameSite=Strict; Max-Age=60; Secure',
      '__Host-other=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure',
    ])
    const plain = { ...tls, cookie: 'sente-session=owner' }
    expect((await ask('pages/user', { headers: plain })).statusCode).to.equal(303)
    const bound = { ...tls, cookie: 'sente-session=nobody; __Host-sente-session=owner' }
    expect((await ask('pages/user', { headers: bound })).statusCode).to.equal(200)
  })

  rule('132.9', 'a link on another site leads a signed-in user to the page, not to the sign-in', async () => {
    const { ask } = await openPages([textPage('/pages/user', { access: 'me.look' })])
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const { statusCode, body } = await ask('pages/user?a=1', { headers: followed })
    expect(statusCode).to.equal(200)
    expect(body).to.include('<meta http-equiv="refresh" content="0; url=/pages/user?a=1"/>')
  })

  rule('132.10', 'an unknown page is not found, and the API beside the pages is unchanged', async () => {
    const { ask, origin } = await openPages([textPage('/pages/one'), textPage('/')])
    expect((await ask('pages/none')).body).to.include('There is no such page')
    expect((await ask('assets/none.css')).statusCode).to.equal(404)
    for (const target of ['//', '/pages//', '/pages/%zz', '//pages/one', '/pages/one/%2e%2e'])
      expect((await got(`${origin}${target}`, { throwHttpErrors: false })).statusCode, target).to.equal(404)
    for (const path of ['api/v1/none', 'nowhere']) {
      const api = await ask(path)
      expect(api.headers['content-type']).to.include('application/json')
    }
    const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
    const lost = await ask('nowhere', { headers: browser })
    expect([lost.statusCode, lost.headers['content-type']]).to.deep.equal([404, 'text/html; charset=utf-8'])
    expect(lost.body).to.include('There is no such page')
    expect((await ask('api/v1/none', { headers: browser })).headers['content-type']).to.include('application/json')
    expect((await ask('livez', { headers: browser })).statusCode).to.equal(200)
  })

  rule(
    '132.11',
    'a live gateway shows pages only over TLS, or without it on its own machine',
    table(
      ['sandbox', 'a proxy says', 'host', 'status'],
      [
        [false, 'https', 'pay.example.com', 200],
        [false, 'http', 'pay.example.com', 403],
        [false, 'http', 'localhost:8080', 403],
        [false, '', 'localhost:8080', 200],
        [false, '', 'pay.example.com', 200],
        [true, 'http', 'pay.example.com', 200],
      ],
      async (isSandbox, scheme, host, status) => {
        const { page, taken } = formPage()
        const { ask } = await openPages([page], { isSandbox })
        const headers = { ...(scheme && { 'x-forwarded-proto': scheme }), host }
        expect((await ask('pages/form', { headers })).statusCode).to.equal(status)
        await ask.post('pages/form', { form: { word: 'x' }, headers: { ...ownForm, ...headers } })
        expect(taken).to.have.length(status === 200 ? 1 : 0)
      },
    ),
  )
})
