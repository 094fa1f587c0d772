import { expect } from 'chai'
import {
  authenticate,
  type Caller,
  callAsUser,
  closeAccount,
  createAccount,
  createKey,
  isRefusal,
  lookUpAccount,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { openCore } from '../../../fixtures/core.ts'
import { joined, signedIn } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

describe('103 The operator’s accounts: once', () => {
  rule('103.27', 'an account requested under an id is made once, and its keys are shown once', {
    'one after the other': async () => {
      const { ports } = await openCore()
      const given = { by: 'amina', name: 'Kiosk', id: ports.ids.ordered() }
      const made = await createAccount(ports)(given)
      expect(made).to.have.nested.property('account.id', given.id)
      expect(await createAccount(ports)(given)).to.deep.equal({
        refused: 'account_exists',
        message: 'This account already exists. Its keys were shown when it was created',
      })
      expect(codeOf(await createAccount(ports)({ by: 'amina', name: 'Kiosk' })), 'without an id').to.equal('done')
    },
    'several at once': async () => {
      const { ports } = await openCore()
      const given = { by: 'amina', name: 'Kiosk', id: ports.ids.ordered() }
      const codes = (await Promise.all([1, 2, 3].map(() => createAccount(ports)(given)))).map(codeOf)
      expect(codes.toSorted()).to.deep.equal(['account_exists', 'account_exists', 'done'])
    },
    'an unexpected error is thrown': async () => {
      const { ports } = await openCore()
      const accounts = { ...ports.accounts, add: () => Promise.reject(new Error('no disk')) }
      const given = { by: 'amina', name: 'Kiosk', id: ports.ids.ordered() }
      expect(await createAccount({ ...ports, accounts })(given).catch(String)).to.equal('Error: no disk')
    },
  })

  rule('103.28', 'the balance of a closed account can be withdrawn, and no more', async () => {
    const { ports, account, balance } = await openCore()
    await closeAccount(ports)({ by: 'amina', accountId: account.id })
    const money = { by: 'amina', because: 'paid back', accountId: account.id, currency: 'UGX' }
    const withdraw = async (amount: number, reference: string) =>
      codeOf(await withdrawFunds(ports)({ ...money, amount, reference }))
    expect(await withdraw(100_001, 'out-1')).to.equal('balance_too_low')
    expect(await withdraw(100_000, 'out-1')).to.equal('done')
    expect(await balance()).to.deep.equal({ available: 0n, held: 0n })
    expect(await withdraw(1, 'out-2')).to.equal('balance_too_low')
  })

  rule(
    '103.29',
    'a payment that a user makes in a browser is checked against the account at the moment when the money is held',
    table(
      ['meanwhile', 'answer'],
      [
        ['nothing', 'done'],
        ['its name is changed', 'done'],
        ['its KYC is taken back', 'kyc_incomplete'],
        ['it is closed', 'account_not_found'],
      ] as const,
      async (meanwhile, answer) => {
        const { ports, account, change, send, payout, balance } = await openCore()
        const who = await signedIn(ports, await joined(ports, { accountId: account.id }))
        const caller = await callAsUser(ports)({ who, to: 'refund.open' })
        if (isRefusal(caller)) throw new Error(String(caller.refused))
        const acts: Record<typeof meanwhile, () => Promise<unknown>> = {
          nothing: async () => {},
          'its name is changed': () => change((one) => ({ ...one, name: 'Kiosk' })),
          'its KYC is taken back': () => change((one) => ({ ...one, kyc: 'incomplete' })),
          'it is closed': () => closeAccount(ports)({ by: 'amina', accountId: account.id }),
        }
        await acts[meanwhile]()
        const opened = await send({ caller: caller as Caller, request: payout })
        expect(codeOf(opened)).to.equal(answer)
        if (!isRefusal(opened)) await opened.outcome
        expect((await balance()).available).to.equal(answer === 'done' ? 95_000n : 100_000n)
      },
    ),
  )

  rule(
    '103.30',
    'a key that is bound to addresses or scopes is refused when the request does not show them',
    async () => {
      const { ports, account } = await openCore()
      const answerFor = async (terms: Pick<Parameters<ReturnType<typeof createKey>>[0], 'scopes' | 'addresses'>) => {
        const isAddressList = () => true
        const name = JSON.stringify(terms).slice(0, 40)
        const made = await createKey({ ...ports, isAddressList })({
          by: 'amina',
          accountId: account.id,
          name,
          ...terms,
        })
        if (isRefusal(made)) throw new Error(made.message)
        const find = authenticate(ports)
        const of = async (demand: object) => codeOf(await find({ secretKey: made.key, ...demand }))
        return [await of({}), await of({ scope: 'read' }), await of({ scope: 'read', isFrom: () => true })]
      }
      const refused = 'key_not_allowed'
      expect(await answerFor({ scopes: ['read'] })).to.deep.equal([refused, 'done', 'done'])
      expect(await answerFor({ scopes: ['read'], addresses: ['10.0.0.0/8'] })).to.deep.equal([refused, refused, 'done'])
      expect(await answerFor({ scopes: ['pay'] })).to.deep.equal([refused, refused, refused])
    },
  )

  rule(
    '103.31',
    'an account shows its balance in each currency, by name, and none in a currency that is only activated',
    async () => {
      const currency = { minimum: 1, maximum: 1_000_000, networks: [] }
      const market = new Map(['UGX', 'RWF', 'KES', 'TZS'].map((one) => [one, currency]))
      const fund = [
        { currency: 'UGX', amount: 300 },
        { currency: 'KES', amount: 200 },
      ]
      const { ports, account } = await openCore({ fund, activate: ['UGX', 'TZS', 'RWF'] }, { market })
      const found = await lookUpAccount(ports)({ accountId: account.id })
      if (isRefusal(found)) throw new Error(found.message)
      const shown = found.balances.map((one) => [one.currency, one.availableMinor])
      expect(shown).to.deep.equal([
        ['KES', 20_000n],
        ['RWF', 0n],
        ['TZS', 0n],
        ['UGX', 300n],
      ])
    },
  )
})
