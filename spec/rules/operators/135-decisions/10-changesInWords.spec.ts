import { expect } from 'chai'
import { type Change, makeChange } from '../../../../core/sente.ts'
import { textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { rule } from '../../../rule.ts'

const ofAccount = (id: string) => ({ accountId: id })

/** Changes of an account, and how the page of their proposals says them. */
const said: readonly (readonly [change: (id: string) => Change, text: string])[] = [
  [
    (id) => ({
      kind: 'account.withdraw',
      request: { ...ofAccount(id), currency: 'UGX', amount: 20_000, reference: 'cash-7' },
    }),
    'Withdraw from an account … Amount UGX 20,000 Reference cash-7',
  ],
  [
    (id) => ({ kind: 'key.create', request: { ...ofAccount(id), name: 'till', scopes: ['read', 'pay'] } }),
    'Make a key … Name till Scopes read; pay',
  ],
  [
    (id) => ({
      kind: 'account.limit',
      request: { ...ofAccount(id), currency: 'UGX', limits: { payouts_a_day: 10, payout_amount: null } },
    }),
    'Set limits of an account … Currency UGX Limits Payouts a day: 10, Payout amount: none',
  ],
  [
    () => ({
      kind: 'float.move',
      request: {
        ...{ kind: 'top_up', currency: 'UGX', amount: 20_000, reference: 'bank-7' },
        ...{ from: 'bank', to: 'float:AIRTEL:disbursement' },
      },
    }),
    'Amount UGX 20,000 Kind top-up of a float … From bank To float AIRTEL disbursement',
  ],
]

describe('135 Decisions on the operators’ pages: changes in words', () => {
  rule(
    '135.26',
    'the page of a proposal names each part of its change in words, with amounts as amounts',
    Object.fromEntries(
      said.map(([change, text]) => [
        text,
        async () => {
          const { ports, account, okot, must } = await openTwoOperators(twoAbove(1_000n, 'keys', 'limits'))
          const keys = { ...ports, isAddressList: () => true }
          const made = must(await makeChange(keys)({ change: change(account.id), by: 'brian', because: 'they asked' }))
          const number = 'proposal' in made ? made.proposal.proposed.number : 0
          const page = textOf(await okot.get(`/operator/proposals/${number}`))
          for (const part of text.split(' … ')) expect(page).to.include(part)
        },
      ]),
    ),
  )
})
