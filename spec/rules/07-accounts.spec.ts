import { expect } from 'chai'
import sinon from 'sinon'
import { changeAccount, createAccount, fundAccount, isRefusal, type OperatorRefusal } from '../../core/sente.ts'
import { openCore } from '../fixtures/core.ts'
import { rule } from '../rule.ts'

function codeOf(answer: object): string {
  return isRefusal(answer) ? (answer as OperatorRefusal).refused : 'done'
}

describe('7 The operator’s accounts', () => {
  rule('7.1', 'a new account can’t use the API until its KYC is complete and a currency is activated', async () => {
    const { ports } = await openCore()
    const created = await createAccount(ports)({ name: 'New' })
    expect(created).to.have.property('account').that.deep.includes({
      name: 'New',
      kyc: 'incomplete',
      apiAccess: true,
      closed: false,
      activatedCurrencies: [],
      pin: null,
    })
  })

  rule('7.2', 'the keys of an account are shown once: only their digests are stored', async () => {
    const { account, secretKey, publicKey } = await openCore()
    expect(secretKey).to.match(/^sente_sk_[0-9a-f]{56}$/)
    expect(publicKey).to.match(/^sente_pk_[0-9a-f]{56}$/)
    expect(JSON.stringify(account)).not.to.include(secretKey).and.not.to.include(publicKey)
  })

  rule('7.3', 'an account that can’t be created as requested is not created at all', async () => {
    const { ports } = await openCore()
    const create = createAccount(ports)
    const add = sinon.spy(ports.accounts, 'add')
    const fund = (amount: number, currency = 'UGX') => ({ name: 'x', fund: [{ currency, amount }] })
    expect(codeOf(await create({ name: 'x', pin: '12' }))).to.equal('malformed_pin')
    expect(codeOf(await create({ name: 'x', activate: ['KES'] }))).to.equal('unknown_currency')
    expect(codeOf(await create(fund(1, 'KES')))).to.equal('unknown_currency')
    const twice = [1, 2].map((amount) => ({ currency: 'UGX', amount }))
    expect(codeOf(await create({ name: 'x', fund: twice }))).to.equal('funding_reference_reused')
    for (const amount of [0, -5, 0.5, Number.NaN, 1e17]) {
      expect(codeOf(await create(fund(amount))), String(amount)).to.equal('malformed_amount')
    }
    expect(add.callCount).to.equal(0)
  })

  rule('7.4', 'a funding counts once: repeating it changes nothing and gets the same answer', async () => {
    const { ports, account, balance } = await openCore()
    const request = { accountId: account.id, currency: 'UGX', amount: 7_000, reference: 'bank-1' }
    for (let again = 0; again < 3; again += 1) expect(codeOf(await fundAccount(ports)(request))).to.equal('done')
    expect((await balance()).available).to.equal(107_000n)
  })

  rule('7.5', 'a funding that repeats a reference with another amount is refused', async () => {
    const { ports, account, balance } = await openCore()
    const request = { accountId: account.id, currency: 'UGX', amount: 7_000, reference: 'bank-1' }
    await fundAccount(ports)(request)
    expect(codeOf(await fundAccount(ports)({ ...request, amount: 7_001 }))).to.equal('funding_reference_reused')
    expect((await balance()).available).to.equal(107_000n)
  })

  rule('7.6', 'fundings and payments have separate references', async () => {
    const { ports, account, send, caller, payout } = await openCore()
    const request = { accountId: account.id, currency: 'UGX', amount: 1, reference: payout.reference }
    expect(codeOf(await fundAccount(ports)(request))).to.equal('done')
    expect(await send(await caller(), payout)).to.have.property('transaction')
  })

  rule('7.7', 'a closed or unknown account is not funded', async () => {
    const { ports, account, balance } = await openCore()
    const request = { accountId: account.id, currency: 'UGX', amount: 1, reference: 'bank-1' }
    expect(codeOf(await fundAccount(ports)({ ...request, accountId: 'nobody' }))).to.equal('unknown_account')
    await changeAccount(ports).close(account.id)
    expect(codeOf(await fundAccount(ports)(request))).to.equal('closed_account')
    expect((await balance()).available).to.equal(100_000n)
  })

  rule('7.8', 'a funding is refused when the account is closed meanwhile', async () => {
    const { ports, account, balance } = await openCore()
    const request = { accountId: account.id, currency: 'UGX', amount: 1, reference: 'bank-1' }
    const books: typeof ports.books = {
      ...ports.books,
      async atomically(scope, step) {
        await changeAccount(ports).close(account.id)
        return ports.books.atomically(scope, step)
      },
    }
    expect(codeOf(await fundAccount({ ...ports, books })(request))).to.equal('closed_account')
    expect((await balance()).available).to.equal(100_000n)
  })

  rule('7.9', 'KYC, API access, PIN and currencies change one by one and leave the rest as it was', async () => {
    const { ports, account } = await openCore()
    const change = changeAccount(ports)
    expect(await change.set(account.id, { kyc: 'incomplete' })).to.deep.equal({
      ...account,
      kyc: 'incomplete',
      version: 2,
    })
    expect(await change.set(account.id, { apiAccess: false })).to.include({ apiAccess: false, kyc: 'incomplete' })
    expect(await change.set(account.id, { pin: null })).to.include({ pin: null, apiAccess: false })
    expect(await change.deactivate(account.id, 'UGX')).to.have.property('activatedCurrencies').that.is.empty
    await change.activate(account.id, 'UGX')
    expect(await change.activate(account.id, 'UGX'))
      .to.have.property('activatedCurrencies')
      .that.deep.equals(['UGX'])
  })

  rule('7.10', 'an invalid change is refused and changes nothing', async () => {
    const { ports, account } = await openCore()
    const change = changeAccount(ports)
    expect(codeOf(await change.set(account.id, { kyc: 'incomplete', pin: '1' }))).to.equal('malformed_pin')
    expect(codeOf(await change.activate(account.id, 'KES'))).to.equal('unknown_currency')
    expect(codeOf(await change.set('nobody', { kyc: 'complete' }))).to.equal('unknown_account')
    expect(await ports.accounts.byId(account.id)).to.deep.equal(account)
  })
})
