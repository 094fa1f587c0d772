import { expect } from 'chai'
import { noRiskLimits } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

const riskLimits = { ...noRiskLimits, accounts: { UGX: { payouts_a_day: 200n } } }

describe('104 The command line: limits', () => {
  rule('104.85', 'sente account limit sets, shows and clears the limits of an account', {
    'as JSON': async () => {
      const { json, account } = await openCommandLine({ store: { riskLimits } })
      const set = await json('account', 'limit', 'set', account.id, 'UGX', '--payout-amount', '1000000')
      expect(set.code).to.equal(0)
      const ends_at = '2026-01-03T00:00:00.000Z'
      const usual = { currency: 'UGX', limit: 'payouts_a_day', most: 200, left: 200, ends_at, own: false }
      const own = {
        currency: 'UGX',
        limit: 'payout_amount',
        most: 1_000_000,
        left: 1_000_000,
        ends_at: null,
        own: true,
      }
      expect(set.json).to.deep.equal({ account_id: account.id, limits: [own, usual] })
      const lowered = await json('account', 'limit', 'set', account.id, 'UGX', '--payouts-a-day', '5')
      expect(lowered.json.limits[1]).to.deep.equal({ ...usual, most: 5, left: 5, own: true })
      const none = await json('account', 'limit', 'set', account.id, 'UGX', '--payouts-a-day', 'none')
      expect(none.json.limits).to.deep.equal([own])
      const cleared = await json('account', 'limit', 'clear', account.id, 'UGX', '--payouts-a-day')
      expect(cleared.json.limits).to.deep.equal([own, usual])
      await json('account', 'limit', 'clear', account.id, 'UGX')
      expect((await json('account', 'limit', 'show', account.id)).json.limits).to.deep.equal([usual])
    },
    'as a table': async () => {
      const { sente, account } = await openCommandLine()
      expect((await sente('account', 'limit', 'show', account.id)).out).to.equal('The account has no limits.\n')
      const { out } = await sente('account', 'limit', 'set', account.id, 'USD', '--payout-amount-a-day', '12.50')
      expect(out).to.match(/payout_amount_a_day +USD +12\.50 +12\.50 +2026-01-03T00:00:00\.000\+00:00 +yes/)
    },
  })

  rule('104.86', 'a wrong limit is named, and changes nothing', {
    'wrong usage': async () => {
      const { sente } = await openCommandLine()
      const isWrong = async (...args: string[]) => {
        const { code, err } = await sente('account', 'limit', ...args)
        expect(code).to.equal(2)
        return err
      }
      expect(await isWrong('set', 'ID', 'UGX')).to.include('expected at least one of: --payout-amount, --payouts-a-day')
      expect(await isWrong('set', 'ID', 'UGX', '--payouts-a-day', '1.5')).to.match(/whole number from 0.* Or none/s)
      expect(await isWrong('set', 'ID', 'UGX', '--payout-amount', '-1')).to.include('“-1” is not an amount in UGX')
      expect(await isWrong('clear', 'ID', 'shillings')).to.include('code of a currency')
    },
    refused: async () => {
      const { json, account } = await openCommandLine()
      const refused = async (...args: string[]) => {
        const { code, json: answer } = await json('account', 'limit', ...args)
        expect(code).to.equal(1)
        return answer.error.code
      }
      expect(await refused('show', 'nobody')).to.equal('unknown_account')
      expect(await refused('clear', 'nobody', 'UGX')).to.equal('unknown_account')
      expect(await refused('set', 'nobody', 'UGX', '--payouts-a-day', '1')).to.equal('unknown_account')
      expect(await refused('set', account.id, 'KES', '--payouts-a-day', '1')).to.equal('unknown_currency')
      expect(await refused('set', account.id, 'UGX', '--payout-amount', '1000000000001')).to.equal('malformed_limit')
    },
  })
})
