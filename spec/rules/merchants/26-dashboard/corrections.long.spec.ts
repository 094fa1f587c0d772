import { expect } from 'chai'
import { minuteMs } from '../../../fixtures/core.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'

describe('26 The dashboard: typed text', () => {
  const visit = inBrowser()
  const path = '/dashboard/batches/new'
  const lines = 'reference,phone_number,amount,currency,network\nw-1,256770000001,much,UGX,MTN'

  /** A batch whose only line has a wrong amount, on the page that corrects it. */
  async function openWrong() {
    const dashboard = await openDashboard()
    const { user, cookie } = await dashboard.userOf('manager')
    const visited = await visit(dashboard.origin, { script: true, width: 360, colours: 'light' }, cookie)
    const { page } = visited
    await page.goto(dashboard.origin + path)
    await page.locator('textarea').fill(lines)
    await page.getByRole('button', { name: 'Check' }).click()
    const amount = page.locator('[name="cell-2-2"]')
    expect(await amount.inputValue()).to.equal('much')
    const send = async () => {
      const answered = page.waitForEvent('domcontentloaded')
      await page.locator('form:has([name="corrected"]) button').click()
      await answered
    }
    return { ...dashboard, ...visited, user, amount, send }
  }

  rule(
    '26.39',
    'typed text survives a reload, the end of a session, and the way back to a page that a link has opened',
    {
      'a reload, before and after they are sent': async () => {
        const { page, amount, send } = await openWrong()
        await amount.fill('49')
        await page.reload()
        expect(await amount.inputValue()).to.equal('49')
        await send()
        expect(await amount.inputValue()).to.equal('49')
        await amount.fill('600')
        await page.reload()
        expect(await amount.inputValue()).to.equal('600')
      },
      'the way back to a page that a link has opened': async () => {
        const { page, origin } = await openWrong()
        await page.goto(`${origin}/dashboard/links`)
        await page.locator('[name="description"]').fill('Two sacks')
        await page.goto(origin + path)
        await page.goBack()
        expect(await page.locator('[name="description"]').inputValue()).to.equal('Two sacks')
      },
      'the end of a session': async () => {
        const { page, amount, send, clock, user, ports } = await openWrong()
        await amount.fill('600')
        clock.forwardMs(31 * minuteMs)
        await send()
        await page.getByLabel('Name').fill(user.name)
        await page.locator('[name="password"]').fill(password)
        await page.locator('main form button').first().click()
        await page.getByText('Your form has not been sent yet').waitFor()
        await page.locator('form:has([name="corrected"]) button').click()
        await page.getByText('UGX 600').first().waitFor()
        expect((await ports.books.list({ limit: 9 })).transactions).to.deep.equal([])
      },
    },
  )

  rule('26.40', 'typed text is in no fresh form, and no other user gets it', {
    'a fresh form': async () => {
      const { page, origin } = await openWrong()
      await page.goto(origin + path)
      expect(await page.locator('textarea').inputValue()).to.equal('')
    },
    'another user of the browser': async () => {
      const { page, origin, userOf } = await openWrong()
      await page.goto(origin + path)
      await page.locator('textarea').fill('w-1,256770000001')
      await page.reload()
      expect(await page.locator('textarea').inputValue()).to.equal('w-1,256770000001')
      const [name = '', value = ''] = (await userOf('manager', 'other@shop.example')).cookie.split('=')
      await page.context().addCookies([{ name, value, url: origin }])
      await page.reload()
      await page.getByText('other@shop.example').waitFor()
      expect(await page.locator('textarea').inputValue()).to.equal('')
    },
    'a secret': async () => {
      const { page, origin } = await openWrong()
      await page.goto(`${origin}/dashboard/settings`)
      await page.locator('[name="pin"]').fill('8302')
      await page.reload()
      expect(await page.locator('[name="pin"]').inputValue()).to.equal('')
      expect(await page.evaluate('JSON.stringify(navigation.currentEntry.getState() ?? null)')).to.equal('null')
    },
  })
})
