import { expect } from 'chai'
import { password } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { inBrowser } from '../../../stages/inBrowser.ts'
import { lookedAt } from '../looks.ts'
import { openHolder } from './holder.ts'

describe('27 The account’s users in the browser: every page', () => {
  const visit = inBrowser()
  rule(
    '27.12',
    'every page of the dashboard can be reached by links, read and used by keyboard, on a phone and on a desktop, with a script and without',
    lookedAt(
      [
        [true, 1280, 'light'],
        [true, 360, 'dark'],
        [false, 360, 'light'],
      ],
      async (looks) => {
        const { origin, userOf, addEndpoint, attempted, pay, post } = await openHolder()
        const { id: endpoint } = await addEndpoint()
        await pay('succeeds', { reference: 'wages-1' })
        await attempted(endpoint, [{ problem: 'it has answered 500', status: 500 }])
        await post('/dashboard/links/new', {
          ...{ amount: '500', said: 'UGX 500', currency: 'UGX', description: 'Tea', reference: 'tea' },
        })
        const lines = 'reference,phone_number,amount,currency,network\nw-1,256770000001,500,UGX,MTN'
        await post('/dashboard/batches/new/accept', { reference: 'wages', lines, pin: '4071', password })
        const { cookie } = await userOf('owner', 'akello@shop.example')
        const { walk, faults, close } = await visit(origin, looks, cookie)
        expect(await walk('/dashboard/')).to.deep.equal([
          '/dashboard/',
          '/dashboard/actions',
          '/dashboard/ask',
          '/dashboard/batches',
          '/dashboard/batches/*',
          '/dashboard/batches/new',
          '/dashboard/charts',
          '/dashboard/events',
          '/dashboard/links',
          '/dashboard/links/*',
          '/dashboard/links/*/sheet',
          '/dashboard/notices',
          '/dashboard/pay',
          '/dashboard/settings',
          '/dashboard/settings/keys',
          '/dashboard/settings/users',
          '/dashboard/statement',
          '/dashboard/transactions',
          '/dashboard/transactions/*',
          '/dashboard/transactions/*/receipt',
          '/dashboard/webhooks',
          '/dashboard/webhooks/*',
        ])
        expect(faults).to.deep.equal([])
        await close()
      },
    ),
  )
})
