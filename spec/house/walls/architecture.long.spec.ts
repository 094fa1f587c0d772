import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../../fixtures/http/browser.ts'
import { table, test } from '../../rule.ts'
import { projectFolder } from '../../sourceTree.ts'

describe('The structure of the code: the drawings in a browser', () => {
  let browser: Browser
  before(async () => {
    browser = await startBrowser()
  })
  after(() => browser?.close())

  test(
    'every text of a drawing is within its box, with a contrast of at least 4.5 to 1, in light and in dark',
    table(
      ['drawing', 'scheme'],
      (['payment', 'webhook'] as const).flatMap((name) =>
        (['light', 'dark'] as const).map((scheme): [string, 'light' | 'dark'] => [name, scheme]),
      ),
      async (name, colorScheme) => {
        const page = await browser.newPage({ colorScheme })
        await page.addInitScript({ path: fileURLToPath(new URL('inBrowser.js', import.meta.url)) })
        await page.goto(pathToFileURL(join(projectFolder, `docs/drawings/${name}.svg`)).href)
        expect(await page.evaluate('look.crowded()')).to.deep.equal([])
        expect(await page.evaluate('look.drawnContrast()')).to.be.at.least(4.5)
        expect(await page.evaluate('look.ground()')).to.be[colorScheme === 'light' ? 'above' : 'below'](0.5)
        await page.close()
      },
    ),
  )
})
