import { expect } from 'chai'
import type { Behaviour } from '../../../../adapters/memory/memoryProvider.ts'
import { type FollowUpPolicy, sandboxPolicy } from '../../../../core/sente.ts'
import { annotationsOf } from '../../../contracts/kit/bookActs.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from './commandLine.ts'

const hourMs = 3_600_000

describe('104 The command line: decisions about transactions', () => {
  rule('104.46', 'transaction resolve ends a transaction, moves its money and prints it with the decision', {
    async 'a payout that failed'() {
      const { json, payout, balance } = await withDoubt()
      const { code, json: shown } = await json('transaction', 'resolve', payout.id, '--failed', ...because)
      expect(code).to.equal(0)
      expect(shown).to.deep.include({ state: 'failed', reason: 'operator_decided', attention: null })
      const last = ['attention', 'annotations', 'event_id', 'next_enquiry_at', 'timeline']
      expect(Object.keys(shown).slice(-5)).to.deep.equal(last)
      expect(shown.annotations).to.deep.equal([
        { kind: 'resolution', text: 'failed: not in the portal', by: 'amina', at: '2026-01-02T09:00:00.000Z' },
      ])
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    },
    async 'a payout that succeeded, as another decided'() {
      const { json, payout, balance } = await withDoubt()
      const words = ['--succeeded', ...because, '--by', 'Okello']
      const { json: shown } = await json('transaction', 'resolve', payout.id, ...words)
      expect([shown.state, shown.reason, shown.annotations[0].by]).to.deep.equal(['succeeded', null, 'Okello'])
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
      expect((await json('transaction', 'show', payout.id)).json).to.deep.equal(shown)
    },
    async 'a payout that its network took back, or that stands'() {
      const { json, sente, payout, balance } = await withDoubt({ behaviour: 'succeeds' })
      const { json: shown } = await json('transaction', 'resolve', payout.id, '--taken-back', ...because)
      expect(shown).to.include({ state: 'succeeded', taken_back: true, attention: null })
      expect((await sente('transaction', 'show', payout.id)).out).to.match(/\nState {9}succeeded, and taken back\n/)
      const { json: stands } = await json('transaction', 'resolve', payout.id, '--stands', ...because)
      expect(stands).to.include({ state: 'succeeded' }).and.not.to.have.property('taken_back')
      expect(await balance()).to.deep.equal({ available: 95_000n, held: 0n })
    },
    async 'as text'() {
      const { sente, payout } = await withDoubt()
      const { code, out } = await sente('transaction', 'resolve', payout.id, '--failed', ...because)
      expect(code).to.equal(0)
      expect(out).to.match(/\nState {9}failed \(operator_decided\)\n/)
      expect(out).to.match(/\n2026-01-02T09:00:00\.000\+00:00 {2}resolution {2}failed: not in the portal \(amina\)\n/)
    },
  })

  rule('104.47', 'an impossible decision is refused and changes nothing', {
    'about a transaction that has ended': () => isRefused({ behaviour: 'succeeds' }, 'transaction_ended'),
    'that an open payment was taken back': () => isRefused({ end: '--taken-back' }, 'transaction_open'),
    'that it stands, when nothing contradicts it': () =>
      isRefused({ behaviour: 'succeeds', end: '--stands' }, 'nothing_to_decide'),
    'about a payment that may still arrive': () => isRefused({ afterMs: 0 }, 'may_still_arrive'),
    'with a blank reason': () => isRefused({ words: ['--because', ' '] }, 'malformed_explanation'),
    'about an unknown transaction': () => isRefused({ id: 'nothing' }, 'unknown_transaction'),
  })

  rule('104.48', 'a payment that may still arrive can be decided about as early as the policy of its store allows', {
    'real networks': () => waits(undefined, 65_000),
    'simulated ones': () => waits(sandboxPolicy, 17_000),
  })

  rule('104.49', 'transaction show says why a transaction needs attention, and shows its annotations', async () => {
    const { json, sente, payout, store, clock } = await withDoubt()
    const { id, accountId: account, currency } = payout
    await store.books.atomically({ account, currency, transaction: id, events: true }, (work) => {
      work.record({ ...payout, attention: 'mismatch' })
      work.annotate({ transactionId: id, kind: 'mismatch', text: 'another amount', by: null, atMs: clock.nowMs() })
      return 'done'
    })
    const { json: shown } = await json('transaction', 'show', id)
    expect(shown.attention).to.equal('mismatch')
    expect(shown.annotations).to.deep.equal([
      { kind: 'mismatch', text: 'another amount', by: null, at: '2026-01-02T09:00:00.000Z' },
    ])
    const { out } = await sente('transaction', 'show', id)
    expect(out).to.match(/\nAttention {5}mismatch: the network reported another payment\n/)
    expect(out).to.match(/\n2026-01-02T09:00:00\.000\+00:00 {2}mismatch {4}another amount\n$/)
  })
})

const because = ['--because', 'not in the portal']

/** A payout whose request was lost an hour ago. */
async function withDoubt({
  behaviour = 'losesRequest',
  afterMs = hourMs,
  policy,
}: {
  behaviour?: Behaviour
  afterMs?: number
  policy?: FollowUpPolicy | undefined
} = {}) {
  const line = await openCommandLine(policy ? { store: { policy } } : {})
  const payout = await line.pay(behaviour)
  line.clock.forwardMs(afterMs)
  return { ...line, payout }
}

type Attempt = { behaviour?: Behaviour; afterMs?: number; words?: string[]; id?: string; end?: string }

async function isRefused({ words = because, id, end = '--failed', ...given }: Attempt, code: string) {
  const { json, payout, store } = await withDoubt(given)
  const { code: exitCode, json: answer } = await json('transaction', 'resolve', id ?? payout.id, end, ...words)
  expect([exitCode, answer.error.code]).to.deep.equal([1, code])
  expect(await store.books.transaction(payout.id)).to.deep.equal(payout)
  expect(await annotationsOf(store.books, payout.id)).to.deep.equal([])
}

async function waits(policy: FollowUpPolicy | undefined, untilMs: number) {
  const { json, payout, clock } = await withDoubt({ policy, afterMs: untilMs - 1 })
  const resolve = () => json('transaction', 'resolve', payout.id, '--failed', ...because)
  expect((await resolve()).json.error.message).to.match(/try again in 1 s$/)
  clock.forwardMs(1)
  expect((await resolve()).code).to.equal(0)
}
