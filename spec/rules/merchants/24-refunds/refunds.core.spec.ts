import { expect } from 'chai'
import {
  auditBooks,
  type Fees,
  isRefusal,
  lookUpRefunds,
  pauseNetwork,
  type RefundRequest,
  refundMoney,
  type Transaction,
} from '../../../../core/sente.ts'
import { inStep } from '../../../contracts/kit/bookActs.ts'
import { openMerchant, testSecrets } from '../../../contracts/kit/merchant.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { refusal, rule, table } from '../../../rule.ts'
import { auditOf } from '../../operators/109-audit/plantedBooks.ts'
import { openedIn, openRefunds, refusedWith } from './openRefunds.ts'

const little = { amountMinor: 1_000n }

const notRefundable = /^refund .* can't pay back this succeeded collection$/

describe('24 Refunds', () => {
  rule('24.1', 'a refund is a payout to the number and over the network of its collection, by default of the rest', {
    'by the reference of the collection': async () => {
      const { refunded, collection, network, balance } = await openRefunds()
      const refund = await refunded('succeeds')
      const { kind, refundOf, phoneNumber, amountMinor, currency, state } = refund
      expect({ kind, refundOf, phoneNumber, amountMinor, currency, state, network: refund.network }).to.deep.equal({
        ...{ kind: 'refund', refundOf: collection.id, phoneNumber: '256770000001', amountMinor: 5_000n },
        ...{ currency: 'UGX', state: 'succeeded', network: 'MTN' },
      })
      expect(network.received.map((one) => one.kind)).to.deep.equal(['collection', 'refund'])
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    'by its id, and in parts': async () => {
      const { refunded, collection, left } = await openRefunds()
      const part = await refunded('succeeds', { collection: collection.id, amount: 1_500 })
      expect([part.amountMinor, await left()]).to.deep.equal([1_500n, 3_500n])
      expect((await refunded('succeeds', { reference: 'rest' })).amountMinor).to.equal(3_500n)
    },
    'the rest is calculated again when another refund has come between': async () => {
      const { ports, refund, refunded, asked, caller } = await openRefunds()
      let comesBetween = async () => {
        comesBetween = async () => undefined
        await refunded('accepts', { reference: 'between', amount: 2_000 })
      }
      const list: typeof ports.books.list = async (query) => {
        const page = await ports.books.list(query)
        await comesBetween()
        return page
      }
      const pay = refundMoney({ ...ports, books: { ...ports.books, list } })
      const { transaction } = openedIn(await pay({ caller: await caller(), request: asked }))
      expect(transaction.amountMinor).to.equal(3_000n)
      expect(refusedWith(await refund({ reference: 'more', amount: 500 }))).to.include({ left: 0 })
    },
    'its description and metadata are kept': async () => {
      const { refunded, network } = await openRefunds()
      const said = { description: 'too small', metadata: { size: '42' }, customerMessage: 'Sorry' }
      expect(await refunded('accepts', { ...said, amount: 1_000 })).to.deep.include(said)
      expect(network.received.at(-1)).to.have.property('customerMessage', 'Sorry')
      const silent = { description: null, metadata: {}, customerMessage: null }
      expect(await refunded('declines', { reference: 'silent', amount: 500 })).to.deep.include(silent)
    },
    'the latest hundred of more refunds are shown, and all are summed': async () => {
      const { collect, caller, request, refund, found, ports } = await openRefunds()
      const big = { ...request, reference: 'big', amount: 60_000 }
      const opened = openedIn(await collect({ caller: await caller(), request: big }))
      await opened.outcome
      for (let n = 1; n <= 101; n += 1)
        openedIn(await refund({ collection: 'big', reference: `part-${n}`, amount: 500 }))
      const collection = await found(opened.transaction.id)
      const { refundedMinor, refunds } = await lookUpRefunds(ports)(collection)
      expect([refundedMinor, refunds.length, refunds[0]?.reference]).to.deep.equal([50_500n, 100, 'part-101'])
    },
    'refunds are not looked for when there can be none': async () => {
      const { refunded, found, collection } = await openRefunds()
      const { id } = await refunded('accepts')
      const list = () => Promise.reject(new Error('refunds were looked for'))
      const look = lookUpRefunds({ books: { list } })
      const none = { refundedMinor: 0n, refunds: [] }
      expect(await look(await found(id))).to.deep.equal(none)
      expect(await look({ ...collection, state: 'pending' })).to.deep.equal(none)
    },
  })

  rule('24.2', 'the money of a refund is held while it is open, and available again when it fails', async () => {
    const { refunded, balance, left, ports, account } = await openRefunds()
    await refunded('accepts', { amount: 2_000 })
    expect(await balance()).to.deep.equal({ available: 103_000n, held: 2_000n })
    await refunded('declines', { amount: 3_000, reference: 'refund-2' })
    expect(await balance()).to.deep.equal({ available: 103_000n, held: 2_000n })
    expect(await left()).to.equal(3_000n)
    const { events } = await ports.books.events({ accountId: account.id, type: 'refund.failed', after: 0, limit: 9 })
    expect(events).to.have.length(1)
  })

  refusal(
    '24.3',
    ['not_refundable'],
    'only a collection of the account that has succeeded can be refunded, while its network does not contradict it and its phone number is known',
    table(
      ['refunded', 'refused with'],
      [
        ['an unknown id', 'transaction_not_found'],
        ['another account’s collection', 'transaction_not_found'],
        ['a payout', 'not_refundable: no_collection'],
        ['a refund', 'not_refundable: no_collection'],
        ['a pending collection', 'not_refundable: not_succeeded'],
        ['a failed collection', 'not_refundable: not_succeeded'],
        ['one that its network has contradicted', 'not_refundable: needs_attention'],
        ['one with another amount from its network', 'not_refundable: needs_attention'],
        ['one that its network took back', 'not_refundable: taken_back'],
        ['one with an erased number', 'not_refundable: number_erased'],
      ] as const,
      async (what, refused) => {
        const core = await openRefunds()
        const { refund, collection } = core
        const answer = await refund({ collection: (await targets[what]?.(core)) ?? collection.id })
        if (!isRefusal(answer)) throw new Error('opened')
        expect('because' in answer ? `${answer.refused}: ${answer.because}` : answer.refused).to.equal(refused)
      },
    ),
  )

  refusal(
    '24.4',
    'refund_exceeds_collection',
    'the refunds of a collection that have not failed never exceed it, and a refusal names the rest',
    {
      async 'below, on and above the rest'() {
        const { refund, refunded } = await openRefunds()
        await refunded('accepts', { amount: 4_000 })
        const asked = async (amount: number) => refusedWith(await refund({ reference: `of ${amount}`, amount }))
        const exceeds = (left: number) => ({ refused: 'refund_exceeds_collection', currency: 'UGX', left })
        expect(await asked(1_001)).to.deep.equal(exceeds(1_000))
        expect(await asked(500)).to.equal('opened')
        expect(await asked(501)).to.deep.equal(exceeds(500))
      },
      async 'a failed refund can be made again'() {
        const { refunded, refund } = await openRefunds()
        await refunded('declines')
        await refunded('succeeds', { reference: 'again' })
        const all = { refused: 'refund_exceeds_collection', currency: 'UGX', left: 0 }
        expect(refusedWith(await refund({ reference: 'once more' }))).to.deep.equal(all)
      },
      async 'one of many requests at once for the rest is opened'() {
        const { refund, ports, account } = await openRefunds()
        const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => refund({ reference: `refund-${n}` })))
        expect(answers.filter((answer) => !isRefusal(answer))).to.have.length(1)
        const { transactions } = await ports.books.list({ accountId: account.id, kind: 'refund', limit: 9 })
        expect(transactions.map(({ amountMinor }) => amountMinor)).to.deep.equal([5_000n])
      },
    },
  )

  rule('24.5', 'a repeated request for a refund is answered as a repeat, even if nothing is left of the collection', {
    async 'of the whole rest'() {
      const { refunded, refund } = await openRefunds()
      const { id } = await refunded('succeeds')
      const repeated = { refused: 'duplicate_reference', transactionId: id, isRepeat: true }
      expect(refusedWith(await refund())).to.deep.equal(repeated)
      expect(refusedWith(await refund({ amount: 5_000 }))).to.deep.equal(repeated)
      expect(refusedWith(await refund({ amount: 4_000 }))).to.deep.equal({ ...repeated, isRepeat: false })
    },
    async 'of the rest after another one'() {
      const { refunded, refund } = await openRefunds()
      await refunded('succeeds', { reference: 'the first', amount: 1_000 })
      const { id } = await refunded('succeeds')
      const repeated = { refused: 'duplicate_reference', transactionId: id, isRepeat: true }
      expect(refusedWith(await refund())).to.deep.equal(repeated)
    },
    async 'of another collection'() {
      const core = await openRefunds()
      const { refunded, refund, collect, caller, request, network } = core
      network.behaves('succeeds')
      await openedIn(await collect({ caller: await caller(), request: { ...request, reference: 'other' } })).outcome
      const { id } = await refunded('succeeds')
      const clash = { refused: 'duplicate_reference', transactionId: id, isRepeat: false }
      expect(refusedWith(await refund({ collection: 'other' }))).to.deep.equal(clash)
    },
  })

  rule(
    '24.6',
    'the rules of a payout apply to a refund, in their order, and an amount below the minimum is refused even if it is the whole rest',
    table(
      ['error', 'refused with'],
      [
        ['the public key, and the collection', 'invalid_public_key'],
        ['the KYC, and the collection', 'kyc_incomplete'],
        ['the collection, and the PIN', 'transaction_not_found'],
        ['the amount, and the PIN', 'amount_below_minimum'],
        ['the rest is too little', 'amount_below_minimum'],
        ['the reference, and the collection', 'duplicate_reference'],
        ['the amount is above the rest, and the balance', 'refund_exceeds_collection'],
        ['the balance', 'insufficient_balance'],
        ['the line', 'network_unavailable'],
      ] as const,
      async (what, refused) => {
        const core = await openRefunds()
        const answer = refusedWith(await core.refund(await wrong[what]?.(core)))
        expect(answer).to.have.property('refused', refused)
      },
    ),
  )

  rule('24.7', 'a refund counts towards the limits of an account’s payouts in a day', async () => {
    const { refund, refunded, change } = await openRefunds()
    await change((account) => ({ ...account, limits: { UGX: { payout_amount_a_day: 1_999n } }, version: 2 }))
    await refunded('accepts', { amount: 1_000 })
    const answer = refusedWith(await refund({ reference: 'refund-2', amount: 1_000 }))
    expect(answer).to.include({ refused: 'limit_reached', limit: 'payout_amount_a_day' })
  })

  rule('24.8', 'the audit finds refunds that exceed their collection, or that no collection explains', {
    'sound books': async () => {
      const { refunded, ports } = await openRefunds()
      await refunded('succeeds', { amount: 3_000 })
      await refunded('declines', { reference: 'refund-2' })
      await refunded('accepts', { reference: 'refund-3' })
      expect((await auditBooks({ ...ports, secrets: testSecrets })()).broken).to.deep.equal([])
    },
    'too much': () => isBroken([{}, {}], 'the total of its refunds is 10000, and 5000 was collected'),
    'no collection': () => isBroken([{ refundOf: 'none' }], 'its collection does not exist'),
    'another network': () => isBroken([{ network: 'AIRTEL' }], notRefundable),
    'another network, before one that fits': () => isBroken([{ network: 'AIRTEL', ...little }, little], notRefundable),
    'another currency, before one that fits': () => isBroken([{ currency: 'USD', ...little }, little], notRefundable),
    'another account, between two that fit': () =>
      isBroken([little, { accountId: 'kiosk', ...little }, little], notRefundable),
  })

  rule(
    '24.9',
    'a refund costs the fee of the schedules for refunds, beside its amount, and by default gives back no fee of its collection',
    {
      async 'a successful one'() {
        const { refunded, left, balance, collection, ports } = await openRefunds({ fees: refundFees })
        expect([collection.feeMinor, await balance()]).to.deep.equal([200n, { available: 104_800n, held: 0n }])
        expect((await refunded('accepts', { amount: 1_000 })).feeMinor).to.equal(50n)
        expect(await balance()).to.deep.equal({ available: 103_750n, held: 1_050n })
        const { amountMinor, feeMinor } = await refunded('succeeds', { reference: 'rest' })
        expect([amountMinor, feeMinor, await left()]).to.deep.equal([4_000n, 50n, 0n])
        expect(await balance()).to.deep.equal({ available: 99_700n, held: 1_050n })
        expect((await auditBooks({ ...ports, secrets: testSecrets })()).broken).to.deep.equal([])
      },
      async 'a failed one'() {
        const { refunded, left, balance } = await openRefunds({ fees: refundFees })
        await refunded('declines')
        expect([await left(), await balance()]).to.deep.equal([5_000n, { available: 104_800n, held: 0n }])
      },
    },
  )
})

const flat = (flatMinor: bigint) => ({ tiers: [aTier({ flatMinor, percentE4: 0n })] })

/** Collections cost UGX 200, and refunds UGX 50. */
const refundFees: Fees = {
  schedules: [aSchedule({ kind: 'collection', ...flat(200n) }), aSchedule({ kind: 'refund', ...flat(50n) })],
  cashOuts: [],
}

/** The audit's findings about refunds of a collection of UGX 5,000, with these fields. */
async function isBroken(refunds: readonly Partial<Transaction>[], problem: string | RegExp): Promise<void> {
  const collection = aPayout('duka', { kind: 'collection', state: 'succeeded' })
  const all = refunds.map((given) => aPayout('duka', { kind: 'refund', refundOf: collection.id, ...given }))
  const rows = [collection, ...all].map((transaction) => ({ transaction, postings: [] }))
  const { broken } = await auditOf({ transactions: rows })
  const problems = broken.filter(({ rule }) => rule === 'refunds_fit_collection').map((one) => one.problem)
  expect(problems).to.have.length(1)
  expect(problems[0]).to.match(typeof problem === 'string' ? new RegExp(`^${problem}$`) : problem)
}

type Core = Awaited<ReturnType<typeof openRefunds>>

/** Changes of a request for a refund that make it break rules. */
const wrong: Record<string, (core: Core) => Promise<Partial<RefundRequest>> | Partial<RefundRequest>> = {
  'the public key, and the collection': () => ({ apikey: 'none', collection: 'none' }),
  async 'the KYC, and the collection'({ change }) {
    await change((account) => ({ ...account, kyc: 'incomplete', version: 2 }))
    return { collection: 'none' }
  },
  'the collection, and the PIN': () => ({ collection: 'none', pin: '9999' }),
  'the amount, and the PIN': () => ({ amount: 499, pin: '9999' }),
  async 'the rest is too little'({ refunded }) {
    await refunded('succeeds', { amount: 4_501 })
    return { reference: 'rest' }
  },
  'the reference, and the collection': () => ({ reference: 'sale', collection: 'none' }),
  async 'the amount is above the rest, and the balance'({ pay }) {
    await pay('succeeds', { amount: 104_500, reference: 'all' })
    return { amount: 5_001 }
  },
  async 'the balance'({ pay }) {
    await pay('succeeds', { amount: 104_500, reference: 'all' })
    return {}
  },
  async 'the line'({ ports }) {
    await pauseNetwork(ports)({ network: 'MTN', kind: 'payout', by: 'amina', because: 'the portal is being moved' })
    return {}
  },
}

/** Other payments to refund instead of a good collection. */
const targets: Record<string, (core: Core) => Promise<string | undefined>> = {
  'an unknown id': async () => 'none',
  async 'another account’s collection'({ ports }) {
    const { account } = await openMerchant(ports, { name: 'Other' })
    const collection = aPayout(account.id, { kind: 'collection', state: 'succeeded' })
    await inStep(ports, collection, (work) => work.record(collection))
    return collection.id
  },
  'a payout': async ({ pay }) => (await pay('succeeds', { reference: 'payout' })).id,
  'a refund': async ({ refunded }) => (await refunded('succeeds', { amount: 500, reference: 'before' })).id,
  'a pending collection': (core) => collectionThat('accepts', core),
  'a failed collection': (core) => collectionThat('declines', core),
  'one that its network has contradicted': (core) => changed(core, { attention: 'contradiction' }),
  'one with another amount from its network': (core) => changed(core, { attention: 'mismatch' }),
  'one that its network took back': (core) => changed(core, { isTakenBack: true }),
  async 'one with an erased number'({ collection, ports }) {
    const settled = { ...collection, followUp: { ...collection.followUp, askAtMs: null } }
    await inStep(ports, settled, (work) => work.record(settled))
    await inStep(ports, settled, (work) => work.erasePhoneNumber(settled.id, 'erased-0123456789abcdef'))
    return undefined
  },
}

async function changed({ ports, collection }: Core, change: Partial<Transaction>): Promise<undefined> {
  await inStep(ports, collection, (work) => work.record({ ...collection, ...change }))
}

async function collectionThat(behaviour: 'accepts' | 'declines', core: Core): Promise<string> {
  core.network.behaves(behaviour)
  const request = { ...core.request, reference: behaviour }
  const { transaction, outcome } = openedIn(await core.collect({ caller: await core.caller(), request }))
  await outcome
  return transaction.id
}
