import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('15 The API describes itself: the reference', () => {
  rule('15.12', 'the reference runs only its own script, and loads nothing from elsewhere', {
    'the page': async () => {
      const { ask } = await overHttp()
      const { status, headers, text } = await ask('GET', '/reference')
      expect(status).to.equal(200)
      const policy = headers['content-security-policy'] ?? ''
      expect(policy).to.include("default-src 'none'").and.include("script-src 'self';")
      expect(policy)
        .not.to.include('unsafe-eval')
        .and.not.match(/https?:/)
      expect(text).not.to.match(/https?:\/\//)
    },
    'without a script it links to the same text': async () => {
      const { ask } = await overHttp()
      const { text } = await ask('GET', '/reference')
      expect(/<noscript>(.*)<\/noscript>/s.exec(text)?.[1]).to.include('href="/openapi.json"')
    },
    'its program': async () => {
      const { ask } = await overHttp()
      for (const path of ['/reference/redoc.js', '/reference/start.js']) {
        const { status, headers, text } = await ask('GET', path)
        expect(status).to.equal(200)
        expect(headers['content-type']).to.equal('text/javascript; charset=utf-8')
        expect(text).not.to.include('cdn.redoc.ly')
      }
    },
  })
})
