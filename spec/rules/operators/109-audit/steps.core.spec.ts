import { expect } from 'chai'
import { memoryStore } from '../../../../adapters/memory/memory.ts'
import { runStep, type Scope, type StepRows, type Transaction, type UnitOfWork } from '../../../../core/sente.ts'
import { aFunding, anExchange, aPayout, fundingPosting, holdPosting } from '../../../contracts/kit/records.ts'
import { rule } from '../../../rule.ts'
import { noRows } from './noRows.ts'

const payout = aPayout('a', { id: 't', reference: 'order-1' })
const funding = aFunding('a', { reference: 'bank-1' })
const count = { pinId: 'p', failures: 1, wrongAtMs: [1], locks: 0, lockedUntilMs: null }
const usual: Scope = {
  account: 'a',
  currency: 'UGX',
  reference: payout.reference,
  transaction: payout.id,
  funding: funding.reference,
  events: true,
}

/** Books with UGX 100,000 of account `a`, and steps of that account over them. */
async function openBooks() {
  const { books } = memoryStore()
  const step = <T>(write: (work: UnitOfWork) => T, scope = {}) => books.atomically({ ...usual, ...scope }, write)
  await step((work) => {
    work.fund(funding)
    work.ledger.post(fundingPosting(funding))
  })
  /** Expects a step to break with this message. */
  const broken = async (write: (work: UnitOfWork) => unknown, message: string, scope = {}) =>
    expect(await step(write, scope).then(String, (error: Error) => error.message)).to.equal(message)
  return { books, step, broken, balance: async () => (await books.balances('a'))[0] }
}

/** The changes that a step passes to a store. */
function changesOf(write: (work: UnitOfWork) => unknown, rows: Partial<StepRows> = {}) {
  return runStep({ ...noRows, ...rows }, usual, write).changes
}

describe('109 The audit: changes that no step can write', () => {
  rule('109.10', 'a step that refuses keeps only the count of wrong PINs', {
    'a refusal': () => {
      const changes = changesOf((work) => {
        work.record(payout)
        work.annotate({ transactionId: 't', kind: 'resolution', text: 'because', by: 'amina', atMs: 0 })
        work.keepExchanges('t', [anExchange()])
        work.fund(funding)
        work.ledger.post(fundingPosting(funding))
        work.countPin(count)
        return { refused: 'invalid_pin' }
      })
      expect(changes).to.deep.equal({
        pinCount: count,
        prompts: undefined,
        dayCount: undefined,
        batch: undefined,
        batchLine: undefined,
        postings: [],
        balances: new Map(),
        opened: new Map(),
        changed: new Map(),
        fundings: [],
        annotations: [],
        exchanges: [],
        erased: [],
        events: [],
        actions: [],
        chainEnd: undefined,
      })
    },
    'any other answer': () => {
      for (const answer of [null, undefined, 'refused', { state: 'failed' }]) {
        const changes = changesOf((work) => {
          work.record(payout)
          return answer
        })
        expect([...(changes?.opened.keys() ?? [])]).to.deep.equal(['t'])
      }
    },
  })

  rule('109.11', 'a step without changes gives the store nothing to do', {
    nothing: () => expect(changesOf(() => 'done')).to.equal(undefined),
    'each thing that can be written': () => {
      const writes: ((work: UnitOfWork) => void)[] = [
        (work) => work.countPin(count),
        (work) => work.record(payout),
        (work) => work.fund(funding),
        (work) => work.ledger.post(fundingPosting(funding)),
        (work) => work.annotate({ transactionId: 't', kind: 'mismatch', text: 'other', by: null, atMs: 0 }),
      ]
      for (const write of writes) expect(changesOf(write), String(write)).not.to.equal(undefined)
    },
    'one changed': () => {
      const changes = changesOf((work) => work.record({ ...payout, state: 'pending' }), { transaction: () => payout })
      expect([changes?.changed.get('t')?.state, changes?.opened.size]).to.deep.equal(['pending', 0])
    },
    'one opened and changed at once': () => {
      const changes = changesOf((work) => {
        work.record(payout)
        work.record({ ...payout, state: 'pending' })
      })
      expect([...(changes?.opened.values() ?? [])]).to.deep.equal([{ ...payout, state: 'pending' }])
      expect(changes?.changed.size).to.equal(0)
    },
  })

  rule('109.12', 'a step sees its own writes at once', async () => {
    const { step } = await openBooks()
    await step((work) => work.record(payout))
    await step((work) => {
      work.record({ ...payout, state: 'pending' })
      expect(work.transaction('t')?.state).to.equal('pending')
      expect(work.references.usedBy('a', 'order-1')).to.equal('t')
      expect(work.funding('bank-1')).to.deep.equal(funding)
    })
    const other = aPayout('a', { reference: 'order-2' })
    const more = aFunding('a', { reference: 'bank-2' })
    const scope = { reference: other.reference, transaction: other.id, funding: more.reference }
    await step((work) => {
      expect(work.references.usedBy('a', 'order-2')).to.equal(undefined)
      work.record(other)
      expect(work.references.usedBy('a', 'order-2')).to.equal(other.id)
      work.fund(more)
      expect(work.funding('bank-2')).to.equal(more)
      work.ledger.post(fundingPosting(more))
      expect(work.ledger.balance('a', 'UGX')).to.include({ availableMinor: 200_000n })
    }, scope)
  })

  rule('109.13', 'a step cannot reach for a row that its scope does not name', {
    'of another account': async () => {
      const { books, broken } = await openBooks()
      const message = 'a step about account a reaches for b'
      await broken((work) => work.record({ ...payout, accountId: 'b' }), message)
      await broken((work) => work.references.usedBy('b', payout.reference), message)
      await broken((work) => work.fund({ ...funding, accountId: 'b' }), message)
      await broken((work) => work.ledger.post(fundingPosting(aFunding('b'))), message)
      expect(await books.balances('b')).to.deep.equal([])
    },
    'of the same account': async () => {
      const { broken } = await openBooks()
      const annotation = { transactionId: 'u', kind: 'mismatch', text: 'other', by: null, atMs: 0 } as const
      const transaction = 'a step reaches for the transaction u, and its scope names t'
      await broken((work) => work.transaction('u'), transaction)
      await broken((work) => work.record({ ...payout, id: 'u' }), transaction)
      await broken((work) => work.annotate(annotation), transaction)
      const reference = 'a step reaches for the reference order-2, and its scope names order-1'
      await broken((work) => work.references.usedBy('a', 'order-2'), reference)
      await broken((work) => work.record({ ...payout, reference: 'order-2' }), reference)
      const other = 'a step reaches for the funding bank-2, and its scope names bank-1'
      await broken((work) => work.funding('bank-2'), other)
      await broken((work) => work.fund({ ...funding, reference: 'bank-2' }), other)
      const currency = 'a step reaches for the currency RWF, and its scope names UGX'
      await broken((work) => work.ledger.balance('a', 'RWF'), currency)
      await broken((work) => work.ledger.post(fundingPosting({ ...funding, currency: 'RWF' })), currency)
    },
  })

  rule('109.14', 'a step cannot use the reference of a transaction or a funding twice', async () => {
    const { step, broken } = await openBooks()
    await step((work) => work.record(payout))
    const another = { ...payout, id: 'another' }
    await broken((work) => work.record(another), 'reference order-1 is already used', { transaction: 'another' })
    await broken((work) => work.fund(funding), 'funding bank-1 is already recorded')
    const more = { ...funding, reference: 'bank-2' }
    await broken(
      (work) => {
        work.fund(more)
        work.fund(more)
      },
      'funding bank-2 is already recorded',
      { funding: 'bank-2' },
    )
  })

  const others: Partial<Transaction> = {
    kind: 'collection',
    refundOf: 'c',
    linkId: 'l',
    reference: 'order-9',
    phoneNumber: '256770000009',
    amountMinor: 5_001n,
    feeMinor: 1n,
    feeBackMinor: 1n,
    currency: 'RWF',
    network: 'AIRTEL',
    description: 'boots',
    metadata: { order: '18' },
    customerMessage: 'Boots.',
    providerId: 'another',
    fingerprint: 'mtn elsewhere',
    submitUntilMs: 0,
    countedUntilMs: 1,
    createdAtMs: 0,
  }
  rule(
    '109.15',
    'a step cannot change the request of a transaction, or how it was sent',
    Object.fromEntries(
      Object.entries(others).map(([name, value]) => [
        name,
        async () => {
          const { step, broken } = await openBooks()
          await step((work) => work.record(payout))
          await broken(
            (work) => work.record({ ...payout, [name]: value }),
            'transaction t is already recorded, as another one',
          )
        },
      ]),
    ),
  )

  rule('109.16', 'a step cannot change a final state or its reason; annotations and attention may change', async () => {
    const failed = { ...payout, state: 'failed', reason: 'not_sent' } as const
    const { step, broken } = await openBooks()
    await step((work) => work.record(failed))
    await broken((work) => work.record({ ...failed, state: 'pending' }), 'transaction t is final: failed')
    await broken((work) => work.record({ ...failed, reason: 'never_arrived' }), 'transaction t is final: failed')
    await step((work) => work.record({ ...failed, attention: 'contradiction' }))
  })

  rule('109.17', 'a step cannot make a balance fall below zero', async () => {
    const { step, broken, balance } = await openBooks()
    const hold = holdPosting(payout)
    await broken(
      (work) => work.ledger.post({ ...hold, amountMinor: 100_001n }),
      'the available balance would fall below zero',
    )
    await step((work) => work.ledger.post({ ...hold, amountMinor: 100_000n }))
    expect(await balance()).to.include({ availableMinor: 0n, heldMinor: 100_000n })
    await broken(
      (work) => work.ledger.post({ ...hold, from: 'held', to: 'float:MTN', amountMinor: 100_001n }),
      'the held balance would fall below zero',
    )
    await step((work) => work.ledger.post({ ...hold, from: 'held', to: 'float:MTN', amountMinor: 100_000n }))
    expect(await balance()).to.include({ availableMinor: 0n, heldMinor: 0n })
  })

  rule('109.18', 'a posting has an amount above zero and two different ledger accounts', async () => {
    const { broken, balance } = await openBooks()
    const hold = holdPosting(payout)
    for (const amountMinor of [0n, -1n]) {
      await broken(
        (work) => work.ledger.post({ ...hold, amountMinor }),
        `a posting of ${amountMinor} from available to held`,
      )
    }
    await broken(
      (work) => work.ledger.post({ ...hold, to: 'available' }),
      'a posting of 5000 from available to available',
    )
    expect(await balance()).to.include({ availableMinor: 100_000n, heldMinor: 0n })
  })
})
