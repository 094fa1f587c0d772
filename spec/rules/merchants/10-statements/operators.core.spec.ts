import { expect } from 'chai'
import {
  isRefusal,
  type LedgerAccount,
  type Posting,
  readAccountStatement,
  readStatement,
  refundMoney,
  type StatementQuery,
  statementIn,
  statementOf,
} from '../../../../core/sente.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { aSchedule } from '../../../fixtures/fees.ts'
import { rule, table } from '../../../rule.ts'

/** Postings of 7 shillings each, an hour apart. */
function postings(count: number) {
  return Array.from({ length: count }, (_, nth) => ({
    posting: {
      ...{ accountId: 'an account', currency: 'UGX', from: 'funding', to: 'available', amountMinor: 7n },
      ...{ cause: { funding: `bank-${nth}` }, atMs: nth * hourMs },
    } as Posting,
    ...{ reference: `bank-${nth}`, paymentKind: null, phoneNumber: null, description: null, metadata: {} },
    ...{ networkReceipt: null, networkReason: null },
  }))
}

describe('10 Statements: for the operator, in the core', () => {
  rule(
    '10.12',
    'the operator reads the statement of any account, in any currency of the market or of its own',
    async () => {
      const { ports, account, change, caller } = await openCore()
      const read = (query: Partial<StatementQuery>, market = ports.market) =>
        readAccountStatement({ ...ports, market })({ accountId: account.id, currency: 'UGX', limit: 9, ...query })
      const own = await read({})
      if (isRefusal(own)) throw new Error(own.message)
      expect(own.lines.map(({ kind, after }) => [kind, after.availableMinor])).to.deep.equal([
        ['balance_funded', 100_000n],
      ])
      expect(await read({}, new Map())).to.deep.equal(own)
      const asMerchant = async () =>
        readStatement(ports)({ caller: await caller(), query: { currency: 'UGX', limit: 9 } })
      expect(await asMerchant()).to.deep.equal(own)
      expect(await read({ currency: 'KES' })).to.deep.include({ refused: 'unknown_currency' })
      expect(await read({ accountId: 'none' })).to.deep.include({ refused: 'unknown_account' })
      expect(await read({ after: '7' })).to.deep.equal({
        ...{ refused: 'unknown_place', message: 'There is no place 7 in this statement' },
      })
      await change((one) => ({ ...one, kyc: 'incomplete', version: one.version + 1 }))
      expect(await read({})).to.deep.equal(own)
      expect(await asMerchant()).to.deep.equal({ refused: 'kyc_incomplete' })
    },
  )

  rule('10.13', 'each line is named after the movement', {
    'a refund, with the fees of its collection and its own': async () => {
      const schedules = (['payout', 'collection', 'refund'] as const).map((kind) =>
        aSchedule({ kind, isRefundable: true }),
      )
      const { ports, account, collect, caller, request, payout, network } = await openCore(
        {},
        { fees: { schedules, cashOuts: [] } },
      )
      network.behaves('succeeds')
      const sold = await collect({ caller: await caller(), request: { ...request, reference: 'sale' } })
      if (isRefusal(sold)) throw new Error(sold.refused)
      await sold.outcome
      for (const behaviour of ['declines', 'succeeds'] as const) {
        network.behaves(behaviour)
        const { apikey, pin } = payout
        const back = { apikey, pin, collection: 'sale', reference: behaviour, amount: 5_000 }
        const refund = await refundMoney(ports)({ caller: await caller(), request: back })
        if (isRefusal(refund)) throw new Error(refund.refused)
        await refund.outcome
      }
      const statement = await readAccountStatement(ports)({ accountId: account.id, currency: 'UGX', limit: 99 })
      if (isRefusal(statement)) throw new Error(statement.message)
      expect(statement.lines.map(({ kind, reference }) => `${kind} ${reference}`)).to.deep.equal([
        'balance_funded initial-UGX',
        ...['collection_credited sale', 'fee sale'],
        ...['refund_held declines', 'refund_released declines'],
        ...['refund_held succeeds', 'refund_settled succeeds', 'fee succeeds', 'fee_refunded succeeds'],
      ])
    },
    'by the two accounts of the movement': table(
      ['from', 'to', 'kind of payment', 'line'],
      [
        ['funding', 'available', null, 'balance_funded'],
        ['available', 'funding', null, 'balance_withdrawn'],
        ['available', 'held', 'payout', 'payout_held'],
        ['held', 'float:MTN', 'payout', 'payout_settled'],
        ['held', 'available', 'payout', 'payout_released'],
        ['available', 'held', 'refund', 'refund_held'],
        ['held', 'float:MTN', 'refund', 'refund_settled'],
        ['held', 'available', 'refund', 'refund_released'],
        ['float:MTN', 'available', 'collection', 'collection_credited'],
        ['held', 'fees', 'payout', 'fee'],
        ['available', 'fees', 'collection', 'fee'],
        ['fees', 'available', 'refund', 'fee_refunded'],
      ] as const,
      (from, to, paymentKind, line) => {
        const [row] = postings(1)
        if (!row) throw new Error('no posting')
        const posting: Posting = {
          ...{ ...row.posting, from: from as LedgerAccount, to: to as LedgerAccount },
          cause: paymentKind === null ? { funding: 'bank-1' } : { transaction: 'a payment' },
        }
        const opening = { availableMinor: 100n, heldMinor: 100n }
        const { lines } = statementOf({
          opening,
          postings: [{ ...row, posting, paymentKind }],
          previous: null,
          next: null,
        })
        expect(lines.map(({ kind }) => kind)).to.deep.equal([line])
      },
    ),
  })

  rule(
    '10.14',
    'a page of a statement has the movements from one moment to another, after a place',
    table(
      ['from the hour', 'before', 'after', 'at most', 'hours', 'next'],
      [
        [null, null, null, 9, '0 1 2 3', null],
        [null, null, null, 4, '0 1 2 3', null],
        [null, null, null, 3, '0 1 2', '2'],
        [1, null, null, 9, '1 2 3', null],
        [1, 3, null, 9, '1 2', null],
        [1, 3, null, 1, '1', '1'],
        [null, null, '1', 9, '2 3', null],
        [3, null, '0', 9, '3', null],
        [null, 1, '2', 9, '', null],
        [9, null, null, 9, '', null],
        [null, 9, '3', 9, '', null],
        [null, null, '4', 9, 'no place', null],
        [null, null, 'x', 9, 'no place', null],
        [null, null, '-1', 9, 'no place', null],
      ] as const,
      (from, before, after, limit, hours, next) => {
        const query = {
          ...{ accountId: 'an account', currency: 'UGX', limit },
          ...(from !== null && { fromMs: from * hourMs }),
          ...(before !== null && { toMs: before * hourMs }),
          ...(after !== null && { after }),
        }
        const found = statementIn(postings(4), query)
        const first = found?.postings[0]?.posting.atMs
        expect(found?.postings.map(({ posting }) => posting.atMs / hourMs).join(' ') ?? 'no place').to.equal(hours)
        expect(found?.next ?? null).to.equal(next)
        if (first !== undefined) expect(found?.opening.availableMinor).to.equal(7n * BigInt(first / hourMs))
      },
    ),
  )
})
