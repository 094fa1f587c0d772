import { expect } from 'chai'
import {
  auditBooks,
  type FundingRows,
  isRefusal,
  type Posting,
  type Transaction,
  type TransactionRows,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule } from '../../../rule.ts'
import {
  auditOf,
  brokenIn,
  collection,
  credited,
  failed,
  fee,
  funded,
  held,
  paid,
  payout,
  released,
  rowsOf,
  settled,
} from './plantedBooks.ts'

/** Expects an audit of one transaction's rows to find its postings wrong; each text is `none` or a list of postings. */
async function misfit(rows: TransactionRows, found: string, wanted: string) {
  expect(await brokenIn({ transactions: [rows] })).to.deep.equal([
    { rule: 'postings_fit_transaction', row: 't', problem: `its postings are ${found}, but must be ${wanted}` },
  ])
}

const holdOf = (minor: number) => `${minor} UGX of a from available to held`
const hold = '30 UGX of a from available to held'
const settlement = '30 UGX of a from held to float:MTN'
const release = '30 UGX of a from held to available'
const credit = '30 UGX of a from float:MTN to available'

describe('109 The audit', () => {
  rule('109.1', 'books that were written only by use cases pass the audit', async () => {
    const { ports, account, send, collect, caller, payout, request, network } = await openCore()
    for (const [index, behaviour] of (['accepts', 'succeeds', 'declines', 'losesRequest'] as const).entries()) {
      network.behaves(behaviour)
      const sent = await send({ caller: await caller(), request: { ...payout, reference: `order-${index}` } })
      const collected = await collect({ caller: await caller(), request: { ...request, reference: `bill-${index}` } })
      for (const answer of [sent, collected]) if (!isRefusal(answer)) await answer.outcome
    }
    const withdrawal = {
      by: 'amina',
      accountId: account.id,
      currency: 'UGX',
      amount: 1_000,
      reference: 'out-1',
      because: 'asked',
    }
    await withdrawFunds(ports)(withdrawal)
    // two fundings, four holds, a settlement, a release, a credit; one balance; eight transactions; two fundings; an event
    // of each funding and of four ends; three actions, and the end of their chain
    const checked = 9 + 1 + 8 + 2 + 6 + 4
    expect(await auditBooks(ports)()).to.deep.equal({ ok: true, checked, broken: [], contradicted: [] })
  })

  rule('109.2', 'a stored balance that is not the sum of its postings is found', {
    available: async () => {
      const row = { accountId: 'a', currency: 'UGX', availableMinor: 71n, heldMinor: 30n }
      expect(await auditOf({ balances: [row], postings: [funded, held] })).to.deep.equal({
        ok: false,
        checked: 3,
        broken: [{ rule: 'balance_is_sum', row: 'a UGX', problem: 'available is 71, postings make 70' }],
        contradicted: [],
      })
    },
    held: async () => {
      const row = { accountId: 'a', currency: 'UGX', availableMinor: 70n, heldMinor: 29n }
      expect(await brokenIn({ balances: [row], postings: [funded, held] })).to.deep.equal([
        { rule: 'balance_is_sum', row: 'a UGX', problem: 'held is 29, postings make 30' },
      ])
    },
  })

  rule('109.3', 'a balance without postings and postings without a balance are found', async () => {
    const row = { accountId: 'b', currency: 'UGX', availableMinor: 1n, heldMinor: 0n }
    expect(await brokenIn({ balances: [row], postings: [funded] })).to.deep.equal([
      { rule: 'balance_is_sum', row: 'b UGX', problem: 'available is 1, postings make 0' },
      {
        rule: 'balance_is_sum',
        row: 'a UGX',
        problem: 'no balance is stored, postings make 100 available and 0 held',
      },
    ])
  })

  rule('109.4', 'a balance below zero is found, even when its postings agree', async () => {
    const row = { accountId: 'a', currency: 'UGX', availableMinor: -30n, heldMinor: 30n }
    expect(await brokenIn({ balances: [row], postings: [held] })).to.deep.equal([
      { rule: 'balance_not_negative', row: 'a UGX', problem: 'available is -30' },
    ])
  })

  rule('109.5', 'a posting whose amount is not above zero, or that names an unknown ledger account, is found', {
    'not above zero': async () => {
      const row = { accountId: 'a', currency: 'UGX', availableMinor: 0n, heldMinor: 0n }
      expect(await brokenIn({ balances: [row], postings: [{ ...held, amountMinor: 0n }] })).to.deep.equal([
        { rule: 'sum_is_zero', row: 't', problem: 'a posting of 0 from available to held' },
      ])
    },
    'from an unknown ledger account': async () => {
      const row = { accountId: 'a', currency: 'UGX', availableMinor: 100n, heldMinor: 0n }
      const posting = { ...funded, from: 'float:' } as const
      expect(await brokenIn({ balances: [row], postings: [posting] })).to.deep.equal([
        { rule: 'sum_is_zero', row: 'a f', problem: 'a posting of 100 from float: to available' },
        { rule: 'sum_is_zero', row: 'UGX', problem: 'all its postings make 100' },
      ])
    },
    'from a place whose name only ends like a network’s float': async () => {
      const row = { accountId: 'a', currency: 'UGX', availableMinor: 100n, heldMinor: 0n }
      const posting = { ...funded, from: 'no float:MTN' } as unknown as Posting
      expect(await brokenIn({ balances: [row], postings: [posting] })).to.deep.include({
        rule: 'sum_is_zero',
        row: 'a f',
        problem: 'a posting of 100 from no float:MTN to available',
      })
    },
  })

  rule('109.6', 'a transaction has exactly the postings that its kind and state require', {
    'an open payout without a hold': () => misfit(rowsOf(payout), 'none', hold),
    'a pending payout that was settled': () =>
      misfit(rowsOf({ ...payout, state: 'pending' }, held, settled), `${hold}, ${settlement}`, hold),
    'a payout that succeeded without settlement': () => misfit(rowsOf(paid, held), hold, `${hold}, ${settlement}`),
    'a payout that succeeded and was released': () =>
      misfit(rowsOf(paid, held, released), `${hold}, ${release}`, `${hold}, ${settlement}`),
    'a payout that was settled on another network': () =>
      misfit(
        rowsOf({ ...paid, network: 'AIRTEL' }, held, settled),
        `${hold}, ${settlement}`,
        `${hold}, 30 UGX of a from held to float:AIRTEL`,
      ),
    'a payout that failed without release': () => misfit(rowsOf(failed, held), hold, `${hold}, ${release}`),
    'an open collection with a credit': () => misfit(rowsOf(collection, credited), credit, 'none'),
    'a collection that succeeded without credit': () =>
      misfit(rowsOf({ ...collection, state: 'succeeded' }), 'none', credit),
    'a collection that was credited twice': () =>
      misfit(rowsOf({ ...collection, state: 'succeeded' }, credited, credited), `${credit}, ${credit}`, credit),
    'a hold of another amount': () =>
      misfit(rowsOf(payout, { ...held, amountMinor: 29n }), '29 UGX of a from available to held', hold),
    'a hold of another currency': () =>
      misfit(rowsOf(payout, { ...held, currency: 'RWF' }), '30 RWF of a from available to held', hold),
    "a hold of another account's money": () =>
      misfit(rowsOf(payout, { ...held, accountId: 'b' }), '30 UGX of b from available to held', hold),
    'a settlement before the hold': () =>
      misfit(rowsOf(paid, settled, held), `${settlement}, ${hold}`, `${hold}, ${settlement}`),
    'a payout whose fee is not held': () => misfit(rowsOf({ ...payout, feeMinor: 2n }, held), hold, holdOf(32)),
    'a payout that succeeded and paid no fee': () =>
      misfit(
        rowsOf({ ...paid, feeMinor: 2n }, { ...held, amountMinor: 32n }, settled),
        `${holdOf(32)}, ${settlement}`,
        `${holdOf(32)}, ${settlement}, 2 UGX of a from held to fees`,
      ),
    'a payout that failed and got no fee back': () =>
      misfit(
        rowsOf({ ...failed, feeMinor: 2n }, { ...held, amountMinor: 32n }, released),
        `${holdOf(32)}, ${release}`,
        `${holdOf(32)}, 32 UGX of a from held to available`,
      ),
    'a payout without a fee that paid one': () =>
      misfit(
        rowsOf(paid, held, settled, { ...fee, from: 'available' }),
        `${hold}, ${settlement}, 2 UGX of a from available to fees`,
        `${hold}, ${settlement}`,
      ),
    'a payout that gives back a fee, which only a refund can do': () =>
      misfit(
        rowsOf({ ...paid, feeBackMinor: 2n }, held, settled, { ...fee, from: 'fees', to: 'available' }),
        `${hold}, ${settlement}, 2 UGX of a from fees to available`,
        `${hold}, ${settlement}`,
      ),
    'a collection that paid another fee': () =>
      misfit(
        rowsOf({ ...collection, state: 'succeeded', feeMinor: 3n }, credited, { ...fee, from: 'available' }),
        `${credit}, 2 UGX of a from available to fees`,
        `${credit}, 3 UGX of a from available to fees`,
      ),
    'sound ones': async () => {
      const sound = [
        rowsOf(payout, held),
        rowsOf(paid, held, settled),
        rowsOf(failed, held, released),
        rowsOf(collection),
        rowsOf({ ...collection, state: 'pending' }),
        rowsOf({ ...collection, state: 'failed', reason: 'not_sent' }),
        rowsOf({ ...collection, state: 'succeeded' }, credited),
        rowsOf({ ...payout, feeMinor: 2n }, { ...held, amountMinor: 32n }),
        rowsOf({ ...paid, feeMinor: 2n }, { ...held, amountMinor: 32n }, settled, fee),
        rowsOf({ ...failed, feeMinor: 2n }, { ...held, amountMinor: 32n }, { ...released, amountMinor: 32n }),
        rowsOf({ ...collection, feeMinor: 2n }),
        rowsOf({ ...collection, state: 'succeeded', feeMinor: 2n }, credited, { ...fee, from: 'available' }),
      ]
      expect(await auditOf({ transactions: sound })).to.deep.equal({
        ok: true,
        checked: 12 + 7,
        broken: [],
        contradicted: [],
      })
    },
  })

  rule('109.7', 'a funding and a withdrawal each have exactly the one posting that they require', async () => {
    const funding = aFunding('a', { reference: 'f', amountMinor: 100n })
    const withdrawal = { by: 'amina', ...funding, kind: 'withdraw', because: 'asked' } as const
    const back: Posting = { ...funded, from: 'available', to: 'funding' }
    const fund = '100 UGX of a from funding to available'
    const withdraw = '100 UGX of a from available to funding'
    const named = async (rows: FundingRows) =>
      (await brokenIn({ fundings: [rows] })).map((broken) => Object.values(broken))
    const misfits = (found: string, wanted: string) => [
      ['postings_fit_funding', 'a f', `its postings are ${found}, but must be ${wanted}`],
    ]
    expect(await named({ funding, postings: [funded] })).to.deep.equal([])
    expect(await named({ funding: withdrawal, postings: [back] })).to.deep.equal([])
    expect(await named({ funding, postings: [] })).to.deep.equal(misfits('none', fund))
    expect(await named({ funding, postings: [funded, funded] })).to.deep.equal(misfits(`${fund}, ${fund}`, fund))
    expect(await named({ funding: withdrawal, postings: [funded] })).to.deep.equal(misfits(fund, withdraw))
  })

  rule('109.8', 'a row that belongs to nothing in the books is found', async () => {
    expect(await brokenIn({ strays: ['posting 17'] })).to.deep.equal([
      { rule: 'nothing_stray', row: 'posting 17', problem: 'it belongs to nothing in the books' },
    ])
  })

  rule(
    '109.9',
    'a transaction whose network contradicted its final state, or took it back, is listed apart from damage; other marks are not listed',
    async () => {
      const contradicted: Transaction = { ...paid, attention: 'contradiction' }
      const found = async (planted: Transaction, ...postings: Posting[]) => {
        const row = { accountId: 'a', currency: 'UGX', availableMinor: 70n, heldMinor: 30n }
        const balance = postings.includes(settled) ? { ...row, heldMinor: 0n } : row
        const audit = await auditOf({
          ...{ balances: [balance], postings: [funded, ...postings], transactions: [rowsOf(planted, ...postings)] },
        })
        return { ok: audit.ok, broken: audit.broken, contradicted: audit.contradicted }
      }
      const agreed = { ok: true, broken: [] }
      expect(await found(contradicted, held, settled)).to.deep.equal({
        ...agreed,
        contradicted: [{ transactionId: 't', problem: 'it is succeeded, but its network contradicts that' }],
      })
      const takenBack: Transaction = { ...payout, state: 'pending', attention: 'contradiction' }
      expect(await found(takenBack, held)).to.deep.equal({
        ...agreed,
        contradicted: [{ transactionId: 't', problem: 'it is pending, but its network contradicts that' }],
      })
      for (const attention of ['mismatch', 'vanished', 'overdue', 'evidence_paid', 'evidence_unpaid'] as const) {
        expect(await found({ ...payout, attention }, held)).to.deep.equal({ ...agreed, contradicted: [] })
      }
    },
  )
})
