import { expect } from 'chai'
import { minuteMs } from '../../../../fixtures/core.ts'
import { openIdProviderProcess } from '../../../../fixtures/openIdProvider.ts'
import { rule } from '../../../../rule.ts'
import { inBrowser } from '../../../../stages/inBrowser.ts'
import { openIdHouse } from '../../../operators/133-people/openIdHouse.ts'

describe('26 The dashboard: forms over a sign-in elsewhere, in a browser', () => {
  const visit = inBrowser()
  let provider: Awaited<ReturnType<typeof openIdProviderProcess>>
  before(async () => {
    provider = await openIdProviderProcess()
  })
  after(() => provider.close())

  rule(
    '26.48',
    'a form that was kept over a sign-in through an identity provider is shown again after a reload',
    async () => {
      provider.person.claims = { email: 'nakato@gateway.example', email_verified: true, amr: ['mfa'] }
      const house = await openIdHouse({ ...provider.settings, claim: 'email' })
      // Another site than the provider's.
      const origin = house.origin.replace('127.0.0.1', 'localhost')
      const looks = { script: true, width: 360, colours: 'light' } as const
      const { page } = await visit(origin, looks, house.operator.cookie)
      await page.goto(`${origin}/operator/new-account`)
      await page.locator('[name="name"]').fill('Kiosk & sons')
      await page.locator('[name="password"]').fill('seven herons over Jinja')
      house.clock.forwardMs(31 * minuteMs)
      await page.getByRole('button', { name: 'Create the account' }).click()
      await page.locator('form[action="/sign-in/openid"] button').click()
      const kept = page.locator('main form input[name="name"]')
      for (const again of [false, true]) {
        if (again) await page.reload()
        await page.getByText('Your form has not been sent yet').waitFor()
        expect(await kept.inputValue()).to.equal('Kiosk & sons')
      }
    },
  )
})
