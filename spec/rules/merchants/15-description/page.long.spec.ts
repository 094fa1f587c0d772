import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../../../fixtures/http/browser.ts'
import { rule } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'
import { apiDescription, operationsOf } from './oracle/document.ts'

describe('15 The API describes itself: the reference in a browser', () => {
  let browser: Browser
  let page: Page
  let origin: string
  let strange: string[]
  before(async () => {
    browser = await startBrowser()
  })
  after(() => browser?.close())
  beforeEach(async () => {
    origin = (await overHttp()).origin
    page = await browser.newPage()
    page.setDefaultTimeout(180_000)
    strange = []
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) strange.push(url)
    })
    page.on('pageerror', (error) => void strange.push(error.message))
    page.on('console', (message) => void strange.push(message.text()))
  })
  afterEach(async () => {
    await page.close()
  })

  rule('15.16', 'the reference shows every operation, loads nothing from elsewhere, and keeps its own policy', {
    'it does': async () => {
      await page.goto(`${origin}/reference`)
      await page.getByRole('heading', { name: 'Send money to a phone' }).first().waitFor()
      const shown = (await page.locator('#reference').textContent()) ?? ''
      for (const { operation } of operationsOf(apiDescription)) {
        expect(shown).to.include(Object(operation).summary)
      }
      await page.getByRole('textbox').first().fill('balances')
      await page.locator('[data-role="search:results"]').getByText('Look up the balances').first().waitFor()
      expect(strange).to.deep.equal([])
    },
    'a request to elsewhere is seen': async () => {
      await page.goto(`${origin}/reference`)
      await page.evaluate("void fetch('http://127.0.0.1:9/x').catch(() => undefined)")
      await page.getByRole('heading', { name: 'Send money to a phone' }).first().waitFor()
      expect(strange.join()).to.include('http://127.0.0.1:9/x')
    },
  })
})
