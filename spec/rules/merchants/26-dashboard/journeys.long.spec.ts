import { expect } from 'chai'
import { hourMs } from '../../../fixtures/core.ts'
import { openDashboard, password } from '../../../fixtures/http/dashboard.ts'
import { invited } from '../../../fixtures/people.ts'
import { rule } from '../../../rule.ts'
import { inBrowser, type Visit } from '../../../stages/inBrowser.ts'
import { lookedAt } from '../looks.ts'

const longReference = 'invoice-2026-11-26-0000000000000000000000017-of-the-branch'

describe('26 The dashboard: in a browser', () => {
  const visit = inBrowser()
  let shop: Awaited<ReturnType<typeof openPaid>>
  before(async () => {
    shop = await openPaid()
  })
  rule(
    '26.26',
    'an owner joins, reads, changes settings and comes back by keyboard only, with a script and without, on a phone and on a desktop',
    lookedAt(
      [
        [true, 1280, 'light'],
        [true, 360, 'dark'],
        [false, 1280, 'dark'],
        [false, 360, 'light'],
      ],
      async (looks) => {
        const { origin, invite, clock } = shop
        const visited = await visit(origin, looks)
        const { page, look, keys } = visited
        await page.goto(`${origin}${await invite()}`)
        await look('Welcome')
        const name = `owner-of-the-night-${looks.width}-${looks.script}@shop.example`
        await keys.tabTo('name', name)
        await keys.tabTo('password', password)
        await keys.tabTo('again', password)
        await keys.press('Enter')
        await look('Duka')
        await findPayments(visited)
        await setPin(visited)
        await makeKey(visited, `The till at the gate ${looks.width} ${looks.script}`)
        await inviteViewer(visited)
        await keys.enter(name)
        await look(/^owner-of-the-night/)
        await keys.enter('Sign out')
        await look('Sign in')
        clock.forwardMs(hourMs)
        await signIn(visited, name)
        await look('Duka')
        expect(await page.locator('main').innerText()).to.include('Since you last looked')
        expect(visited.faults).to.deep.equal([])
        await visited.close()
      },
    ),
  )

  rule(
    '26.27',
    'a keyboard can skip the header of each page, and next reaches the ways to pay, the charts, and a payment',
    async () => {
      const { origin, name } = shop
      const visited = await visit(origin, { script: true, width: 1280, colours: 'light' })
      const { page, look, keys } = visited
      await page.goto(`${origin}/sign-in`)
      await signIn(visited, name)
      await look('Duka')
      await keys.enter('Skip to the content')
      await keys.tabTo('Pay a person', '', 1)
      await keys.tabTo('Ask a customer', '', 1)
      await keys.tabTo('All charts', '', 1)
      await keys.enter(longReference, 1)
      await look('UGX 5,000 sent')
      expect(visited.faults).to.deep.equal([])
      await visited.close()
    },
  )
})

/** A shop with payments of every end, and an owner who has not signed in yet. */
async function openPaid() {
  const dashboard = await openDashboard()
  const { ports, account, pay, userOf } = dashboard
  await pay('declines', { reference: 'wages-2' })
  await pay('accepts', { reference: 'wages-3' })
  await pay('succeeds', { reference: longReference, description: longReference })
  const { user } = await userOf()
  return { ...dashboard, name: user.name, invite: async () => `/join/${await invited(ports, 'owner', account.id)}` }
}

async function signIn({ keys }: Visit, name: string): Promise<void> {
  await keys.tabTo('name', name)
  await keys.tabTo('password', password)
  await keys.press('Enter')
}

async function findPayments({ page, look, keys }: Visit): Promise<void> {
  await keys.enter('Transactions')
  await look('Transactions')
  await keys.tabTo('Search', 'wages-3')
  await keys.press('Enter')
  await page.waitForURL(/text=wages-3/)
  await look('Transactions')
  await keys.enter('wages-3')
  await look('UGX 5,000 to send')
  await keys.enter('Statement')
  await look('Statement')
  await keys.enter(longReference)
  await look('UGX 5,000 sent')
}

async function setPin({ page, look, keys }: Visit): Promise<void> {
  await keys.enter('Settings')
  await look('Settings')
  await keys.tabTo('password', password)
  await keys.tabTo('pin', '8302')
  await keys.tabTo('again', '8302')
  await keys.press('Enter')
  await page.getByText('The PIN is set.').waitFor()
  await look('Settings')
}

async function makeKey({ page, look, keys }: Visit, keyName: string): Promise<void> {
  await keys.enter('Keys')
  await look('Keys')
  await keys.tabTo('Name', keyName)
  await keys.tabTo('look up')
  await keys.press('Space')
  await keys.tabTo('password', password)
  await keys.press('Enter')
  await page.getByText(/sente_sk_[0-9a-f]{56}/).waitFor()
  await look('Keys')
}

async function inviteViewer({ page, look, keys }: Visit): Promise<void> {
  await keys.enter('Settings')
  await look('Settings')
  await keys.enter('Users')
  await look('Users')
  await keys.enter('Make a link')
  await page.getByText(/\/join\/[\w-]{43}/).waitFor()
  await look('Users')
}
