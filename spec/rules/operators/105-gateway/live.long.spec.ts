import { expect } from 'chai'
import { sandboxPolicy } from '../../../../core/sente.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

/** An absence counts from the moment when nothing may be sent any more. */
const policy = { ...sandboxPolicy, longestPauseMs: 100, answerMs: 0, settleMs: 0, absenceSpacingMs: 100 }

describe('105 Payments through the gateway: answers seen live', () => {
  let gateway: SandboxGateway
  before(async () => {
    gateway = await openSandboxGateway({ policy })
  })
  const kinds = ['payout', 'collection'] as const

  rule(
    '105.21',
    'a refusal that proves nothing is kept, and becomes the reason when the network does not know the payment',
    {
      async AIRTEL() {
        await endsAs('payout', 'AIRTEL', { reason: 'network_float_too_low', networkReason: 'DP00900001007' })
        await endsAs('collection', 'AIRTEL', { reason: 'customer_balance_too_low', networkReason: 'DP00800001007' })
      },
      async MTN() {
        await endsAs('payout', 'MTN', { reason: 'network_float_too_low', networkReason: 'NOT_ENOUGH_FUNDS' })
        await endsAs('collection', 'MTN', { reason: 'customer_balance_too_low', networkReason: 'NOT_ENOUGH_FUNDS' })
      },
    },
  )

  async function endsAs(kind: (typeof kinds)[number], network: string, why: object) {
    const { transaction, outcome, balance } = await gateway.pay({ kind, network, number: '990481' })
    await outcome
    const stored = () => gateway.stored(transaction.id)
    const held = kind === 'payout' ? '9500 500' : '10000 0'
    expect(await balance()).to.equal(held)
    await until(async () => (await stored()).state === 'failed')
    expect(await stored()).to.include({ ...why, attention: null })
    expect(await balance()).to.equal('10000 0')
  }

  rule('105.22', 'a payment that Airtel reverses after it succeeded needs attention, and moves no money', async () => {
    for (const kind of kinds) {
      const { transaction, balance } = await gateway.pay({ kind, network: 'AIRTEL', number: '990482' })
      const stored = () => gateway.stored(transaction.id)
      await until(async () => (await stored()).attention === 'contradiction')
      expect(await stored()).to.include({ state: 'succeeded', reason: null })
      expect(await balance()).to.equal(kind === 'payout' ? '9500 0' : '10500 0')
    }
  })
})
