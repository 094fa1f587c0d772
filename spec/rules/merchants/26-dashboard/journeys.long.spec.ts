import { expect } from 'chai'
import { inviteUser, isRefusal } from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { closeApis } from '../../../fixtures/http/api.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { type Visit, visits } from '../../../fixtures/http/visit.ts'
import { rule, table } from '../../../rule.ts'

const longReference = 'invoice-2026-11-26-0000000000000000000000017-of-the-branch'

describe('26 The dashboard: in a browser', function () {
  this.timeout(180_000)
  const visit = visits()
  let shop: Awaited<ReturnType<typeof openShop>>
  before(async () => {
    shop = await openShop()
  })
  after(closeApis)

  rule(
    '26.26',
    'a manager joins, looks, sets and comes back in a browser, with a script and without, on a phone and on a desk',
    table(
      ['script', 'width', 'colours'],
      [
        [true, 1280, 'light'],
        [true, 360, 'dark'],
        [false, 1280, 'dark'],
        [false, 360, 'light'],
      ] as const,
      async (script, width, colours) => {
        const { origin, invite, clock } = shop
        const visited = await visit(origin, { script, width, colours })
        const { page, look } = visited
        await page.goto(`${origin}${await invite()}`)
        await look('Welcome')
        const name = `manager-of-the-night-${width}-${script}@shop.example`
        await page.getByLabel('Your name').fill(name)
        await page.getByLabel('Password').fill(password)
        await page.getByLabel('The same once more').fill(password)
        await page.getByRole('button', { name: 'Go on' }).click()
        await look('Duka')
        await findPayments(visited)
        await setPin(visited)
        await makeKey(visited, `The till at the gate ${width} ${script}`)
        await inviteViewer(visited)
        await page.locator('.who a').click()
        await look(/^manager-of-the-night/)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await look('Sign in')
        clock.forwardMs(hourMs)
        await page.getByLabel('Name').fill(name)
        await page.getByLabel('Password').fill(password)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await look('Duka')
        expect(await page.locator('main').innerText()).to.include('Since you last looked')
        expect(visited.faults).to.deep.equal([])
        await visited.close()
      },
    ),
  )

  rule(
    '26.27',
    'a keyboard is enough to sign in, reach a payment and sign out, and where it is can be seen',
    async () => {
      const { origin, name } = shop
      const looks = { script: true, width: 1280, colours: 'light' } as const
      const { page, look, keys, faults, close } = await visit(origin, looks)
      await page.goto(`${origin}/sign-in`)
      await keys.tabTo('name', name)
      await keys.tabTo('password', password)
      await keys.press('Enter')
      await look('Duka')
      await keys.enter('Skip to the content')
      await keys.enter(longReference, 1)
      await look('UGX 5,000 sent')
      await keys.enter('Sign out')
      await look('Sign in')
      expect(faults).to.deep.equal([])
      await close()
    },
  )
})

/** A shop with payments of every end, and a manager who is to sign in. */
async function openShop() {
  const dashboard = await openDashboard()
  const { ports, account, pay, userOf } = dashboard
  await pay('declines', { reference: 'wages-2' })
  await pay('accepts', { reference: 'wages-3' })
  await pay('succeeds', { reference: longReference, description: longReference })
  const { user } = await userOf()
  async function invite(): Promise<string> {
    const invited = await inviteUser(ports)({ by: 'okello', role: 'manager', accountId: account.id })
    if (isRefusal(invited)) throw new Error(invited.message)
    return `/join/${invited.token}`
  }
  return { ...dashboard, name: user.name, invite }
}

async function findPayments({ page, look }: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Transactions', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('wages-3')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(/text=wages-3/)
  await look('Transactions')
  await page.getByRole('link', { name: 'wages-3' }).click()
  await look('UGX 5,000 sent')
  await page.getByRole('link', { name: 'Statement' }).click()
  await look('Statement')
  await page.getByRole('link', { name: longReference }).first().click()
  await look('UGX 5,000 sent')
}

async function setPin({ page, look }: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  const form = page.getByRole('form', { name: 'PIN' })
  await form.getByLabel('New PIN').fill('8302')
  await form.getByLabel('The same once more').fill('8302')
  await form.getByLabel('Your password').fill(password)
  await form.getByRole('button').click()
  await page.getByText('The PIN is set.').waitFor()
  await look('Settings')
}

async function makeKey({ page, look }: Visit, keyName: string): Promise<void> {
  await page.getByRole('link', { name: 'Keys' }).click()
  const form = page.getByRole('form', { name: 'A new key' })
  await form.getByLabel('Name').fill(keyName)
  await form.getByLabel('look up').check()
  await form.getByLabel('Your password').fill(password)
  await form.getByRole('button').click()
  await page.getByText(/sente_sk_[0-9a-f]{56}/).waitFor()
  await look('Keys')
}

async function inviteViewer({ page, look }: Visit): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByText(/\/join\/[\w-]{43}/).waitFor()
  await look('Users')
}
