import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: copying a link', () => {
  const visit = inBrowser()
  rule('27.34', 'a browser with a script copies the address of a link by one tap', async () => {
    const { origin, post, cookie } = await openHolder()
    const made = await post('/dashboard/links/new', {
      ...{ amount: '500', said: 'UGX 500', currency: 'UGX', description: 'Tea', reference: 'tea' },
    })
    const { page, faults, close } = await visit(origin, { script: true, width: 360, colours: 'light' }, cookie)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(origin + made.headers.location)
    const address = await page.getByLabel('The address for the customer').inputValue()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(address)
    expect(faults).to.deep.equal([])
    await close()
  })
})
