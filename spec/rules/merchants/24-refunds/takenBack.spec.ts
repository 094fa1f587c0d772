import { expect } from 'chai'
import { type Enquired, isRefusal, refundMoney, resolveTransaction } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { openRefunds, refusedWith } from './openRefunds.ts'

const reversed = { outcome: 'reversed', providerRef: null, seen: {} } as const satisfies Enquired
const contradicted = { refused: 'not_refundable', because: 'needs_attention' }
const takenBack = { refused: 'not_refundable', because: 'taken_back' }
const who = { by: 'amina', because: 'ticket 4711' }

/** Refunds over a store, with a network that reports a reversal of the collection. */
async function openReversed(store: object) {
  const core = await openRefunds(store)
  const { ports, network, hint, found, collection } = core
  const { id: transactionId } = collection
  return {
    ...core,
    async reverse() {
      network.answersEnquiry(reversed)
      await hint({ transactionId })
      return found(transactionId)
    },
    /** Decides about the collection; resolves with the code of the refusal, or with the collection. */
    async decide(end: 'taken_back' | 'stands') {
      const decided = await resolveTransaction(ports)({ transactionId, end, ...who })
      return isRefusal(decided) ? decided.refused : decided.transaction
    },
  }
}

/** An example for each store of the contracts. */
function onEachStore(example: (core: Awaited<ReturnType<typeof openReversed>>) => Promise<void>) {
  const examples = Object.entries(stores).map(([name, open]) => {
    const run = async () => {
      const store = await open()
      try {
        await example(await openReversed(store))
      } finally {
        await store.close?.()
      }
    }
    return [name, run] as const
  })
  return Object.fromEntries(examples)
}

describe('24 Refunds: collections taken back by their network', () => {
  rule(
    '24.19',
    'a collection that its network contradicts is not refunded, until a person has found that it stands',
    onEachStore(async ({ reverse, refund, decide, network, alarms }) => {
      expect(await reverse()).to.include({ state: 'succeeded', attention: 'contradiction', isTakenBack: false })
      expect(alarms).to.deep.equal(['contradiction'])
      expect(refusedWith(await refund())).to.deep.equal(contradicted)
      expect(network.received.map(({ kind }) => kind)).to.deep.equal(['collection'])
      expect(await decide('stands')).to.include({ state: 'succeeded', attention: null, isTakenBack: false })
      expect(refusedWith(await refund())).to.equal('opened')
    }),
  )

  rule(
    '24.20',
    'a collection that a person has found to be given back by its network is not refunded, and no longer needs attention',
    onEachStore(async ({ reverse, refund, decide, found, collection, ports, balance, alarms }) => {
      await reverse()
      expect(await decide('taken_back')).to.include({ state: 'succeeded', attention: null, isTakenBack: true })
      expect(refusedWith(await refund())).to.deep.equal(takenBack)
      expect(await balance()).to.deep.equal({ available: 105_000n, held: 0n })
      expect(await decide('taken_back')).to.equal('nothing_to_decide')
      expect(await reverse()).to.include({ attention: null, isTakenBack: true })
      expect(alarms).to.deep.equal(['contradiction'])
      const { actions } = await ports.actions.list({ limit: 1 })
      expect(actions[0]).to.deep.include({ kind: 'transaction.resolve', ...who, before: { state: 'succeeded' } })
      expect(actions[0]?.after).to.include({ found: 'taken_back', amount: '5000' })
      const annotated = await ports.books.annotated(collection.id)
      expect(annotated?.annotations.at(-1)?.text).to.equal('taken_back: ticket 4711')
      expect(await decide('stands')).to.include({ isTakenBack: false })
      expect(await found(collection.id)).to.include({ attention: null, isTakenBack: false })
    }),
  )

  rule(
    '24.21',
    'a collection that its network contradicts between the check and the opening of its refund is not refunded',
    onEachStore(async ({ reverse, ports, asked, caller, network }) => {
      let comesBetween = async () => {
        comesBetween = async () => undefined
        await reverse()
      }
      const list: typeof ports.books.list = async (query) => {
        const page = await ports.books.list(query)
        await comesBetween()
        return page
      }
      const pay = refundMoney({ ...ports, books: { ...ports.books, list } })
      expect(refusedWith(await pay({ caller: await caller(), request: asked }))).to.deep.equal(contradicted)
      expect(network.received).to.have.length(1)
    }),
  )

  rule(
    '24.22',
    'a collection that its network takes back while a refund is open needs attention like any other',
    onEachStore(async ({ reverse, refunded, refund, ports, alarms, found }) => {
      const { id } = await refunded('accepts', { amount: 2_000 })
      expect(await reverse()).to.include({ attention: 'contradiction' })
      expect(alarms).to.deep.equal(['contradiction'])
      expect(await ports.figures.attention()).to.deep.equal([{ attention: 'contradiction', payments: 1 }])
      expect(refusedWith(await refund({ reference: 'rest' }))).to.deep.equal(contradicted)
      expect(await found(id)).to.include({ state: 'pending', attention: null })
    }),
  )

  rule(
    '24.23',
    'a person can find that a payment was taken back only after it has succeeded, and that it stands only after it has ended',
    {
      async open() {
        const { pay, ports } = await openRefunds()
        const { id: transactionId } = await pay('accepts', { reference: 'payout' })
        for (const end of ['taken_back', 'stands'] as const)
          expect(await resolveTransaction(ports)({ transactionId, end, ...who })).to.include({
            refused: 'transaction_open',
          })
      },
      async failed() {
        const { pay, ports } = await openRefunds()
        const { id: transactionId } = await pay('declines', { reference: 'payout' })
        for (const end of ['taken_back', 'stands'] as const)
          expect(await resolveTransaction(ports)({ transactionId, end, ...who })).to.include({
            refused: 'nothing_to_decide',
          })
      },
      async 'succeeded, a payout'() {
        const { pay, ports, balance } = await openRefunds()
        const { id: transactionId } = await pay('succeeds', { reference: 'payout' })
        const decided = await resolveTransaction(ports)({ transactionId, end: 'taken_back', ...who })
        expect(isRefusal(decided) || decided.transaction).to.include({ state: 'succeeded', isTakenBack: true })
        expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      },
    },
  )
})
