import { expect } from 'chai'
import fc from 'fast-check'
import { auditBooks, openLink } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { codeOf } from '../../../fixtures/codeOf.ts'
import { rule, table } from '../../../rule.ts'
import { openLinks, paymentIn, settled } from './openLinks.ts'

const bounds = { minimum: 1_000, maximum: 50_000 }
const phoneNumber = '256770000001'

describe('25 Payment links: an amount that the payer names', () => {
  /** A link within these bounds, and a form of its page that is sent repeatedly. */
  async function openForm(uses: number | null = null) {
    const core = await openLinks({ amount: bounds, uses })
    core.network.behaves('accepts')
    const { nonce } = await core.shown()
    const sendForm = (amount?: number, number = phoneNumber) =>
      core.pay({ token: core.token, nonce, phoneNumber: number, ...(amount !== undefined && { amount }) })
    return { ...core, sendForm }
  }

  rule('25.44', 'a link can leave the amount to the payer, within bounds that both obey the rules of an amount', {
    'the bounds': async () => {
      const { link, shown } = await openForm()
      const minor = { minimumMinor: 1_000n, maximumMinor: 50_000n }
      expect(link).to.include(minor)
      expect(await shown()).to.include(minor)
    },
    refusals: table(
      ['minimum', 'maximum', 'refused'],
      [
        [499, 50_000, 'amount_below_minimum'],
        [1_000, 5_000_001, 'amount_above_maximum'],
        [1_000.5, 50_000, 'amount_too_precise'],
        [1_000, 999, 'malformed_fields'],
        [1_000, 1_000, 'malformed_fields'],
        [1_000, 1_001, 'done'],
      ] as const,
      async (minimum, maximum, refused) => {
        const { create } = await openLinks()
        expect(codeOf(await create({ reference: 'other', amount: { minimum, maximum } }))).to.equal(refused)
      },
    ),
    'limits of the market that were narrowed since': async () => {
      const { ports, token, sendForm } = await openForm()
      const limits = ports.market.get('UGX')
      if (!limits) throw new Error('no market for UGX')
      const within = (minimum: number, maximum: number) => ({
        ...ports,
        market: new Map([['UGX', { ...limits, minimum, maximum }]]),
      })
      expect(await openLink(within(2_000, 20_000))({ token })).to.include({
        ...{ minimumMinor: 2_000n, maximumMinor: 20_000n, state: 'open' },
      })
      expect(await openLink(within(500, 999))({ token })).to.include({ state: 'unavailable' })
      expect(codeOf(await sendForm(50_000))).to.equal('done')
    },
    'a repeated request': async () => {
      const { create } = await openLinks({ amount: bounds })
      expect(await create({ amount: bounds })).to.include({ refused: 'duplicate_link', isRepeat: true })
      for (const amount of [1_000, { ...bounds, minimum: 1_001 }, { ...bounds, maximum: 50_001 }])
        expect(await create({ amount })).to.include({ refused: 'duplicate_link', isRepeat: false })
    },
  })

  rule('25.45', 'nobody is asked for an amount outside of the bounds of a link, or for another than the fixed one', {
    within: table(
      ['amount', 'answer'],
      [
        [999, 'amount_below_minimum'],
        [1_000, 'done'],
        [50_000, 'done'],
        [50_001, 'amount_above_maximum'],
        [1_000.5, 'amount_too_precise'],
        [undefined, 'malformed_fields'],
      ] as const,
      async (amount, answer) => {
        const core = await openForm()
        expect(codeOf(await core.sendForm(amount))).to.equal(answer)
        expect(core.network.received).to.have.length(answer === 'done' ? 1 : 0)
      },
    ),
    'another than the fixed amount': async () => {
      const core = await openLinks()
      const { nonce } = await core.shown()
      for (const amount of [4_999, 5_001])
        expect(codeOf(await core.pay({ token: core.token, nonce, phoneNumber, amount }))).to.match(/^amount_/)
      expect(core.network.received).to.deep.equal([])
    },
  })

  rule('25.46', 'a form that is sent again with another amount makes no second payment until the first has failed', {
    'while it is open': async () => {
      const core = await openForm()
      const { paymentId } = paymentIn(await core.sendForm(7_000))
      expect(paymentIn(await core.sendForm(7_000)).paymentId).to.equal(paymentId)
      expect(await core.sendForm(8_000)).to.have.nested.property('other.amountMinor', 7_000n)
      const again = await core.pay({ token: core.token, nonce: 'a'.repeat(32), phoneNumber, amount: 8_000 })
      expect(again).to.have.nested.property('other.paymentId', paymentId)
      expect(core.network.received).to.have.length(1)
    },
    'once it has failed': async () => {
      const core = await openForm()
      core.network.behaves('declines')
      await settled(core, paymentIn(await core.sendForm(7_000)).paymentId, 'failed')
      core.network.behaves('accepts')
      expect(paymentIn(await core.sendForm(8_000))).to.include({ state: 'pending', amountMinor: 8_000n })
    },
  })

  rule(
    '25.47',
    'whatever amounts are sent at once, a number is asked once, for an amount that was sent and is within the bounds',
    async () => {
      const amounts = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(amounts, fc.boolean(), async (sent, isSameForm) => {
          const core = await openForm()
          const forms = await Promise.all(sent.map(() => core.shown()))
          const nonceOf = (n: number) => forms[isSameForm ? 0 : n]?.nonce ?? ''
          await Promise.all(
            sent.map((amount, n) => core.pay({ token: core.token, nonce: nonceOf(n), phoneNumber, amount })),
          )
          const good = sent.filter((amount) => amount >= bounds.minimum && amount <= bounds.maximum)
          const { payments } = await core.stands()
          expect(payments).to.have.length(good.length === 0 ? 0 : 1)
          expect(core.network.received).to.have.length(payments.length)
          for (const { amountMinor } of payments) expect(good.map(BigInt)).to.include(amountMinor)
          expect((await auditBooks({ ...core.ports, secrets: testSecrets })()).broken).to.deep.equal([])
        }),
        { numRuns: 30 },
      )
    },
  )
})
