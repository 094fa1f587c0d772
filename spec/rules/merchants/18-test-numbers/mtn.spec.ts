import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openMtn, products } from '../../../simulator/mtnCaller.ts'

describe('18 The sandbox’s networks: answers of MTN seen live', () => {
  rule(
    '18.14',
    'at MTN, 990480 fails with a word outside its schema, 990481 is refused and 990482 succeeds',
    async () => {
      for (const product of products) {
        const { submit, ended, enquire } = await openMtn()
        const failed = await submit(product, { phoneNumber: '256770990480' })
        expect(await ended(product, failed.reference)).to.deep.include({
          status: 'FAILED',
          reason: { code: 'SENDER_ACCOUNT_NOT_ACTIVE', message: 'The payment was not made.' },
        })
        const refused = await submit(product, { phoneNumber: '256770990481' })
        expect({ status: refused.status, code: refused.body.code }).to.deep.equal({
          status: 500,
          code: 'NOT_ENOUGH_FUNDS',
        })
        expect(await enquire(product, refused.reference)).to.include({ status: 404 })
        const { reference } = await submit(product, { phoneNumber: '256770990482' })
        expect(await ended(product, reference)).to.include({ status: 'SUCCESSFUL' })
      }
    },
  )
})
