import { expect } from 'chai'
import sinon from 'sinon'
import {
  activateCurrency,
  changeAccount,
  closeAccount,
  createAccount,
  deactivateCurrency,
  fundAccount,
  listKeys,
  type Market,
  revokeKey,
  rotateKey,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'

const ofOneCurrency = { minimum: 1, maximum: 1_000_000, networks: [] }
const twoCurrencies: Market = new Map(['UGX', 'RWF'].map((currency) => [currency, ofOneCurrency]))

describe('103 The operator’s accounts', () => {
  rule('103.1', 'a new account cannot use the API until its KYC is complete and a currency is activated', async () => {
    const { ports } = await openCore()
    const created = await createAccount(ports)({ by: 'amina', name: 'New' })
    expect(created).to.have.property('account').that.deep.includes({
      name: 'New',
      kyc: 'incomplete',
      apiAccess: true,
      closed: false,
      activatedCurrencies: [],
      pin: null,
    })
  })

  rule('103.2', 'the keys of an account are shown once: only their digests are stored', async () => {
    const { account, secretKey, publicKey } = await openCore()
    expect(secretKey).to.match(/^sente_sk_[0-9a-f]{56}$/)
    expect(publicKey).to.match(/^sente_pk_[0-9a-f]{56}$/)
    expect(JSON.stringify(account)).not.to.include(secretKey).and.not.to.include(publicKey)
  })

  rule('103.3', 'an account that cannot be created as requested is not created', async () => {
    const { ports } = await openCore()
    const create = createAccount(ports)
    const add = sinon.spy(ports.accounts, 'add')
    const fund = (amount: number, currency = 'UGX') => ({ by: 'amina', name: 'x', fund: [{ currency, amount }] })
    expect(codeOf(await create({ by: 'amina', name: 'x', pin: '12' }))).to.equal('malformed_pin')
    expect(codeOf(await create({ by: 'amina', name: 'x', activate: ['KES'] }))).to.equal('unknown_currency')
    expect(codeOf(await create(fund(1, 'KES')))).to.equal('unknown_currency')
    const twice = [1, 2].map((amount) => ({ currency: 'UGX', amount }))
    expect(codeOf(await create({ by: 'amina', name: 'x', fund: twice }))).to.equal('funding_reference_reused')
    for (const amount of [0, -5, 0.5, Number.NaN, 1e17]) {
      expect(codeOf(await create(fund(amount))), String(amount)).to.equal('malformed_amount')
    }
    expect(add.callCount).to.equal(0)
  })

  rule('103.4', 'a funding is made once: repeating it changes nothing and gets the same answer', async () => {
    const { ports, account, balance } = await openCore()
    const request = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 7_000, reference: 'bank-1' }
    for (let again = 0; again < 3; again += 1)
      expect(await fundAccount(ports)(request)).to.have.nested.property('account.id', account.id)
    expect((await balance()).available).to.equal(107_000n)
  })

  rule(
    '103.5',
    'a funding that repeats a reference with another amount or currency, or for a withdrawal, is refused',
    async () => {
      const { ports, account, balance } = await openCore({}, { market: twoCurrencies })
      const request = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 7_000, reference: 'bank-1' }
      await fundAccount(ports)(request)
      const refused = 'funding_reference_reused'
      expect(codeOf(await fundAccount(ports)({ ...request, amount: 7_001 }))).to.equal(refused)
      expect(codeOf(await fundAccount(ports)({ ...request, currency: 'RWF' }))).to.equal(refused)
      expect(codeOf(await withdrawFunds(ports)({ ...request, because: 'paid back' }))).to.equal(refused)
      expect((await balance()).available).to.equal(107_000n)
    },
  )

  rule('103.6', 'fundings and payments have separate references', async () => {
    const { ports, account, send, caller, payout } = await openCore()
    const request = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference: payout.reference }
    expect(codeOf(await fundAccount(ports)(request))).to.equal('done')
    expect(await send({ caller: await caller(), request: payout })).to.have.property('transaction')
  })

  rule('103.7', 'a closed or unknown account is not funded', async () => {
    const { ports, account, balance } = await openCore()
    const request = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference: 'bank-1' }
    expect(codeOf(await fundAccount(ports)({ ...request, accountId: 'nobody' }))).to.equal('unknown_account')
    await closeAccount(ports)({ by: 'amina', accountId: account.id })
    expect(codeOf(await fundAccount(ports)(request))).to.equal('closed_account')
    expect((await balance()).available).to.equal(100_000n)
  })

  rule('103.8', 'a funding is refused when the account is closed meanwhile', async () => {
    const { ports, account, balance } = await openCore()
    const request = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference: 'bank-1' }
    const books: typeof ports.books = {
      ...ports.books,
      async atomically(scope, step) {
        await closeAccount(ports)({ by: 'amina', accountId: account.id })
        return ports.books.atomically(scope, step)
      },
    }
    expect(codeOf(await fundAccount({ ...ports, books })(request))).to.equal('closed_account')
    expect((await balance()).available).to.equal(100_000n)
  })

  rule('103.9', 'KYC, API access, PIN and currencies change one by one, and the others stay unchanged', async () => {
    const { ports, account } = await openCore({}, { market: twoCurrencies })
    const change = changeAccount(ports)
    expect(await change({ by: 'amina', accountId: account.id, settings: { kyc: 'incomplete' } })).to.deep.equal({
      ...account,
      kyc: 'incomplete',
      version: 2,
    })
    expect(await change({ by: 'amina', accountId: account.id, settings: { apiAccess: false } })).to.include({
      apiAccess: false,
      kyc: 'incomplete',
    })
    expect(await change({ by: 'amina', accountId: account.id, settings: { pin: null } })).to.include({
      pin: null,
      apiAccess: false,
    })
    expect(await deactivateCurrency(ports)({ by: 'amina', accountId: account.id, currency: 'UGX' })).to.have.property(
      'activatedCurrencies',
    ).that.is.empty
    for (const currency of ['UGX', 'RWF'])
      await activateCurrency(ports)({ by: 'amina', accountId: account.id, currency })
    expect(await activateCurrency(ports)({ by: 'amina', accountId: account.id, currency: 'UGX' }))
      .to.have.property('activatedCurrencies')
      .that.deep.equals(['UGX', 'RWF'])
    expect(await deactivateCurrency(ports)({ by: 'amina', accountId: account.id, currency: 'UGX' }))
      .to.have.property('activatedCurrencies')
      .that.deep.equals(['RWF'])
  })

  rule('103.10', 'an invalid change is refused and changes nothing', async () => {
    const { ports, account } = await openCore()
    const change = changeAccount(ports)
    expect(
      codeOf(await change({ by: 'amina', accountId: account.id, settings: { kyc: 'incomplete', pin: '1' } })),
    ).to.equal('malformed_pin')
    expect(codeOf(await activateCurrency(ports)({ by: 'amina', accountId: account.id, currency: 'KES' }))).to.equal(
      'unknown_currency',
    )
    expect(codeOf(await deactivateCurrency(ports)({ by: 'amina', accountId: account.id, currency: 'UGS' }))).to.equal(
      'unknown_currency',
    )
    expect(codeOf(await change({ by: 'amina', accountId: 'nobody', settings: { kyc: 'complete' } }))).to.equal(
      'unknown_account',
    )
    expect(await ports.accounts.byId(account.id)).to.deep.equal(account)
  })

  rule(
    '103.11',
    'an account is created with one opening balance for each currency, whose reference is `initial-` and the currency',
    async () => {
      const opening = [
        { currency: 'UGX', amount: 40_000 },
        { currency: 'RWF', amount: 300 },
      ]
      const { ports, account } = await openCore({ fund: opening, activate: ['UGX', 'RWF'] }, { market: twoCurrencies })
      const { fundings } = await ports.books.fundings({ accountId: account.id, limit: 10 })
      expect(fundings.map(({ reference, amountMinor }) => [reference, amountMinor])).to.have.deep.members([
        ['initial-UGX', 40_000n],
        ['initial-RWF', 300n],
      ])
    },
  )

  rule(
    '103.12',
    'a funding has an amount above zero and a reference of 1 to 100 visible ASCII characters',
    async () => {
      const { ports, account, balance } = await openCore()
      const fund = async (given: object) =>
        codeOf(
          await fundAccount(ports)({
            by: 'amina',
            accountId: account.id,
            currency: 'UGX',
            amount: 1,
            reference: 'r',
            ...given,
          }),
        )
      for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
        expect(await fund({ amount }), String(amount)).to.equal('malformed_amount')
      }
      for (const reference of ['', 'two words', 'é', 'line\nbreak', 'x'.repeat(101)]) {
        expect(await fund({ reference }), reference).to.equal('malformed_reference')
      }
      expect((await balance()).available).to.equal(100_000n)
      for (const reference of ['!', '~', 'x'.repeat(100)]) expect(await fund({ reference }), reference).to.equal('done')
      expect(await fund({ amount: 2 ** 53 - 1, reference: 'most' })).to.equal('done')
      const money = { by: 'amina', because: 'asked for', accountId: account.id, currency: 'UGX', reference: 'out' }
      for (const amount of [0, -1, 0.5, Number.NaN]) {
        const withdrawn = await withdrawFunds(ports)({ ...money, amount })
        expect(codeOf(withdrawn), `a withdrawal of ${amount}`).to.equal('malformed_amount')
      }
    },
  )

  rule('103.13', 'a revoked key stays in the list of keys, and is no longer valid', async () => {
    const { ports, account, caller: found } = await openCore()
    const caller = await found()
    const [key, ...others] = account.keys
    const revoked = await revokeKey(ports)({ by: 'amina', keyId: key?.id ?? '' })
    expect(revoked)
      .to.have.nested.property('account.keys')
      .that.deep.equals([{ ...key, active: false }, ...others])
    const after = await ports.accounts.byId(account.id)
    if (!after) throw new Error('the account is gone')
    const listed = (given = after) => listKeys(ports)({ caller: { ...caller, account: given } })
    const states = ['revoked', ...others.map(() => 'active')]
    expect(await listed()).to.deep.equal({ keys: after.keys.map((one, n) => ({ key: one, state: states[n] })) })
    expect(await listed({ ...after, kyc: 'incomplete' })).to.deep.equal({ refused: 'kyc_incomplete' })
  })

  rule('103.14', 'a refusal says to the operator which value is missing, or which would be accepted', async () => {
    const prices: Market = new Map([...twoCurrencies, ['KES', ofOneCurrency]])
    const { ports, account } = await openCore({ fund: [{ currency: 'KES', amount: 12.5 }] }, { market: prices })
    const { id: accountId } = account
    const change = changeAccount(ports)
    const funding = { accountId, currency: 'UGX', amount: 1, reference: 'bank-1' }
    const fund = (given: object) => fundAccount(ports)({ by: 'amina', ...funding, ...given })
    const withdraw = (given: object) => withdrawFunds(ports)({ by: 'amina', ...funding, because: 'asked', ...given })
    const expectReported = async (answer: Promise<object>, refused: string, message: string) =>
      expect(await answer).to.deep.equal({ refused, message })

    await expectReported(
      rotateKey(ports)({ by: 'amina', accountId: 'nobody', kind: 'secret' }),
      'unknown_account',
      'There is no account nobody',
    )
    await expectReported(revokeKey(ports)({ by: 'amina', keyId: 'nothing' }), 'unknown_key', 'There is no key nothing')
    await expectReported(
      change({ by: 'amina', accountId, settings: { pin: '123' } }),
      'malformed_pin',
      'A PIN must be 4 to 6 digits',
    )
    const guessable = 'A PIN must not be one repeated digit, nor digits that run up or down, such as 0000 or 1234'
    await expectReported(change({ by: 'amina', accountId, settings: { pin: '1234' } }), 'guessable_pin', guessable)
    const notServed = 'TZS is not in the configuration, whose currencies are: UGX, RWF, KES'
    await expectReported(
      activateCurrency(ports)({ by: 'amina', accountId, currency: 'TZS' }),
      'unknown_currency',
      notServed,
    )
    const whole = 'An amount of UGX must be a whole number above zero'
    await expectReported(fund({ amount: 0.5 }), 'malformed_amount', whole)
    const decimal = 'An amount of KES must be a number with at most 2 decimals above zero'
    await expectReported(fund({ currency: 'KES', amount: 0.005 }), 'malformed_amount', decimal)
    const form = 'A reference must be 1 to 100 visible ASCII characters'
    await expectReported(fund({ reference: '' }), 'malformed_reference', form)
    const tooLow = 'Only 12.50 KES of the balance can be withdrawn'
    await expectReported(withdraw({ currency: 'KES', amount: 12.51 }), 'balance_too_low', tooLow)
    const unknown = 'XYZ is not a currency whose number of decimals sente knows'
    await expectReported(withdraw({ currency: 'XYZ' }), 'unknown_currency', unknown)
    const explanation = 'The explanation must be 1 to 500 printable characters'
    await expectReported(withdraw({ because: '' }), 'malformed_explanation', explanation)
    await fund({ reference: 'in-1', currency: 'KES', amount: 7.5 })
    await withdraw({ reference: 'out-1', currency: 'KES', amount: 0.05 })
    const reused = 'funding_reference_reused'
    const asFunding = 'Reference in-1 was already used, for a funding of 7.50 KES'
    await expectReported(fund({ reference: 'in-1' }), reused, asFunding)
    const asWithdrawal = 'Reference out-1 was already used, for a withdrawal of 0.05 KES'
    await expectReported(withdraw({ reference: 'out-1' }), reused, asWithdrawal)
    const twice = [1, 2].map((amount) => ({ currency: 'UGX', amount }))
    const once = 'An account can have one opening balance in each currency'
    await expectReported(createAccount(ports)({ by: 'amina', name: 'x', fund: twice }), reused, once)

    await rotateKey(ports)({ by: 'amina', accountId, kind: 'public' })
    const ids = (await ports.accounts.byId(accountId))?.keys.filter(({ kind }) => kind === 'public').map(({ id }) => id)
    const tooMany = `2 keys are already active, ${ids?.[0]} and ${ids?.[1]}: revoke one first`
    await expectReported(rotateKey(ports)({ by: 'amina', accountId, kind: 'public' }), 'too_many_keys', tooMany)
    await closeAccount(ports)({ by: 'amina', accountId })
    await expectReported(fund({}), 'closed_account', `Account ${accountId} is closed`)
  })

  rule(
    '103.15',
    'an account that is closed while it is created gets no opening balance, and the operator is informed',
    async () => {
      const { ports } = await openCore()
      const made: string[] = []
      const accounts: typeof ports.accounts = {
        ...ports.accounts,
        async add(account) {
          made.push(account.id)
          await ports.accounts.add(account)
          await closeAccount(ports)({ by: 'amina', accountId: account.id })
        },
      }
      const create = createAccount({ ...ports, accounts })
      expect(codeOf(await create({ by: 'amina', name: 'x', fund: [{ currency: 'UGX', amount: 1 }] }))).to.equal(
        'closed_account',
      )
      expect(await ports.books.balances(made[0] ?? '')).to.deep.equal([])
    },
  )

  rule('103.16', 'money in a currency that has left the configuration can be withdrawn, to the last unit', async () => {
    const both: Market = new Map([...twoCurrencies, ['KES', ofOneCurrency]])
    const { ports, account } = await openCore({ fund: [{ currency: 'KES', amount: 4_886.9 }] }, { market: both })
    const later = { ...ports, market: twoCurrencies }
    const money = { by: 'amina', accountId: account.id, currency: 'KES', amount: 4_886.9, reference: 'out-1' }
    expect(codeOf(await fundAccount(later)(money))).to.equal('unknown_currency')
    expect(codeOf(await withdrawFunds(later)({ ...money, because: 'no longer served' }))).to.equal('done')
    expect(await ports.books.balances(account.id)).to.deep.equal([
      { accountId: account.id, currency: 'KES', availableMinor: 0n, heldMinor: 0n },
    ])
  })
})
