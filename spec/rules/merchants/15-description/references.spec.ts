import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { overHttp } from '../../../stages/overHttp.ts'

describe('15 The API describes itself: used references', () => {
  rule(
    '15.13',
    'a used reference says whether the request repeats the payment, or is another operation, amount, network or phone number under the same reference',
    table(
      ['changed', 'match'],
      [
        ['', 'same'],
        ['{"amount":5001}', 'different'],
        ['{"network":"AIRTEL","phone_number":"256750000001"}', 'different'],
        ['{"phone_number":"256770000002"}', 'different'],
        ['{"note":"ignored"}', 'same'],
        ['the operation', 'different'],
      ],
      async (changed, match) => {
        const { post, bodies } = await overHttp()
        expect((await post('send-money', bodies['send-money'])).status).to.equal(201)
        const again =
          changed === 'the operation'
            ? await post('collect-money', bodies['collect-money'])
            : await post('send-money', { ...bodies['send-money'], ...JSON.parse(changed || '{}') })
        expect(again.status).to.equal(409)
        expect(again.headers['reference-match']).to.equal(match)
      },
    ),
  )
})
