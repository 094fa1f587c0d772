import { auditBooks, sendMoney } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount, inStep, openPayout } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { openMerchant, payAtOnce, portsOver } from '../kit/merchant.ts'
import { aFunding, aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.17 to 203.22: many steps and readers at once. */
export const payments: Facts<Store> = {
  async '203.17 of 1,000 payouts at once against a balance for 500 exactly 500 are opened'(store) {
    const merchant = await openMerchantOver(store, 500_000)
    const answers = await sendAll(merchant, 1_000, (index) => ({ reference: `order-${index}`, amount: 1_000 }))
    equal(counted(answers, 'opened'), 500, 'the number of opened payouts')
    equal(counted(answers, 'insufficient_balance'), 500, 'the number of payouts refused for lack of money')
    equal(await balanceOf(store, merchant.account.id), [0n, 500_000n], 'the balance, available and held')
    equal(merchant.network.received.length, 500, 'the number of payouts that reached the network')
  },

  async '203.18 of 100 requests at once with one reference exactly one is opened'(store) {
    const merchant = await openMerchantOver(store, 500_000)
    const answers = await sendAll(merchant, 100, () => ({ reference: 'order-1', amount: 1_000 }))
    equal(counted(answers, 'opened'), 1, 'the number of opened payouts')
    equal(counted(answers, 'duplicate_reference'), 99, 'the number of payouts refused because their reference is used')
    equal(await balanceOf(store, merchant.account.id), [499_000n, 1_000n], 'the balance, available and held')
  },

  async '203.19 of 100 wrong PINs at once exactly five are counted'(store) {
    const merchant = await openMerchantOver(store, 100_000)
    const answers = await sendAll(merchant, 100, (index) => ({ reference: `order-${index}`, pin: '9999' }))
    equal(counted(answers, 'invalid_pin'), 5, 'the number of compared wrong PINs')
    equal(counted(answers, 'pin_locked'), 95, 'the number of requests with a locked PIN')
    const about = { accountId: merchant.account.id, currency: 'UGX' }
    const count = await inStep(store, about, (work) => work.pinCount())
    equal([count?.failures, count?.wrongAtMs.length], [5, 5], 'the number of counted wrong PINs')
  },

  async '203.20 a snapshot shows one moment, whatever is written while it is read'(store) {
    const { account } = await fundedAccount(store)
    await openPayout(store, aPayout(account.id))
    const seen = await store.books.snapshot(async (snapshot) => {
      const amounts: bigint[] = []
      for await (const { amountMinor } of snapshot.postings()) {
        await fund(store, aFunding(account.id))
        amounts.push(amountMinor)
        // Enough to see that additions show; a store that shows everything would never end.
        if (amounts.length > 2) break
      }
      const balances: [bigint, bigint][] = []
      for await (const row of snapshot.balances()) balances.push([row.availableMinor, row.heldMinor])
      return { amounts, balances }
    })
    equal(
      seen,
      { amounts: [100_000n, 5_000n], balances: [[95_000n, 5_000n]] },
      'the postings and balances in a snapshot while fundings were added',
    )
    equal(await balanceOf(store, account.id), [295_000n, 5_000n], 'the balance after it, available and held')
  },

  async '203.21 an audit while payments are made finds the books in order'(store) {
    const merchant = await openMerchantOver(store, 100_000)
    const sent = sendAll(merchant, 30, (index) => ({ reference: `order-${index}` }))
    const [broken] = await Promise.all([brokenIn(store, 5), sent])
    equal([...broken, ...(await brokenIn(store, 1))], [], 'the findings of six audits, one after the other')
    // twenty-one postings, one balance, twenty transactions, one funding with its event,
    // and two actions with the end of their chain
    equal((await auditBooks(store)()).checked, 47, 'the number of rows that the last audit checked')
  },

  async '203.22 a snapshot that is read only in part, or whose reader throws, leaves the store as it was'(store) {
    const { account } = await fundedAccount(store)
    const broken = store.books.snapshot(async (snapshot) => {
      for await (const _ of snapshot.postings()) break
      const half = iteratorOf(snapshot.postings())
      await half.next()
      throw new Error('the reader broke')
    })
    equal(
      (await rejection(broken, 'the snapshot whose reader throws')).message,
      'the reader broke',
      'the message of the snapshot whose reader throws',
    )
    await fund(store, aFunding(account.id))
    equal(await balanceOf(store, account.id), [200_000n, 0n], 'the balance after a later funding, available and held')
  },
}

type Merchant = Awaited<ReturnType<typeof openMerchantOver>>

/** A merchant with this much UGX, and a network in memory. */
async function openMerchantOver(store: Store, amount: number) {
  const { ports, network } = portsOver(store)
  const merchant = await openMerchant(ports, { fund: [{ currency: 'UGX', amount }] })
  return { ...merchant, network, send: sendMoney(ports) }
}

/** Sends many payouts at once; resolves with each refusal's code, or `opened`. */
async function sendAll(
  { send, caller, payout }: Merchant,
  count: number,
  given: (index: number) => Partial<Merchant['payout']>,
): Promise<string[]> {
  const who = await caller()
  return payAtOnce(count, (index) => send({ caller: who, request: { ...payout, ...given(index) } }))
}

const counted = (answers: readonly string[], code: string) => answers.filter((answer) => answer === code).length

async function brokenIn({ books }: Store, audits: number): Promise<unknown[]> {
  const found: unknown[] = []
  for (let index = 0; index < audits; index += 1) found.push(...(await auditBooks({ books })()).broken)
  return found
}

function iteratorOf<T>(rows: Iterable<T> | AsyncIterable<T>): Iterator<T> | AsyncIterator<T> {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
}
