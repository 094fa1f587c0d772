import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'
import { lookedAt } from '../looks.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: payments by hand', () => {
  const visit = inBrowser()
  rule(
    '27.32',
    'an owner pays a person, asks a customer and opens the receipt by keyboard only, with a script and without, on a phone and on a desktop',
    lookedAt(
      [
        [true, 360, 'dark'],
        [true, 1280, 'light'],
        [false, 360, 'light'],
      ],
      async (looks) => {
        const { origin, userOf, network, ports } = await openHolder()
        network.knows({ isRegistered: true, name: { given: 'John', family: 'Okello' }, canReceive: null })
        network.behaves('succeeds')
        const { cookie } = await userOf('owner', 'akello@shop.example')
        const { page, look, keys, faults, close } = await visit(origin, looks, cookie)
        for (const [title, said] of [
          ['Pay a person', 'Send UGX 5,000'],
          ['Ask a customer', 'Ask for UGX 5,000'],
        ] as const) {
          await page.goto(`${origin}/dashboard/`)
          await keys.enter(title)
          await look(title)
          await keys.tabTo('phone_number', '0414')
          await keys.tabTo('amount', '5,000')
          await keys.press('Enter')
          await page.getByRole('alert').waitFor()
          await look(title)
          await keys.tabTo('phone_number', '0770 000 001')
          await keys.press('Enter')
          await look(said)
          if (title === 'Pay a person') await keys.tabTo('pin', '4071')
          await (title === 'Pay a person' ? keys.press('Enter') : keys.enter(said))
          await page.getByText('succeeded').first().waitFor()
          await look('UGX 5,000')
        }
        await page.reload()
        await keys.enter('Receipt')
        await look('UGX 5,000 Receipt')
        await keys.tour()
        expect(await page.getByRole('button', { name: 'Print' }).isVisible()).to.equal(looks.script)
        await page.emulateMedia({ media: 'print' })
        expect(await page.getByRole('link', { name: 'To the payment' }).isVisible()).to.equal(false)
        expect((await ports.books.list({ limit: 9 })).transactions).to.have.length(2)
        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )
})
