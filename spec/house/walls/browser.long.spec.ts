import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../../fixtures/http/browser.ts'
import { table, test } from '../../rule.ts'
import { bookOf } from '../../rulebook/book.ts'
import { pageOf } from '../../rulebook/page/page.ts'
import { readRules } from '../../rulebook/readRules.ts'
import { overHttp } from '../../stages/overHttp.ts'

const ran = { at: '2026-03-04T05:06:07.000Z', commit: 'abc1234', isDirty: false }

describe('The structure of the code: the rulebook in a browser', () => {
  let html: string
  let browser: Browser
  let page: Page
  let requests: string[]
  let origin: string
  before(async () => {
    html = pageOf(bookOf(readRules()), {
      '1.1': { ...ran, passed: 1, failed: 0 },
      '1.3': { ...ran, passed: 0, failed: 1 },
    })
    browser = await startBrowser()
  })
  after(() => browser?.close())
  beforeEach(async () => {
    origin = (await overHttp({ rulebook: html })).origin
    page = await browser.newPage()
    await page.addInitScript({ path: fileURLToPath(new URL('inBrowser.js', import.meta.url)) })
    requests = []
    page.on('request', (request) => void requests.push(request.url()))
    page.on('pageerror', (error) => void requests.push(error.message))
    page.on('console', (message) => void requests.push(message.text()))
  })
  afterEach(async () => {
    await page.close()
  })

  const shown = () => page.locator('article:visible').evaluateAll((all) => all.map(({ id }) => id))

  test('the page loads only itself, and its own policy refuses no part of it', async () => {
    await page.goto(`${origin}/rulebook#4.3`)
    await page.fill('input', 'pin')
    expect(requests.filter((text) => !text.startsWith('data:'))).to.deep.equal([`${origin}/rulebook`])
    expect(await page.evaluate('look.nameOfListStyle()')).to.equal('none')
  })

  test('the search finds rules by words in any order, by the codes of errors, and by numbers', {
    '': table(
      ['searched', 'found', 'not found'],
      [
        ['minutes LOCK', '6.3', '4.3'],
        ['amount_below_minimum', '3.1', '4.3'],
        ['4.3', '4.3', '4.4'],
      ],
      async (searched, found, missing) => {
        await page.goto(`${origin}/rulebook`)
        expect(await shown()).to.include.members(['3.1', '4.3', '4.4', '6.3'])
        await page.fill('input', searched)
        const left = await shown()
        expect(left).to.include(found).and.not.include(missing)
        const count = left.length === 1 ? '1 rule' : `${left.length} rules`
        expect(await page.locator('output').textContent()).to.equal(count)
        await page.fill('input', '')
        expect(await shown()).to.include(missing)
      },
    ),
    'or nothing': async () => {
      await page.goto(`${origin}/rulebook`)
      await page.fill('input', 'quagmire')
      expect(await shown()).to.deep.equal([])
      expect(await page.locator('main h3:visible').count()).to.equal(0)
    },
  })

  test('a link to a rule that the search has hidden shows it again', async () => {
    await page.goto(`${origin}/rulebook`)
    await page.fill('input', 'PIN keys')
    await page.evaluate("location.hash = '#4.3'")
    await page.locator('[id="4.3"]').waitFor()
    expect(await page.inputValue('input')).to.equal('')
  })

  test(
    'every text has a contrast of at least 4.5 to 1, nothing is wider than the screen, and the count of a search is on one line',
    table(
      ['scheme', 'pixels wide'],
      (['light', 'dark'] as const).flatMap((scheme) =>
        [320, 360, 390, 1280].map((width): ['light' | 'dark', number] => [scheme, width]),
      ),
      async (colorScheme, width) => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 844 })
        await page.goto(`${origin}/rulebook#3.1`)
        await page.evaluate('look.unfold()')
        expect(await page.evaluate('look.width()')).to.be.at.most(width)
        expect(await page.evaluate('look.contrast()')).to.be.at.least(4.5)
        await page.fill('input', 'e')
        expect(await page.locator('output').textContent()).to.match(/^[1-9][0-9]{2,} rules$/)
        expect(await page.evaluate("look.lines('output')")).to.equal(1)
        expect(await page.evaluate('look.width()')).to.be.at.most(width)
        expect(await page.evaluate('look.ground()')).to.be[colorScheme === 'light' ? 'above' : 'below'](0.5)
      },
    ),
  )

  test('on paper all is unfolded, and folded again on the screen', async () => {
    await page.goto(`${origin}/rulebook`)
    const folded = await page.evaluate('look.folded()')
    await page.evaluate('look.watchPaper()')
    expect((await page.pdf()).length).to.be.above(100_000)
    expect(await page.evaluate('look.foldedOnPaper')).to.equal(0)
    expect(folded).to.be.above(100)
    expect(await page.evaluate('look.folded()')).to.equal(folded)
  })
})
