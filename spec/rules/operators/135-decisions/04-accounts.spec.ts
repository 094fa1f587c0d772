import { expect } from 'chai'
import { password, textOf } from '../../../fixtures/http/dashboard.ts'
import { openTwoOperators, twoAbove } from '../../../fixtures/http/operators.ts'
import { rule, table } from '../../../rule.ts'

describe('135 Decisions on the operators’ pages: accounts', () => {
  /** Two operators, with the forms of an account and their effects. */
  async function openAccount(...fourEyes: Parameters<typeof openTwoOperators>) {
    const two = await openTwoOperators(...fourEyes)
    const { account, ports, nakato } = two
    return {
      ...two,
      post: (name: string, form: Record<string, string>) =>
        nakato.post(`/operator/accounts/${account.id}/${name}`, form),
      async now() {
        const found = await ports.accounts.byId(account.id)
        if (!found) throw new Error('no account')
        return found
      },
    }
  }

  rule(
    '135.14',
    'an operator creates an account, once for each form, however often it is sent, and its keys are shown once',
    {
      created: async () => {
        const { nakato, look, actions } = await openTwoOperators()
        const form = await nakato.get('/operator/new-account')
        const [, id = ''] = /name="id" value="([^"]+)"/.exec(form.body) ?? []
        const sent = { id, name: 'Kiosk', kyc: 'complete', currency: 'UGX', because: 'a contract', password }
        const made = await nakato.post('/operator/new-account', sent)
        const key = /sente_sk_[0-9a-f]{56}/.exec(made.body)?.[0]
        expect((await look('/balances', { authorization: `Bearer ${key}` })).status).to.equal(200)
        const again = await nakato.post('/operator/new-account', sent)
        expect([again.statusCode, textOf(again).includes('already exists')]).to.deep.equal([422, true])
        expect(again.body).not.to.match(/sente_sk_/)
        const shown = await nakato.get(`/operator/accounts/${id}`)
        expect(textOf(shown)).to.include('Kiosk').and.include('KYC complete')
        expect(shown.body).not.to.include(key)
        const [last] = await actions()
        expect(last).to.include({ kind: 'account.create', accountId: id, by: 'nakato', because: 'a contract' })
      },
      'at once': async () => {
        const { nakato, ports } = await openTwoOperators()
        const sent = { id: '019b7db8-7800-7000-8000-000000000001', name: 'Kiosk', password }
        const answers = await Promise.all([1, 2, 3].map(() => nakato.post('/operator/new-account', sent)))
        expect(answers.map(({ statusCode }) => statusCode).toSorted()).to.deep.equal([200, 422, 422])
        const { accounts } = await ports.accounts.list({ name: 'Kiosk', limit: 10 })
        expect(accounts).to.have.length(1)
      },
      'refused like the command': table(
        ['name', 'kyc', 'currency', 'password', 'message'],
        [
          ['', 'incomplete', 'UGX', password, 'A name must be 1 to 100 printable characters'],
          ['x'.repeat(101), 'incomplete', 'UGX', password, 'A name must be 1 to 100 printable characters'],
          ['Kiosk', 'incomplete', 'EUR', password, 'EUR is not in the configuration'],
          ['Kiosk', 'complete', 'UGX', password, 'Two people are needed'],
          ['Kiosk', 'incomplete', 'UGX', 'wrong', 'The password is wrong'],
        ],
        async (name, kyc, currency, given, reported) => {
          const { nakato, actions } = await openTwoOperators(twoAbove(1_000n, 'kyc'))
          const before = await actions()
          const answer = await nakato.post('/operator/new-account', { name, kyc, currency, password: given })
          expect([answer.statusCode, textOf(answer).includes(reported)]).to.deep.equal([422, true])
          expect(await actions()).to.deep.equal(before)
        },
      ),
    },
  )

  rule('135.15', 'money is recorded with a reference, which can be used once, and a reason', {
    '': table(
      ['change', 'amount', 'available', 'message'],
      [
        ['fund', '500', 100_500, ''],
        ['withdraw', '500', 99_500, ''],
        ['withdraw', '100000', 0, ''],
        ['withdraw', '100001', 100_000, 'Only 100000 UGX of the balance can be withdrawn'],
        ['fund', '0', 100_000, 'An amount of UGX must be a whole number above zero'],
        ['fund', '1,000', 101_000, ''],
        ['fund', '-5', 100_000, 'The amount “-5” is not an amount in UGX'],
        ['fund', '1e3', 100_000, 'The amount “1e3” is not an amount'],
        ['fund', '12.5', 100_000, 'The amount “12.5” has decimals, and UGX has none'],
        ['fund', '1.000', 100_000, 'can mean UGX 1000 or 1'],
      ],
      async (kind, amount, available, reported) => {
        const { post, balance, actions } = await openAccount()
        const said = `UGX ${amount.replace(/\B(?=(\d{3})+$)/g, ',')}`
        const sent = { kind, amount, said, currency: 'UGX', reference: 'bank-7', because: 'ticket 12', password }
        const answers = [await post('money', sent), await post('money', sent)]
        expect(await balance()).to.deep.equal({ available: BigInt(available), held: 0n })
        for (const answer of answers) {
          expect(answer.statusCode).to.equal(reported === '' ? 303 : 422)
          expect(textOf(answer)).to.include(reported)
        }
        const done = (await actions()).filter(({ by, kind }) => by === 'nakato' && kind.startsWith('account.'))
        expect(done.map((one) => one.because)).to.deep.equal(reported === '' ? ['ticket 12'] : [])
      },
    ),
    'another amount under the same reference is refused': async () => {
      const { post, balance } = await openAccount()
      const sent = {
        kind: 'fund',
        amount: '500',
        said: 'UGX 500',
        currency: 'UGX',
        reference: 'bank-7',
        because: 'ticket 12',
        password,
      }
      await post('money', sent)
      expect((await post('money', { ...sent, amount: '600', said: 'UGX 600' })).statusCode).to.equal(422)
      expect(await balance()).to.deep.equal({ available: 100_500n, held: 0n })
    },
    'each form offers a reference of its own': async () => {
      const { nakato, account } = await openAccount()
      const offered = async () =>
        /name="reference"[^>]*value="(operator-[^"]+)"/.exec(
          (await nakato.get(`/operator/accounts/${account.id}/change`)).body,
        )?.[1]
      expect(await offered())
        .to.be.a('string')
        .and.not.equal(await offered())
    },
    'above the amount for one person it waits for another, once, however often it is sent': async () => {
      const { post, balance, proposals, okot } = await openAccount(twoAbove(499n))
      const sent = {
        kind: 'fund',
        amount: '500',
        said: 'UGX 500',
        currency: 'UGX',
        reference: 'bank-7',
        because: 'ticket 12',
        password,
      }
      const [first, second] = [await post('money', sent), await post('money', sent)]
      const numbers = await proposals()
      expect(numbers).to.have.length(1)
      expect([first, second].map(({ headers }) => headers.location)).to.deep.equal(
        [1, 2].map(() => `/operator/proposals/${numbers[0]}`),
      )
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      await okot.post(`/operator/proposals/${numbers[0]}/approve`, { password })
      expect(await balance()).to.deep.equal({ available: 100_500n, held: 0n })
    },
  })

  rule('135.16', 'KYC, API access and currencies are set; blocking an account takes no password', {
    blocked: async () => {
      const { post, now, actions } = await openAccount()
      await post('api-access', { access: 'off', because: 'a key was stolen' })
      await post('kyc', { kyc: 'incomplete' })
      expect(await now()).to.include({ apiAccess: false, kyc: 'incomplete' })
      const done = (await actions()).filter(({ by, kind }) => by === 'nakato' && kind.startsWith('account.'))
      expect(done.map(({ kind, because }) => [kind, because])).to.deep.equal([
        ['account.set', null],
        ['account.set', 'a key was stolen'],
      ])
    },
    'let in again with the password': async () => {
      const { post, now } = await openAccount()
      await post('api-access', { access: 'off' })
      await post('kyc', { kyc: 'incomplete' })
      expect((await post('api-access', { access: 'on' })).statusCode).to.equal(422)
      expect((await post('kyc', { kyc: 'complete' })).statusCode).to.equal(422)
      expect(await now()).to.include({ apiAccess: false, kyc: 'incomplete' })
      await post('api-access', { access: 'on', password })
      await post('kyc', { kyc: 'complete', password })
      expect(await now()).to.include({ apiAccess: true, kyc: 'complete' })
    },
    currencies: async () => {
      const { post, now } = await openAccount()
      await post('currency', { currency: 'UGX', activated: 'no' })
      expect((await now()).activatedCurrencies).to.deep.equal([])
      expect((await post('currency', { currency: 'UGX', activated: 'yes' })).statusCode).to.equal(422)
      expect((await now()).activatedCurrencies).to.deep.equal([])
      await post('currency', { currency: 'UGX', activated: 'yes', password })
      expect((await now()).activatedCurrencies).to.deep.equal(['UGX'])
      expect((await post('currency', { currency: 'EUR', activated: 'yes', password })).statusCode).to.equal(422)
    },
  })

  rule('135.17', 'limits of an account are set and cleared, and shown with the rest of the day', async () => {
    const { post, now, nakato, account } = await openAccount()
    const refused = [
      { currency: 'UGX', password },
      { currency: 'UGX', payouts_a_day: '2' },
      { currency: 'UGX', payouts_a_day: 'many', password },
      { currency: 'EUR', payouts_a_day: '2', password },
    ] as Record<string, string>[]
    expect((await post('limits', refused[1] ?? {})).statusCode).to.equal(422)
    for (const form of refused) expect((await post('limits', form)).statusCode, JSON.stringify(form)).to.equal(422)
    expect((await now()).limits).to.deep.equal({})
    await post('limits', { currency: 'UGX', payouts_a_day: '2', payout_amount: 'none', password })
    expect((await now()).limits).to.deep.equal({ UGX: { payouts_a_day: 2n, payout_amount: null } })
    const text = textOf(await nakato.get(`/operator/accounts/${account.id}/change`))
    expect(text).to.match(/Payouts in a day UGX, its own 2 2/)
    await post('clear-limits', { currency: 'UGX', password })
    expect((await now()).limits).to.not.have.nested.property('UGX.payouts_a_day')
  })

  rule('135.18', 'an account is closed for good, with the password', async () => {
    const { post, now, nakato, account } = await openAccount()
    expect((await post('close', { because: 'moved away', sure: 'yes' })).statusCode).to.equal(422)
    expect((await now()).closed).to.equal(false)
    await post('close', { because: 'moved away', sure: 'yes', password })
    expect((await now()).closed).to.equal(true)
    expect((await nakato.get(`/operator/accounts/${account.id}/change`)).body).not.to.include('/close"')
  })
})
