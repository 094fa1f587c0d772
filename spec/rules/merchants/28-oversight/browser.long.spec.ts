import { expect } from 'chai'
import { closeApis } from '../../../fixtures/http/api.ts'
import { password } from '../../../fixtures/http/dashboard.ts'
import { visits } from '../../../fixtures/http/visit.ts'
import { rule, table } from '../../../rule.ts'
import { csvOf, openUploader } from './uploader.ts'

describe('28 What an account holder oversees in the browser: a batch', function () {
  this.timeout(180_000)
  const visit = visits()
  after(closeApis)

  rule(
    '28.11',
    'a manager uploads a batch, corrects it and pays it in a browser, with a script and without, on a phone and on a desk',
    table(
      ['script', 'width', 'colours'],
      [
        [true, 1280, 'light'],
        [false, 360, 'dark'],
      ] as const,
      async (script, width, colours) => {
        const { origin, userOf, pays } = await openUploader()
        const { cookie } = await userOf('manager', 'akello@shop.example')
        const { page, look, faults, close } = await visit(origin, { script, width, colours }, cookie)
        await page.goto(`${origin}/dashboard/batches`)
        await page.getByRole('link', { name: 'New batch' }).click()
        await look('New batch')
        const file = csvOf(['256770000001', '5000'], ['254770000002', '7000'], ['256770000003', '499'])
        await page
          .getByLabel('CSV file')
          .setInputFiles({ name: 'wages.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
        await page.getByRole('button', { name: 'Check the lines' }).click()
        await look('The lines, checked')
        await page.getByRole('group', { name: 'Line 2' }).getByLabel('phone_number').fill('256770000002')
        await page.getByRole('group', { name: 'Line 3' }).getByLabel('amount').fill('900')
        await page.getByRole('button', { name: 'Check again' }).click()
        await page.getByText('3 lines can be paid.').waitFor()
        await look('The lines, checked')
        await page.getByLabel('PIN of the account').fill('4071')
        await page.getByLabel('Your password').fill(password)
        await page.getByRole('button', { name: 'Pay the batch' }).click()
        await look(/^batch-/)
        await pays()
        await pays()
        await page.reload()
        await page.getByText('3 of 3 lines have ended').waitFor()
        await look(/^batch-/)
        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )
})
