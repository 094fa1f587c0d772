import { expect } from 'chai'
import { recording } from '../../../../core/actions/attribution.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { openOperatorPages } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('134 The operators’ pages: what changed', () => {
  rule(
    '134.14',
    'the list of actions shows each amount with its currency, exactly, and the parts of a fact in words',
    table(
      ['before', 'after', 'shown'],
      [
        [
          '{"available":"0","currency":"UGX"}',
          '{"amount":"45000","currency":"UGX","available":"45000"}',
          'available: UGX 0 → UGX 45,000 amount: UGX 45,000',
        ],
        ['null', '{"amount":"12.50","currency":"KES"}', 'amount: KES 12.50'],
        ['null', '{"minimum":"500","maximum":"2000","currency":"UGX"}', 'minimum: UGX 500 maximum: UGX 2,000'],
        ['null', '{"refunds_up_to":{"UGX":"5000"}}', 'refunds up to: UGX 5,000'],
        ['null', '{"amount":{"currency":"UGX","least":"500"},"why":"fees"}', 'amount: least: UGX 500 why: fees'],
        ['null', '{"kinds":["keys","kyc"],"lines":3}', 'kinds: keys, kyc lines: 3'],
        ['null', '{"amount":"9007199254740993","currency":"UGX"}', 'amount: 9007199254740993 currency: UGX'],
        ['null', '{"currency":"UGX","activated":true}', 'currency: UGX activated: true'],
      ] as const,
      async (before, after, shown) => {
        const { ports, get } = await openOperatorPages()
        const facts = { before: JSON.parse(before), after: JSON.parse(after) }
        const done = { kind: 'account.fund', accountId: null, subject: 'bank-7', ...facts } as const
        await ports.actions.write(recording(ports, { by: 'okello' })(() => done))
        expect(textOf(await get('/operator/actions'))).to.include(` ${shown} `)
      },
    ),
  )
})
