import { expect } from 'chai'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { codePeriodMs } from '../../../../core/sente.ts'
import { minuteMs } from '../../../fixtures/core.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'

describe('26 The dashboard: filled-in forms', () => {
  const visit = inBrowser()
  const newBatch = '/dashboard/batches/new'
  const lines = 'reference,phone_number,amount,currency,network\nw-1,256770000001,much,UGX,MTN'

  async function openWindow() {
    const dashboard = await openDashboard()
    const { origin, userOf } = dashboard
    const { user, cookie, post } = await userOf('owner')
    const visited = await visit(origin, { script: true, width: 360, colours: 'light' }, cookie)
    const { page } = visited
    const goTo = (path: string) => page.goto(origin + path)
    return { ...dashboard, ...visited, user, post, goTo }
  }

  /** A batch whose only line has a wrong amount, on the page that corrects it. */
  async function openWrong() {
    const opened = await openWindow()
    const { page, goTo } = opened
    await goTo(newBatch)
    await page.locator('textarea').fill(lines)
    await page.getByRole('button', { name: 'Check' }).click()
    const amount = page.locator('[name="cell-2-2"]')
    expect(await amount.inputValue()).to.equal('much')
    return { ...opened, amount, send: () => sent(page, 'form:has([name="corrected"])') }
  }

  /** Sends a form, and waits for the answer. */
  async function sent(page: Page, form: string): Promise<void> {
    const answered = page.waitForEvent('domcontentloaded')
    await page.locator(`${form} button`).first().click()
    await answered
  }

  type Window = { readonly page: Page; readonly user: { readonly name: string } }

  /** Gives the password again, on the page that has come instead of the answer to a form. */
  async function enterPassword({ page, user }: Window): Promise<void> {
    await page.getByLabel('Name').fill(user.name)
    await page.locator('[name="password"]').fill(password)
    await sent(page, 'main form')
  }

  /** Signs in again. */
  async function signIn(opened: Window): Promise<void> {
    await enterPassword(opened)
    await opened.page.getByText('Your form has not been sent yet').waitFor()
  }

  rule('26.39', 'corrections of a batch survive a reload and the end of a session, and leaving them asks first', {
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
    'the end of a session': async () => {
      const opened = await openWrong()
      const { page, amount, send, clock, ports } = opened
      await amount.fill('600')
      clock.forwardMs(31 * minuteMs)
      await send()
      await signIn(opened)
      await send()
      await page.getByText('UGX 600').first().waitFor()
      expect((await ports.books.list({ limit: 9 })).transactions).to.deep.equal([])
    },
    'the end of a session, and a reload after it': async () => {
      const opened = await openWrong()
      const { page, amount, send, clock } = opened
      await amount.fill('600')
      clock.forwardMs(31 * minuteMs)
      await send()
      await signIn(opened)
      await page.reload()
      await send()
      await page.getByText('UGX 600').first().waitFor()
    },
    'the end of a session, a second step, and a reload after it': async () => {
      const opened = await openWrong()
      const { page, amount, send, clock, post } = opened
      const { body } = await post('/me/second-step/app', { password })
      const secret = Secret.fromBase32(/<pre>([A-Z2-7 ]+)<\/pre>/.exec(body)?.[1]?.replaceAll(' ', '') ?? '')
      const code = () => {
        clock.forwardMs(codePeriodMs)
        return new TOTP({ secret }).generate({ timestamp: clock.nowMs() })
      }
      const { headers } = await post('/me/second-step/code', { code: code() })
      const [cookie = ''] = headers['set-cookie'] ?? []
      await signInAs(page, opened.origin, { cookie: cookie.split(';')[0] ?? '' })
      await amount.fill('600')
      clock.forwardMs(31 * minuteMs)
      await send()
      await enterPassword(opened)
      await page.locator('[name="code"]').fill(code())
      await sent(page, 'form:has([name="code"])')
      await page.getByText('Your form has not been sent yet').waitFor()
      await page.reload()
      await send()
      await page.getByText('UGX 600').first().waitFor()
    },
    'a link on the page': async () => {
      const { page, amount } = await openWrong()
      await amount.fill('600')
      const question = page.waitForEvent('dialog')
      const clicked = page.getByRole('link', { name: 'Statement' }).click()
      await (await question).dismiss()
      await clicked
      expect(await amount.inputValue()).to.equal('600')
    },
  })

  rule('26.40', 'a form is filled in as before after a reload, and on the way back', {
    'texts of users and operators': async () => {
      const { page, goTo, origin, userOf } = await openWindow()
      const operator = await userOf('administrator')
      const fields = [
        [newBatch, 'textarea', 'w-1,256770000001'],
        ['/dashboard/links', '[name="description"]', 'Two sacks'],
        ['/dashboard/ask', '[name="amount"]', '5000'],
        ['/operator/new-account', '[name="name"]', 'Kiosk'],
      ] as const
      for (const [path, name, text] of fields) {
        if (path.startsWith('/operator')) await signInAs(page, origin, operator)
        const field = page.locator(name)
        await goTo(path)
        await field.fill(text)
        await page.reload()
        expect(await field.inputValue()).to.equal(text)
        await goTo('/me')
        await page.goBack()
        expect(await field.inputValue()).to.equal(text)
      }
    },
    'choices and boxes': async () => {
      const { page, goTo } = await openWindow()
      await goTo('/dashboard/settings/keys')
      const [scope, name] = [page.locator('[type="checkbox"]').first(), page.locator('[name="name"]')]
      await scope.check()
      await name.fill('till')
      await goTo('/dashboard/settings/users')
      await page.locator('select[name="role"]').selectOption('viewer')
      await page.reload()
      expect(await page.locator('select[name="role"]').inputValue()).to.equal('viewer')
      await page.goBack()
      expect([await scope.isChecked(), await name.inputValue()]).to.deep.equal([true, 'till'])
    },
  })

  rule('26.41', 'a fresh form is empty, and neither secrets are kept nor another user’s text', {
    'another user of the browser, and a fresh form': async () => {
      const { page, goTo, origin, userOf } = await openWindow()
      const text = page.locator('textarea')
      await goTo(newBatch)
      await text.fill('w-1,256770000001')
      await goTo(newBatch)
      expect(await text.inputValue()).to.equal('')
      await text.fill('w-1,256770000001')
      await signInAs(page, origin, await userOf('owner', 'other@shop.example'))
      await page.reload()
      await page.getByText('other@shop.example').waitFor()
      expect(await text.inputValue()).to.equal('')
    },
    secrets: async () => {
      const { page, goTo } = await openWindow()
      const kept = () => page.evaluate('JSON.stringify(navigation.currentEntry.getState() ?? null)')
      await goTo('/dashboard/settings')
      for (const name of ['pin', 'again']) await page.locator(`[name="${name}"]`).first().fill('830214')
      expect(await kept()).to.equal('null')
      await goTo('/dashboard/settings/keys')
      await page.locator('[name="password"]').first().fill('nine otters')
      await page.locator('[name="name"]').fill('till')
      expect(await kept())
        .to.include('till')
        .and.not.include('otters')
      await goTo('/me/second-step')
      await page.locator('form[action$="/app"] [name="password"]').fill(password)
      await sent(page, 'form[action$="/app"]')
      await page.locator('[name="code"]').fill('830214')
      expect(await kept()).to.equal('null')
    },
  })

  async function signInAs(page: Page, origin: string, { cookie }: { readonly cookie: string }): Promise<void> {
    const [name = '', value = ''] = cookie.split('=')
    await page.context().addCookies([{ name, value, url: origin }])
  }
})
