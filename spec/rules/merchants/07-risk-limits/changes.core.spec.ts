import { expect } from 'chai'
import { clearLimits, limitOf, type NewLimits, setLimits } from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'

/** An account, changes of its limits, and their records. */
async function openChanging() {
  const core = await openCore()
  const { account } = core
  const dollars = ['USD', { minimum: 1, maximum: 500, networks: [] }] as const
  const ports = { ...core.ports, market: new Map([...core.ports.market, dollars]) }
  const about = { by: 'amina', accountId: account.id, currency: 'UGX' } as const
  return {
    ...{ ports, account, about },
    set: (limits: NewLimits, change: object = {}) => setLimits(ports)({ ...about, limits, ...change }),
    clear: (change: object = {}) => clearLimits(ports)({ ...about, ...change }),
    limits: async () => (await ports.accounts.byId(account.id))?.limits,
    async recorded() {
      const { actions } = await ports.actions.list({ kind: 'account.limit', limit: 9 })
      return actions.map(({ subject, before, after }) => ({ subject, before, after }))
    },
  }
}

describe('7 Risk limits: changes', () => {
  rule('7.24', 'an invalid limit is refused with the valid form, and changes nothing', {
    '': table(
      ['limit', 'given', 'kept'],
      [
        ['payout_amount', 0, 0],
        ['payout_amount', 1_000_000_000_000, 1_000_000_000_000],
        ['payout_amount', 1_000_000_000_001, undefined],
        ['payout_amount', -1, undefined],
        ['payout_amount', 0.5, undefined],
        ['payout_amount', Number.NaN, undefined],
        ['payouts_a_day', 0, 0],
        ['payouts_a_day', 7, 7],
        ['payouts_a_day', 1.5, undefined],
        ['payouts_a_day', 1_000_000_000_001, undefined],
      ] as const,
      async (limit, given, kept) => {
        const { set, limits } = await openChanging()
        const answer = await set({ [limit]: given, collections_a_day: 5 })
        if (kept !== undefined) {
          expect(await limits()).to.deep.equal({ UGX: { [limit]: BigInt(kept), collections_a_day: 5n } })
          return
        }
        const form =
          limit === 'payout_amount' ? 'an amount with no more decimals than the currency has' : 'a whole number'
        const message = `${given} can't be ${limit}: it must be ${form}, from 0 to 10^12`
        expect(answer).to.deep.equal({ refused: 'malformed_limit', about: limit, message })
        expect(await limits()).to.deep.equal({})
      },
    ),
    'amounts have the decimals of their currency, numbers none': () => {
      expect(limitOf('payouts_a_day', 12, 'USD')).to.equal(12n)
      expect(limitOf('payout_amount', 12.5, 'USD')).to.equal(1_250n)
      expect(limitOf('payout_amount', 12.555, 'USD')).to.equal(undefined)
    },
    'an unknown account or currency, or a change without an author': async () => {
      const { set, clear, recorded } = await openChanging()
      const refused = async (answer: ReturnType<typeof set>) => {
        const given = await answer
        return 'refused' in given && given.refused
      }
      expect(await refused(set({}, { accountId: 'nobody' }))).to.equal('unknown_account')
      expect(await refused(clear({ accountId: 'nobody' }))).to.equal('unknown_account')
      expect(await refused(set({ payouts_a_day: 1 }, { currency: 'KES' }))).to.equal('unknown_currency')
      expect(await refused(set({ payouts_a_day: 1 }, { by: '' }))).to.equal('malformed_name')
      expect(await recorded()).to.deep.equal([])
    },
  })

  rule('7.25', 'a change of limits leaves the others unchanged, and is recorded with the old and new values', {
    'set and cleared': async () => {
      const { set, clear, limits, recorded } = await openChanging()
      await set({ payout_amount: 12.5, payouts_a_day: null }, { currency: 'USD' })
      await set({ payout_amount: 20_000, payouts_a_day: 3 })
      await set({ payouts_a_day: null })
      await clear({ limits: ['payout_amount', 'collections_a_day'] })
      expect(await limits()).to.deep.equal({
        USD: { payout_amount: 1_250n, payouts_a_day: null },
        UGX: { payouts_a_day: null },
      })
      await clear()
      expect(await limits()).to.deep.equal({ USD: { payout_amount: 1_250n, payouts_a_day: null } })
      const subject = 'limits in UGX'
      expect(await recorded()).to.deep.equal([
        { subject, before: { payouts_a_day: 'none' }, after: {} },
        { subject, before: { payout_amount: '20000', payouts_a_day: 'none' }, after: { payouts_a_day: 'none' } },
        {
          ...{ subject, before: { payout_amount: '20000', payouts_a_day: '3' } },
          after: { payout_amount: '20000', payouts_a_day: 'none' },
        },
        { subject, before: {}, after: { payout_amount: '20000', payouts_a_day: '3' } },
        { subject: 'limits in USD', before: {}, after: { payout_amount: '12.50', payouts_a_day: 'none' } },
      ])
    },
    'not one without effect': async () => {
      const { set, clear, recorded } = await openChanging()
      await clear()
      await set({ payouts_a_day: 3 })
      await set({ payouts_a_day: 3 })
      expect(await recorded()).to.have.length(1)
    },
    'except one that another person has approved': async () => {
      const { set, recorded } = await openChanging()
      await set({ payouts_a_day: 3 })
      await set({ payouts_a_day: 3 }, { approval: { by: 'okello', proposal: 1 } })
      expect(await recorded()).to.have.length(2)
    },
  })
})
