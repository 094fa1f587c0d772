import { expect } from 'chai'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { rule } from '../../../rule.ts'
import { csvOf, openUploader, paid } from './uploader.ts'

describe('28 Batches in the browser: payments that are repeated', () => {
  const path = '/dashboard/batches/new'

  rule('28.12', 'lines that repeat a payment are listed before the PIN is asked for, and need a tick', async () => {
    const { post, send, batches } = await openUploader()
    const twice = csvOf(['256770000001', '5000'], ['256770000001', '5000'])
    const { body } = await post(`${path}/check`, { reference: 'wages', lines: twice })
    expect(textOf({ body } as never)).to.include(
      'Paid before? 1 line Line 3 pays the same amount to the same phone number as line 2',
    )
    const refused = await send(body, `${path}/accept`, { ...paid, repeats: '' })
    expect(textOf(refused)).to.include('Batch repeats payments').and.include('Paid before?')
    expect(await batches()).to.deep.equal([])
    expect((await send(refused.body, `${path}/accept`, { ...paid, repeats: 'yes' })).statusCode).to.equal(303)
  })
})
