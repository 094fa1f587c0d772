import { expect } from 'chai'
import { visits } from '../../../../fixtures/http/visit.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../../fixtures/sandboxGateway.ts'
import { rule, table } from '../../../../rule.ts'

describe('18 The sandbox’s networks: a first try in a browser', function () {
  this.timeout(180_000)
  let gateway: SandboxGateway
  const visit = visits()
  before(async () => {
    gateway = await openSandboxGateway()
  })
  after(() => gateway?.close())

  rule(
    '18.36',
    'a newcomer sends and collects money in a browser, with a script and without, on a phone and on a desk',
    table(
      ['script', 'width', 'colours'],
      [
        [true, 1280, 'light'],
        [true, 360, 'dark'],
        [false, 1280, 'dark'],
        [false, 360, 'light'],
      ] as const,
      async (script, width, colours) => {
        const { page, look, faults, close } = await visit(gateway.url, { script, width, colours })
        await page.goto(gateway.url)
        await look('Try it')
        const sending = page.locator('form', { has: page.getByRole('heading', { name: 'Send money' }) })
        await sending.getByLabel('Amount').fill('7000')
        await sending.getByLabel('Amount').press('Enter')
        await look('UGX 7,000 sent')
        await page.getByText('succeeded').waitFor()

        await page.getByRole('link', { name: 'Send or collect more' }).press('Enter')
        const collecting = page.locator('form', { has: page.getByRole('heading', { name: 'Collect money' }) })
        await collecting.getByLabel('Amount').fill('6000')
        await collecting.getByRole('button').press('Enter')
        await look('The phone of Grace Nakato')
        await page.getByLabel('PIN, 5 digits').fill('12345')
        await page.keyboard.press('Enter')
        await page.getByText('You have paid UGX 6,000').first().waitFor()
        await look('The phone of Grace Nakato')

        await page.getByRole('link', { name: 'Other phones' }).press('Enter')
        await look('A customer’s phone')
        await page.getByRole('button', { name: 'Pick up a phone with Airtel Money' }).press('Enter')
        await page.getByText('Nothing to approve').waitFor()
        const { deployment } = gateway
        const asked = await collectBeside(gateway)
        await page.getByLabel('PIN, 4 digits').waitFor()
        await page.getByRole('button', { name: 'Reject' }).press('Enter')
        await page.getByText('Rejected. Nothing was paid.').waitFor()
        expect(deployment.sandbox?.phones.screenOf(asked)?.prompts).to.deep.equal([])
        deployment.sandbox?.phones.putDown(asked)

        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )
})

/** Collects from a phone as a program does; resolves with its number. */
async function collectBeside({ as, deployment }: SandboxGateway): Promise<string> {
  const keys = await deployment.sandbox?.demo
  if (!keys) throw new Error('no demo account')
  const phone_number = '256750000001'
  const order = { reference: `order-${Date.now()}`, phone_number, amount: 5000, currency: 'UGX', network: 'AIRTEL' }
  expect((await as(keys)('collect-money', order)).status).to.equal(201)
  return phone_number
}
