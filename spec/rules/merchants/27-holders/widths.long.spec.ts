import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'
import { openHolder } from './holder.ts'

/** How many letters wide the narrowest reference of a list's rows is. */
const lettersOfReferences = `Math.min(...[...document.querySelectorAll('.cards tbody th')].map((cell) => {
  const size = parseFloat(getComputedStyle(cell).fontSize)
  return cell.getBoundingClientRect().width / size
}))`

describe('27 The account’s users in the browser: lists on a phone', () => {
  const visit = inBrowser()
  rule(
    '27.36',
    'links for any amount and the totals of a list fit a phone in every language, beside their references',
    table(['language'], [['en'], ['lg'], ['sw'], ['fr']], async (language) => {
      const { origin, post, cookie, pay } = await openHolder()
      const bounds = { minimum: '5000', maximum: '4000000', said: 'Any amount from UGX 5,000 to UGX 4,000,000' }
      await post('/dashboard/links/new', {
        ...{ ...bounds, currency: 'UGX', description: 'Tips', reference: 'tips-of-table-9', uses: '' },
      })
      await pay('succeeds', { reference: 'wages-1' })
      await pay('accepts', { reference: 'wages-2' })
      const { page, look, faults, close } = await visit(origin, { script: true, width: 360, colours: 'light' }, cookie)
      await page.context().addCookies([{ name: 'sente-language', value: language, url: origin }])
      await page.goto(`${origin}/dashboard/links`)
      await look(/./)
      expect(await page.evaluate(lettersOfReferences)).to.be.above(7)
      await page.goto(`${origin}/dashboard/transactions?totals=1`)
      await look(/./)
      await page.goto(`${origin}/dashboard/statement?totals=1`)
      await look(/./)
      expect(faults).to.deep.equal([])
      await close()
    }),
  )

  rule('27.37', 'a description without a blank makes the list of links no wider than a desktop', async () => {
    const { origin, post, cookie } = await openHolder()
    await post('/dashboard/links/new', {
      ...{ amount: '500', said: 'UGX 500', currency: 'UGX', reference: 'tea', description: '17'.repeat(100) },
    })
    const { page, look, faults, close } = await visit(origin, { script: true, width: 1280, colours: 'light' }, cookie)
    await page.goto(`${origin}/dashboard/links`)
    await look(/./)
    expect(faults).to.deep.equal([])
    await close()
  })
})
