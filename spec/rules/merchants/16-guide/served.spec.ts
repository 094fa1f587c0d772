import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { guideOf } from '../../../rulebook/guide/guide.ts'
import { pages } from '../../../sourceTree.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

const guide = guideOf(pages())
const paths = ['/', '/docs', ...Object.keys(guide).map((name) => `/docs/${name}`)]

/** The address of a page on the gateway, and its anchors. */
const linksIn = (html: string) => [...html.matchAll(/ href="([/#][^"]*)"/g)].map(([, href = '']) => href)
const anchorsIn = (html: string) => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)

describe('16 The merchants’ guide: on a gateway', () => {
  rule('16.4', 'a gateway serves the guide under `/` and `/docs`, made from the same text', {
    'every page': async () => {
      const { ask } = await overHttp({ guide })
      expect(paths).to.include.members(['/docs/merchants-payments', '/docs/webhooks', '/docs/client'])
      for (const path of paths) {
        const { status, headers, text } = await ask('GET', path)
        expect(status, path).to.equal(200)
        expect(headers['content-type']).to.equal('text/html; charset=utf-8')
        expect(text).to.match(/<h1 id="[^"]+">/)
      }
    },
    'the text': async () => {
      const { ask } = await overHttp({ guide })
      expect((await ask('GET', '/')).text).to.include('<h1 id="the-merchants-guide">The merchants&#39; guide</h1>')
      const { text } = await ask('GET', '/docs/merchants-payments')
      expect(text).to.include('<h2 id="repeating">Repeating</h2>').and.include('reference=kept-$RUN')
    },
    'an unknown page': async () => {
      const { ask } = await overHttp({ guide })
      expectError(await ask('GET', '/docs/nothing'), 404, 'not_found', 'Not Found')
      expectError(await ask('GET', '/docs/toString'), 404, 'not_found', 'Not Found')
    },
    'without a build of it': async () => {
      const { ask } = await overHttp()
      for (const path of ['/', '/docs', '/docs/webhooks'])
        expectError(await ask('GET', path), 404, 'not_found', 'Not Found')
    },
  })

  rule('16.5', 'every link in the guide to the gateway leads to an existing page and place', async () => {
    const { ask } = await overHttp({ guide, rulebook: '<h1>Rules</h1>' })
    const seen = new Map<string, string>()
    for (const from of paths) {
      const links = linksIn((await ask('GET', from)).text)
      expect(links.length, from).to.be.above(3)
      for (const link of links) {
        const [path = '', anchor] = link.split('#')
        const to = path === '' ? from : path
        if (!seen.has(to)) {
          const { status, text } = await ask('GET', to)
          expect(status, `${from} leads to ${to}`).to.equal(200)
          seen.set(to, text)
        }
        if (anchor !== undefined) expect(anchorsIn(seen.get(to) ?? ''), `${from} leads to ${link}`).to.include(anchor)
      }
    }
    expect([...seen.keys()]).to.include.members(['/reference', '/errors', '/rulebook', '/docs/test-numbers'])
  })

  rule('16.6', 'a page of the guide runs nothing, loads nothing, and has only the markup of its text', {
    'its policy': async () => {
      const { ask } = await overHttp({ guide })
      for (const path of paths) {
        const { headers, text } = await ask('GET', path)
        expect(headers['content-security-policy']).to.match(
          /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
        )
        expect(text).not.to.match(/<script|<img| on\w+=| style=/)
      }
    },
    'markup in the text': () => {
      const text = '# A <b>\n\n<script>alert(1)</script>\n\n`<i>` [a](../../README.md) [b](javascript:alert)\n'
      const html = guideOf([{ path: 'docs/merchants/a.md', text }])['merchants-a'] ?? ''
      expect(html).not.to.match(/<script|<b>|<i>|javascript:/)
      expect(html).to.include('<code>&lt;i&gt;</code> a b')
    },
  })
})
