import { expect } from 'chai'
import { createLink, isRefusal } from '../../../../core/sente.ts'
import { openDashboard } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'
import { lookedAt } from '../looks.ts'

describe('25 Payment links: a customer’s browser', () => {
  const visit = inBrowser(30_000)
  let shop: Awaited<ReturnType<typeof openDashboard>>
  before(async () => {
    shop = await openDashboard()
  })
  /** A link with a word that no page is wide enough for. */
  async function linkFor(reference: string): Promise<string> {
    const { ports, caller, origin } = shop
    const request = {
      ...{ reference, amount: 5_000, currency: 'UGX', description: `invoice ${'17'.repeat(90)}` },
      ...{ uses: 1, returnUrl: 'https://shop.example/thanks', expiresAtMs: null },
    }
    const created = await createLink(ports)({ caller: await caller(), request })
    if (!created || isRefusal(created)) throw new Error(created?.refused)
    return `${origin}/pay/${created.token}`
  }

  rule(
    '25.22',
    'a customer pays in a browser by keyboard only, with a script and without, on a phone and on a desktop, and loads little',
    lookedAt(
      [
        [true, 360, 'dark'],
        [true, 1280, 'light'],
        [false, 360, 'light'],
      ],
      async (looks) => {
        const { origin, network, clock, sweep } = shop
        const { page, look, keys, faults, close } = await visit(origin, looks)
        await page.goto(await linkFor(`order-${looks.script}-${looks.width}`))
        await look('UGX 5,000')
        await keys.tabTo('phone_number', '12')
        await keys.press('Enter')
        await page.getByText('This is not a phone number').first().waitFor()
        await look('UGX 5,000')
        network.behaves('accepts')
        await keys.tabTo('phone_number', '0770 000 001')
        await keys.enter('Pay UGX 5,000')
        await page.getByText('asks you on your phone now').waitFor()
        await look('UGX 5,000')
        network.answersEnquiry({ outcome: 'succeeded', seen: {}, providerRef: null, networkReceipt: '7788' })
        clock.forwardMs(15 * 60_000)
        await sweep()
        await page.getByText('7788').waitFor()
        await look('UGX 5,000')
        await keys.tabTo('Back to Duka')
        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )
})
