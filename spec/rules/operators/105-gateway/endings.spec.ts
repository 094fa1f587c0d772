import { expect } from 'chai'
import { tokens } from '../../../../composition/tokens.ts'
import { type MobileProvider, sandboxPolicy, type Transaction } from '../../../../core/sente.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

/** The shortest possible: an absence counts from the moment when nothing may be sent any more. */
const policy = {
  ...sandboxPolicy,
  firstPauseMs: 50,
  longestPauseMs: 100,
  answerMs: 0,
  settleMs: 0,
  absenceSpacingMs: 100,
  watchPauseMs: 100,
}

describe('105 Payments through the gateway: every ending, on both networks', () => {
  let gateway: SandboxGateway
  /** A payout for each network that never arrives there; all of them wait at the same time. */
  let lost: Record<string, ReturnType<typeof payOut>>
  before(async () => {
    gateway = await openSandboxGateway({ policy })
    lost = { MTN: payOut('MTN', '990470'), AIRTEL: payOut('AIRTEL', '990470') }
  })
  const providerOf = (network: string): MobileProvider =>
    gateway.container.get(tokens.networks).providerFor('UGX', network)

  /** Opens a payout and waits for its outcome; resolves with the stored payment. */
  async function payOut(network: string, number: string) {
    const { transaction, outcome, balance } = await gateway.pay({ kind: 'payout', network, number })
    await outcome
    return { stored: () => gateway.stored(transaction.id), balance, transaction, held: await balance() }
  }

  async function lostAt(network: string) {
    const payout = await lost[network]
    if (!payout) throw new Error(`no payout was lost at ${network}`)
    return payout
  }

  /** The network gets the payout after all, unchanged or changed on its way. */
  async function arrivesLate(transaction: Transaction, change: Partial<Transaction> = {}) {
    const { clock } = gateway.container.get(tokens.paymentPorts)
    const phoneNumber = transaction.phoneNumber.replace('990470', '990477')
    const late = { ...transaction, phoneNumber, ...change }
    const until = { wallMs: clock.nowMs() + 5_000, monotonicMs: clock.monotonicMs() + 5_000 }
    await providerOf(transaction.network).payOut(late, until)
  }

  const onBoth = (example: (network: string) => Promise<void>) =>
    Object.fromEntries(['MTN', 'AIRTEL'].map((network) => [network, () => example(network)]))

  rule(
    '105.12',
    'doubt ends as the network says: it had executed the payout',
    onBoth(async (network) => {
      const { stored, balance } = await payOut(network, '990471')
      await until(async () => (await stored()).state === 'succeeded')
      expect(await balance()).to.equal('9500 0')
    }),
  )

  rule(
    '105.13',
    'a payout that the network repeatedly does not know never arrived: the money is given back',
    onBoth(async (network) => {
      const { stored, balance, held } = await lostAt(network)
      expect(held).to.equal('9500 500')
      await until(async () => (await stored()).state === 'failed')
      expect(await stored()).to.include({ reason: 'never_arrived', attention: null })
      expect(await balance()).to.equal('10000 0')
    }),
  )

  rule(
    '105.14',
    'a payout that arrives after that is a contradiction: it is marked, and no money moves',
    onBoth(async (network) => {
      const { stored, balance, transaction } = await lostAt(network)
      await until(async () => (await stored()).state === 'failed')
      await arrivesLate(transaction)
      await until(async () => (await stored()).attention === 'contradiction')
      expect(await stored()).to.include({ state: 'failed', reason: 'never_arrived' })
      expect(await balance()).to.equal('10000 0')
    }),
  )

  rule(
    '105.15',
    'an enquiry answered with another amount settles nothing, when the network states amounts, as MTN does',
    async () => {
      const { stored, balance, transaction } = await payOut('MTN', '990470')
      const { phoneNumber } = transaction
      await arrivesLate(transaction, { amountMinor: 600n, phoneNumber: phoneNumber.replace('990470', '990477') })
      await until(async () => (await stored()).attention === 'mismatch')
      expect((await stored()).state).to.equal('submitting')
      expect(await balance()).to.equal('9500 500')
    },
  )

  rule('105.16', 'a payout that was never sent is released at once', async () => {
    const other = await openSandboxGateway()
    try {
      await other.stopNetworks()
      for (const network of ['MTN', 'AIRTEL']) {
        const { transaction, outcome, balance } = await other.pay({ kind: 'payout', network, number: '000001' })
        expect(await outcome, network).to.have.property('refused', 'provider_unavailable')
        expect(await other.stored(transaction.id)).to.include({ state: 'failed', reason: 'not_sent' })
        expect(await balance()).to.equal('10000 0')
      }
    } finally {
      await other.close()
    }
  })
})
