import { expect } from 'chai'
import {
  findTransaction,
  findTransactionAtNetwork,
  findTransactionByReference,
  isRefusal,
  searchTransactions,
  type TransactionQuery,
} from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { openCore } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { openWorld } from '../120-reconciliation/paidWorld.ts'

/** Three payouts of one account, the last over Airtel, and another account without any. */
async function openPaid() {
  const core = await openCore()
  const { ports, pay } = core
  const paid = []
  for (const change of [
    { reference: 'one' },
    { reference: 'two' },
    { reference: 'three', network: 'AIRTEL', phoneNumber: '256750000001' },
  ])
    paid.push(await (await pay('succeeds', change)).stored())
  const [first, second, third] = paid
  if (!first || !second || !third) throw new Error('not paid')
  return { ...core, first, second, third, other: await openMerchant(ports) }
}

/** A refusal, or the ids that were found. */
const reported = (found: object) =>
  'refused' in found ? [found.refused, 'message' in found ? found.message : ''] : found

describe('104 The command line: transactions, in the core', () => {
  rule('104.95', 'a transaction is found by its id, by its account’s reference, and by its network’s id', {
    'by its id': async () => {
      const { ports, first } = await openPaid()
      const find = findTransaction(ports)
      expect(await find({ transactionId: first.id })).to.have.deep.property('transaction', first)
      const unknown = ['unknown_transaction', 'There is no transaction none']
      expect(reported(await find({ transactionId: 'none' }))).to.deep.equal(unknown)
    },
    'by its account’s reference': async () => {
      const { ports, account, other, second } = await openPaid()
      const find = findTransactionByReference(ports)
      const found = await find({ accountId: account.id, reference: 'two' })
      expect(found).to.have.deep.property('transaction', second)
      for (const [accountId, reference] of [
        [account.id, 'four'],
        [other.account.id, 'two'],
      ] as const)
        expect(reported(await find({ accountId, reference }))).to.deep.equal([
          ...['unknown_transaction', `There is no transaction of account ${accountId} with the reference ${reference}`],
        ])
      const unknown = ['unknown_account', 'There is no account none']
      expect(reported(await find({ accountId: 'none', reference: 'two' }))).to.deep.equal(unknown)
    },
    'by its network’s id': async () => {
      const { ports, first } = await openPaid()
      const find = findTransactionAtNetwork(ports)
      expect(await find({ by: 'providerId', id: first.providerId })).to.deep.equal({ transaction: first })
      expect(reported(await find({ by: 'providerRef', id: 'none' }))).to.deep.equal([
        ...['unknown_transaction', 'There is no transaction with the network id none'],
      ])
      const { paid } = await openWorld(ports)
      const [one, two] = [await paid({ providerRef: 'twice' }), await paid({ providerRef: 'twice' })]
      expect(await find({ by: 'providerId', id: one.providerId })).to.deep.equal({ transaction: one })
      expect(reported(await find({ by: 'providerRef', id: 'twice' }))).to.deep.equal([
        ...['ambiguous_id', `Several transactions have the id twice: ${two.id}, ${one.id}`],
      ])
    },
  })

  rule(
    '104.96',
    'the transactions of a query are listed; an unknown name is refused',
    table(
      ['of', 'after', 'listed'],
      [
        ['all accounts', 'the start', 'three two one'],
        ['its account', 'the start', 'three two one'],
        ['the other account', 'the start', ''],
        ['no account', 'the start', 'unknown_account'],
        ['MTN', 'the start', 'two one'],
        ['AIRTEL', 'the start', 'three'],
        ['VODAFONE', 'the start', 'unknown_network'],
        ['UGX', 'the start', 'three two one'],
        ['KES', 'the start', 'unknown_currency'],
        ['all accounts', 'two', 'one'],
        ['all accounts', 'none', 'unknown_transaction'],
      ] as const,
      async (of, after, listed) => {
        const { ports, account, other, second } = await openPaid()
        const queries: Record<string, Partial<TransactionQuery>> = {
          'its account': { accountId: account.id },
          'the other account': { accountId: other.account.id },
          'no account': { accountId: 'none' },
          MTN: { network: 'MTN' },
          AIRTEL: { network: 'AIRTEL' },
          VODAFONE: { network: 'VODAFONE' },
          UGX: { currency: 'UGX' },
          KES: { currency: 'KES' },
        }
        const place = { 'the start': {}, two: { before: second.id }, none: { before: 'none' } }[after]
        const search = async (market = ports.market) => {
          const page = await searchTransactions({ ...ports, market })({ limit: 9, ...queries[of], ...place })
          return isRefusal(page) ? page.refused : page.transactions.map(({ reference }) => reference).join(' ')
        }
        expect(await search()).to.equal(listed)
        // The books still find names that have left the market.
        expect(await search(new Map())).to.equal(listed)
      },
    ),
  )
})
