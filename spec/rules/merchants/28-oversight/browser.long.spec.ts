import { expect } from 'chai'
import { password } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'
import { lookedAt } from '../looks.ts'
import { csvOf, openUploader } from './uploader.ts'

describe('28 Batches in the browser: a batch', () => {
  const visit = inBrowser()
  rule(
    '28.11',
    'an owner uploads a batch, corrects it and pays it by keyboard only, with a script and without, on a phone and on a desktop',
    lookedAt(
      [
        [true, 1280, 'light'],
        [false, 360, 'dark'],
      ],
      async (looks) => {
        const { origin, userOf, pays } = await openUploader()
        const { cookie } = await userOf('owner', 'akello@shop.example')
        const { page, look, keys, faults, close } = await visit(origin, looks, cookie)
        await page.goto(`${origin}/dashboard/batches`)
        await keys.enter('New batch')
        await look('New batch')
        const file = csvOf(['256770000001', '5000'], ['254770000002', '7000'], ['256770000003', '499'])
        const chooser = page.waitForEvent('filechooser')
        await keys.enter('file')
        await (await chooser).setFiles({ name: 'wages.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
        await keys.enter('Check the lines')
        await look('The lines, checked')
        // The first wrong field has the focus already.
        await keys.press('Shift+Tab')
        await keys.tabTo('phone_number', '256770000002', 1)
        await keys.tabTo('amount')
        await keys.tabTo('amount', '900')
        await keys.press('Enter')
        await page.getByText('3 lines can be paid.').waitFor()
        await look('The lines, checked')
        await keys.tabTo('password', password)
        await keys.tabTo('pin', '4071')
        await keys.press('Enter')
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
