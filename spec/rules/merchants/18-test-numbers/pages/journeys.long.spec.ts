import { expect } from 'chai'
import { openSandboxGateway, type SandboxGateway } from '../../../../fixtures/sandboxGateway.ts'
import { rule } from '../../../../rule.ts'
import { inBrowser } from '../../../../stages/inBrowser.ts'
import { lookedAt } from '../../looks.ts'

describe('18 The sandbox’s networks: a first try in a browser', () => {
  let gateway: SandboxGateway
  const visit = inBrowser()
  before(async () => {
    gateway = await openSandboxGateway()
  })
  rule(
    '18.36',
    'a newcomer sends and collects money by keyboard only, with a script and without, on a phone and on a desktop',
    lookedAt(
      [
        [true, 1280, 'light'],
        [true, 360, 'dark'],
        [false, 1280, 'dark'],
        [false, 360, 'light'],
      ],
      async (looks) => {
        const { page, look, keys, faults, close } = await visit(gateway.url, looks)
        await page.goto(gateway.url)
        await look('Try it')
        await keys.tabTo('amount', '7000')
        await keys.press('Enter')
        await look('Send UGX 7,000')
        await keys.enter('Send UGX 7,000')
        await look('UGX 7,000 sent')
        await page.getByText('succeeded').waitFor()

        await keys.enter('Send or collect more')
        await look('Try it')
        await keys.tabTo('amount')
        await keys.tabTo('amount', '6000')
        await keys.press('Enter')
        await look('Collect UGX 6,000')
        await keys.enter('Collect UGX 6,000')
        await look('The phone of Grace Nakato')
        await keys.tabTo('PIN, 5 digits', '12345')
        await keys.press('Enter')
        await page.getByText('You have paid UGX 6,000').first().waitFor()
        await look('The phone of Grace Nakato')

        await keys.enter('Other phones')
        await look('A customer’s phone')
        await keys.enter('Pick up a phone with Airtel Money')
        await page.getByText('Nothing to approve').waitFor()
        const { deployment } = gateway
        const asked = await collectBeside(gateway)
        await page.getByLabel('PIN, 4 digits').waitFor()
        await keys.enter('Reject')
        await page.getByText('Rejected. Nothing was paid.').waitFor()
        expect(deployment.sandbox?.phones.screenOf(asked)?.prompts).to.deep.equal([])
        deployment.sandbox?.phones.putDown(asked)

        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )
})

/** Collects from a phone like a program; resolves with its number. */
async function collectBeside({ as, deployment }: SandboxGateway): Promise<string> {
  const keys = await deployment.sandbox?.demo
  if (!keys) throw new Error('no demo account')
  const phone_number = '256750000001'
  const order = { reference: `order-${Date.now()}`, phone_number, amount: 5000, currency: 'UGX', network: 'AIRTEL' }
  expect((await as(keys)('collect-money', order)).status).to.equal(201)
  return phone_number
}
