import { expect } from 'chai'
import {
  authenticate,
  followUp,
  isRefusal,
  listTransactions,
  livePolicy,
  lookUpBalances,
  lookUpTransaction,
  resolveTransaction,
  revokeKey,
  rotateKey,
  withdrawFunds,
} from '../../../core/sente.ts'
import { annotationsOf } from '../../contracts/kit/bookActs.ts'
import { openCore } from '../../fixtures/core.ts'
import { writesTo } from '../../fixtures/writes.ts'
import { rule } from '../../rule.ts'

/** A payout of UGX 5,000 in doubt, and an operator who may decide about it. */
async function openDecision() {
  const core = await openCore()
  const { id: transactionId, stored } = await core.pay('losesRequest')
  const resolve = resolveTransaction(core.ports)
  return {
    ...core,
    transactionId,
    stored,
    settle: () => core.clock.forwardMs(5_000 + livePolicy.settleMs),
    decide: (end: 'succeeded' | 'failed', because = 'the portal says so', by = 'amina') =>
      resolve({ transactionId, end, because, by }),
  }
}

describe('108 Operators’ decisions and merchants’ look-ups', () => {
  rule('108.1', 'an operator ends a payout that its network does not explain, and the money follows', {
    failed: async () => {
      const { settle, decide, stored, balance } = await openDecision()
      settle()
      await decide('failed')
      expect(await stored()).to.include({ state: 'failed', reason: 'operator_decided' })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    succeeded: async () => {
      const { settle, decide, stored, balance } = await openDecision()
      settle()
      await decide('succeeded')
      expect(await stored()).to.include({ state: 'succeeded', reason: null })
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
  })

  rule('108.2', 'the person and the reason are recorded', async () => {
    const { settle, decide, ports, transactionId } = await openDecision()
    settle()
    await decide('failed', 'no trace of it in the portal', 'amina')
    const [annotation] = await annotationsOf(ports.books, transactionId)
    expect(annotation).to.include({ kind: 'resolution', text: 'failed: no trace of it in the portal', by: 'amina' })
  })

  rule('108.3', 'nothing is decided while the submission may still be on its way', async () => {
    const { clock, decide, balance } = await openDecision()
    clock.forwardMs(5_000 + livePolicy.settleMs - 1)
    expect(await decide('failed')).to.include({ refused: 'may_still_arrive' })
    expect(await balance()).to.deep.equal({ available: 95_000n, held: 5_000n })
    clock.forwardMs(1)
    expect(await decide('failed')).to.have.property('transaction')
  })

  rule('108.4', 'a clock that was ahead delays a decision no longer than a submission can be on its way', async () => {
    const yearMs = 365 * 24 * 3_600_000
    const core = await openCore()
    core.clock.jumpMs(yearMs)
    core.network.behaves('losesRequest')
    const answer = await core.send({ caller: await core.caller(), request: core.payout })
    if (isRefusal(answer)) throw new Error(answer.refused)
    await answer.outcome
    core.clock.jumpMs(-yearMs)
    const { id: transactionId } = answer.transaction
    const decide = () =>
      resolveTransaction(core.ports)({ transactionId, end: 'failed', because: 'the portal says so', by: 'amina' })
    expect(await decide()).to.deep.equal({
      refused: 'may_still_arrive',
      message: `The submission of ${transactionId} may still be on its way: try again in 65 s`,
    })
    core.clock.forwardMs(5_000 + livePolicy.settleMs - 1)
    expect(await decide()).to.include({ refused: 'may_still_arrive' })
    core.clock.forwardMs(1)
    expect(await decide()).to.have.nested.property('transaction.state', 'failed')
  })

  rule('108.5', 'nothing is decided twice, or after the transaction has ended', async () => {
    const { settle, decide, balance } = await openDecision()
    settle()
    await decide('failed')
    for (const end of ['failed', 'succeeded'] as const) {
      expect(await decide(end)).to.include({ refused: 'transaction_ended' })
    }
    expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
  })

  rule('108.6', 'a decision needs an explanation and a name', async () => {
    const { settle, decide } = await openDecision()
    settle()
    for (const text of ['', '  ', 'line\nbreak', 'a\0b', 'half \ud83d', 'x'.repeat(501)]) {
      expect(await decide('failed', text)).to.include({ refused: 'malformed_explanation' })
      expect(await decide('failed', 'because', text)).to.include({ refused: 'malformed_name' })
    }
    expect(await decide('failed', 'x'.repeat(500))).to.have.property('transaction')
  })

  rule(
    '108.7',
    'the network is asked for 72 hours after a decision, and a report that contradicts it is marked',
    async () => {
      const { settle, decide, stored, clock, network, ports, balance } = await openDecision()
      settle()
      await decide('failed')
      const { followUp: watched, updatedAtMs } = await stored()
      expect(watched.askAtMs).to.equal(updatedAtMs + 60_000)
      network.answersEnquiry({ outcome: 'succeeded', providerRef: 'late', seen: {} })
      clock.forwardMs(60_000)
      await followUp({ ...ports, atOnce: 8 }).sweep()
      expect(await stored()).to.include({ state: 'failed', attention: 'contradiction' })
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
  )

  rule('108.8', 'a withdrawal takes available money, once for a reference, with an explanation', async () => {
    const { ports, account, balance } = await openCore()
    const withdraw = withdrawFunds(ports)
    const request = {
      by: 'amina',
      accountId: account.id,
      currency: 'UGX',
      amount: 40_000,
      reference: 'out-1',
      because: 'paid back',
    }
    for (let again = 0; again < 3; again += 1) expect(await withdraw(request)).to.have.property('account')
    expect(await balance()).to.deep.equal({ available: 60_000n, held: 0n })
    expect(await withdraw({ ...request, amount: 1 })).to.include({ refused: 'funding_reference_reused' })
    expect(await withdraw({ ...request, reference: 'out-2', amount: 60_001 })).to.include({
      refused: 'balance_too_low',
    })
    expect(await withdraw({ ...request, reference: 'out-2', because: ' ' })).to.include({
      refused: 'malformed_explanation',
    })
    expect(await balance()).to.deep.equal({ available: 60_000n, held: 0n })
  })

  rule('108.9', 'held money cannot be withdrawn, but the available balance of a closed account can', async () => {
    const { ports, account, send, caller, payout, change } = await openCore()
    await send({ caller: await caller(), request: { ...payout, amount: 99_000 } })
    await change((before) => ({ ...before, closed: true }))
    const request = { by: 'amina', accountId: account.id, currency: 'UGX', reference: 'out-1', because: 'closed' }
    expect(await withdrawFunds(ports)({ ...request, amount: 1_001 })).to.include({
      refused: 'balance_too_low',
    })
    expect(await withdrawFunds(ports)({ ...request, amount: 1_000 })).to.have.property('account')
  })

  rule('108.10', 'a key is rotated without a gap: the old one works until it is revoked', async () => {
    const { ports, account, secretKey } = await openCore()
    const rotate = () => rotateKey(ports)({ by: 'amina', accountId: account.id, kind: 'secret' })
    const rotated = await rotate()
    if (isRefusal(rotated)) throw new Error(rotated.message)
    for (const key of [secretKey, rotated.key])
      expect(await authenticate(ports)({ secretKey: key })).to.have.property('account')
    expect(await rotate()).to.include({ refused: 'too_many_keys' })
    const old = account.keys.find(({ kind }) => kind === 'secret')?.id ?? ''
    await revokeKey(ports)({ by: 'amina', keyId: old })
    expect(await authenticate(ports)({ secretKey })).to.deep.equal({ refused: 'invalid_secret_key' })
    expect(await authenticate(ports)({ secretKey: rotated.key })).to.have.property('account')
    expect(await rotate()).to.have.property('key')
  })

  rule('108.11', 'a merchant sees its own transactions; those of others are not found', async () => {
    const { ports, transactionId, caller } = await openDecision()
    const other = await openCore({}, { accounts: ports.accounts, books: ports.books })
    const look = lookUpTransaction(ports)
    expect(await look({ caller: await caller(), transactionId })).to.include({ id: transactionId })
    expect(await look({ caller: await other.caller(), transactionId })).to.deep.equal({
      refused: 'transaction_not_found',
    })
    expect(await look({ caller: await caller(), transactionId: 'nobody knows it' })).to.deep.equal({
      refused: 'transaction_not_found',
    })
    expect(await listTransactions(ports)({ caller: await other.caller(), query: { limit: 10 } })).to.deep.equal({
      transactions: [],
      next: null,
    })
  })

  rule('108.12', 'a look-up requires KYC and API access, in this order, and nothing else', async () => {
    const { ports, caller, change } = await openCore()
    await change((account) => ({ ...account, apiAccess: false, activatedCurrencies: [], pin: null }))
    const answers = async () => [
      await lookUpBalances(ports)({ caller: await caller() }),
      await lookUpTransaction(ports)({ caller: await caller(), transactionId: 'nobody knows it' }),
      await listTransactions(ports)({ caller: await caller(), query: { limit: 10 } }),
    ]
    expect(await answers()).to.deep.equal(Array(3).fill({ refused: 'api_access_off' }))
    await change((account) => ({ ...account, kyc: 'incomplete' }))
    expect(await answers()).to.deep.equal(Array(3).fill({ refused: 'kyc_incomplete' }))
    await change((account) => ({ ...account, kyc: 'complete', apiAccess: true }))
    expect(await lookUpBalances(ports)({ caller: await caller() })).to.have.property('balances')
  })

  rule('108.13', 'a refused decision comes with its reason', async () => {
    const { ports, settle, decide, transactionId } = await openDecision()
    const unknown = { transactionId: 'nothing', end: 'failed', because: 'asked', by: 'amina' } as const
    expect(await resolveTransaction(ports)(unknown)).to.deep.equal({
      refused: 'unknown_transaction',
      message: 'There is no transaction nothing',
    })
    settle()
    await decide('failed')
    expect(await decide('failed')).to.deep.equal({
      refused: 'transaction_ended',
      message: `Transaction ${transactionId} has already ended (failed: operator_decided); that never changes`,
    })
    const paid = await openDecision()
    paid.settle()
    await paid.decide('succeeded')
    expect(await paid.decide('failed')).to.deep.equal({
      refused: 'transaction_ended',
      message: `Transaction ${paid.transactionId} has already ended (succeeded); that never changes`,
    })
  })

  rule('108.14', 'a decision is written once', async () => {
    const { ports, settle, decide } = await openDecision()
    settle()
    const { recorded } = writesTo(ports.books)
    await decide('failed')
    expect(recorded.map(({ state }) => state)).to.deep.equal(['failed'])
  })

  rule('108.15', 'a decision about a transaction that ends meanwhile is refused and changes nothing', async () => {
    const { ports, settle, clock, decide, stored, network, hint, transactionId } = await openDecision()
    settle()
    clock.jumpMs(-24 * 3_600_000)
    network.answersEnquiry({ outcome: 'succeeded', providerRef: 'late', seen: {} })
    const { atomically } = ports.books
    ports.books.atomically = async (scope, step) => {
      ports.books.atomically = atomically
      await hint({ transactionId })
      return atomically(scope, step)
    }
    const { recorded } = writesTo(ports.books)
    expect(await decide('failed')).to.include({ refused: 'transaction_ended' })
    expect(recorded).to.deep.equal([])
    expect(await stored()).to.include({ state: 'succeeded', providerRef: 'late' })
  })
})
