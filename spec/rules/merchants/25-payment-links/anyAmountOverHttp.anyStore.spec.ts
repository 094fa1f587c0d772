import { expect } from 'chai'
import { dataOf } from '../../../fixtures/http/lookUps.ts'
import { rule } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'

describe('25 Payment links: any amount, over HTTP', () => {
  rule('25.49', 'a request with a minimum and a maximum makes a link whose payers name the amount', async () => {
    const { postTo, look } = await overHttp()
    const rest = { reference: 'order-17', currency: 'UGX', description: 'Two kilograms of coffee' }
    const bounds = { minimum: 1_000, maximum: 50_000 }
    const answer = await postTo('payment-links', { ...rest, ...bounds })
    const { payment_link_id: id } = dataOf(answer) as { payment_link_id: string }
    expect(dataOf(answer)).to.include({ ...bounds, amount: null })
    expect(dataOf(await look(`/payment-links/${id}`))).to.include({ ...bounds, amount: null })
    const equal = await postTo('payment-links', { ...rest, reference: 'order-18', minimum: 1_000, maximum: 1_000 })
    expectError(equal, 400, 'malformed_fields', 'Malformed fields: maximum must be more than minimum')
  })
})
