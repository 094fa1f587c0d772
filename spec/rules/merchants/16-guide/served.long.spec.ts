import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { startBrowser } from '../../../fixtures/http/browser.ts'
import { oneOf } from '../../../night.ts'
import { rule, table } from '../../../rule.ts'
import { guideOf } from '../../../rulebook/guide/guide.ts'
import { pages } from '../../../sourceTree.ts'
import { overHttp } from '../../../stages/overHttp.ts'

const guide = guideOf(pages())
const paths = ['/errors', ...Object.keys(guide).map((name) => `/docs/${name}`)]

describe('16 The merchants’ guide: in a browser', () => {
  let browser: Browser
  let page: Page
  before(async () => {
    browser = await startBrowser()
  })
  after(() => browser?.close())
  beforeEach(async () => {
    page = await browser.newPage()
    page.setDefaultTimeout(180_000)
    await page.addInitScript({ path: fileURLToPath(new URL('../../../house/walls/inBrowser.js', import.meta.url)) })
  })
  afterEach(async () => {
    await page.close()
  })

  rule(
    '16.7',
    'no page of the guide is wider than a phone, every text has a contrast of at least 4.5 to 1, and no policy is broken',
    table(
      ['scheme', 'pixels wide'],
      Object.values(
        oneOf<['light' | 'dark', number]>({ pale: ['light', 360], dark: ['dark', 360], wide: ['light', 1280] }),
      ),
      async (colorScheme, width) => {
        const { origin } = await overHttp({ guide })
        const strange: string[] = []
        page.on('console', (message) => void strange.push(message.text()))
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 844 })
        for (const path of paths) {
          await page.goto(`${origin}${path}`)
          expect(await page.evaluate('look.width()'), path).to.be.at.most(width)
          expect(await page.evaluate('look.contrast()'), path).to.be.at.least(4.5)
        }
        expect(strange).to.deep.equal([])
      },
    ),
  )
})
