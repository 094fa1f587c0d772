import {
  type AccountHour,
  type Attention,
  type Batch,
  type Figures,
  lowestIdAt,
  type OpenFigure,
  type Transaction,
} from '../../../core/sente.ts'
import {
  anEndpoint,
  claimOf,
  endpointWithWork,
  idsClaimed,
  leaseMs,
  nowMs,
  settled,
} from '../205-webhook-endpoints/acts.ts'
import { aBatch, type BatchStore, inBatch } from '../210-batches/drafts.ts'
import { fund, fundedAccount, openPayout, record } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding, aPayout } from '../kit/records.ts'
import type { WebhookStore } from '../kit/store.ts'
import { closing, type Facts, type Trial, trials } from '../kit/trial.ts'

/** A store under test with figures. */
export type FigureStore = WebhookStore & BatchStore & { readonly figures: Figures }

const byName = (one: OpenFigure, other: OpenFigure) =>
  JSON.stringify(nameOf(one)) < JSON.stringify(nameOf(other)) ? -1 : 1
const nameOf = ({ kind, network, currency, state }: OpenFigure) => [kind, network, currency, state]

/** Records a payment without its money, in any state. */
async function recorded(store: FigureStore, accountId: string, given: Partial<Transaction>): Promise<Transaction> {
  const payment = aPayout(accountId, given)
  await record(store, payment)
  return payment
}

const hourAt = (hour: number) => Date.UTC(2027, 0, 1) + hour * 3_600_000
const hours = (from: number, to: number) => ({ fromMs: hourAt(from), toMs: hourAt(to) })

/** Makes a function that ends a payment at a moment. */
function endingIn(store: FigureStore) {
  return async (accountId: string, updatedAtMs: number, given: Partial<Transaction>) => {
    const { state = 'succeeded', reason = null, ...opened } = given
    const of = opened.kind === 'refund' && { refundOf: (await recorded(store, accountId, { kind: 'collection' })).id }
    const payment = aPayout(accountId, { createdAtMs: updatedAtMs, updatedAtMs, ...of, ...opened })
    await record(store, payment)
    await record(store, { ...payment, state, reason, followUp: { ...payment.followUp, askAtMs: null } })
  }
}

/** Adds up the rest, in turns that may overlap. */
async function gatherAll({ gather }: Pick<Figures, 'gather'>): Promise<void> {
  while ((await Promise.allSettled([gather(), gather()])).some((turn) => turn.status === 'rejected' || turn.value));
}

type Hour = Omit<AccountHour, 'kind'> & { readonly kind: string }

function hourTexts<One extends Hour>(sums: readonly One[], further: (one: One) => string = () => ''): string[] {
  return sums
    .map((one) => {
      const { fromMs, kind, network, currency, succeeded, failed, amountMinor, feesMinor } = one
      const group = `${(fromMs - hourAt(0)) / 3_600_000} ${kind} ${network} ${currency}`
      return `${group}: ${succeeded} ${failed} ${amountMinor} ${feesMinor}${further(one)}`
    })
    .sort()
}

const facts: Facts<FigureStore> = {
  async '207.1 open payments are counted by kind, network, currency and state, with their amount and the oldest; ended ones are not'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    equal(await store.figures.open(), [], 'the figures of empty books')
    const payout = { kind: 'payout', network: 'MTN', currency: 'UGX' } as const
    const make = (given: Partial<Transaction>) => recorded(store, account.id, { ...payout, ...given })
    await make({ createdAtMs: nowMs + 2, amountMinor: 700n })
    await make({ createdAtMs: nowMs + 1, amountMinor: 50n })
    await make({ state: 'pending', createdAtMs: nowMs })
    await make({ kind: 'collection', network: 'AIRTEL', createdAtMs: nowMs + 3, amountMinor: 1n })
    await make({ currency: 'RWF', createdAtMs: nowMs + 4, amountMinor: 2n })
    const watched = { ...aPayout('').followUp, askAtMs: nowMs + 9 }
    await make({ state: 'failed', reason: 'refused_by_network', followUp: watched })
    await make({ state: 'succeeded', followUp: { ...watched, askAtMs: null } })
    const one = { payments: 1, state: 'submitting' } as const
    equal(
      [...(await store.figures.open())].sort(byName),
      [
        { ...payout, ...one, kind: 'collection', network: 'AIRTEL', amountMinor: 1n, oldestAtMs: nowMs + 3 },
        { ...payout, ...one, currency: 'RWF', amountMinor: 2n, oldestAtMs: nowMs + 4 },
        { ...payout, ...one, state: 'pending', amountMinor: 5_000n, oldestAtMs: nowMs },
        { ...payout, ...one, payments: 2, amountMinor: 750n, oldestAtMs: nowMs + 1 },
      ],
      'the figures of open payments',
    )
  },

  async '207.2 every open payment is counted once, however many there are'(store) {
    const [{ account }, other] = [await fundedAccount(store), await fundedAccount(store)]
    const ids = [...Array<string>(1_000).fill(account.id), ...Array<string>(1_001).fill(other.account.id)]
    await Promise.all(ids.map((id) => openPayout(store, aPayout(id, { amountMinor: 1n }))))
    const [all, ...others] = await store.figures.open()
    equal([all?.payments, all?.amountMinor, others], [2_001, 2_001n, []], 'the figures of many payments')
  },

  async '207.3 payments that need attention are counted by reason, also ended ones'(store) {
    const { account } = await fundedAccount(store)
    equal(await store.figures.attention(), [], 'the figures of empty books')
    const ended = { state: 'succeeded', followUp: { ...aPayout('').followUp, askAtMs: null } } as const
    await recorded(store, account.id, { attention: 'mismatch' })
    await recorded(store, account.id, { attention: 'contradiction', ...ended })
    await recorded(store, account.id, { attention: 'contradiction' })
    await recorded(store, account.id, {})
    const found = [...(await store.figures.attention())].sort((one, other) => one.payments - other.payments)
    const figures: { attention: Attention; payments: number }[] = [
      { attention: 'mismatch', payments: 1 },
      { attention: 'contradiction', payments: 2 },
    ]
    equal(found, figures, 'the figures of payments that need attention')
  },

  async '207.4 endpoints are counted by state, with the oldest untried event of those that do not fail'(store) {
    equal(await store.figures.endpoints(), [], 'the figures of no endpoint')
    const idle = await fundedAccount(store)
    await store.webhooks.add(anEndpoint(idle.account.id), 5)
    equal(
      await store.figures.endpoints(),
      [{ state: 'enabled', endpoints: 1, untriedSinceMs: null }],
      'the figures of an endpoint without an event',
    )
    const { account } = await endpointWithWork(store, { disabledBecause: 'gone' })
    const failing = await endpointWithWork(store)
    await idsClaimed(store, 'a', nowMs, failing.account.id)
    const claim = { ...claimOf('a'), leaseMs: 0 }
    await store.webhooks.settle(failing.endpoint.id, claim, settled({ progress: { upTo: 1, failingMs: 5 } }))
    const atMs = nowMs + leaseMs
    await store.webhooks.add(anEndpoint(account.id), 5)
    await fund(store, aFunding(account.id, { atMs: atMs + 1 }))
    await fund(store, aFunding(account.id, { atMs: atMs + 2 }))
    await fund(store, aFunding(idle.account.id, { atMs }))
    const found = [...(await store.figures.endpoints())].sort((one, other) => (one.state < other.state ? -1 : 1))
    equal(
      found,
      [
        { state: 'disabled', endpoints: 1, untriedSinceMs: null },
        { state: 'enabled', endpoints: 2, untriedSinceMs: atMs },
        { state: 'failing', endpoints: 1, untriedSinceMs: null },
      ],
      'the figures of endpoints',
    )
  },

  async '207.5 events that wait because API access is off do not count as untried'(store) {
    const { account } = await endpointWithWork(store, { createdByKey: 'key' })
    await store.accounts.change(account.id, (before) => ({ ...before, apiAccess: false }))
    const [enabled] = await store.figures.endpoints()
    equal(enabled, { state: 'enabled', endpoints: 1, untriedSinceMs: null }, 'the figures of a held endpoint')
  },

  async '207.6 the money held by batches is added up by currency; drafts and ended batches hold nothing'(store) {
    const { account } = await fundedAccount(store)
    equal(await store.figures.batches(), [], 'the figures of no batch')
    const holds = async (state: Batch['state'], ...held: (readonly [currency: string, heldMinor: bigint])[]) => {
      const sums = held.map(([currency, heldMinor]) => ({ currency, lines: 1, acceptedMinor: 9_000n, heldMinor }))
      const draft = aBatch(account.id, { sums })
      await store.batches.draft(draft)
      const totals = state === 'completed' ? [] : null
      if (state !== 'draft') await inBatch(store, draft, (work) => work.keepBatch({ ...draft, state, totals }))
    }
    await holds('draft', ['UGX', 1n])
    await holds('completed', ['UGX', 0n])
    await holds('cancelling', ['UGX', 0n])
    await holds('paying', ['UGX', 10n], ['RWF', 0n], ['KES', 5n])
    await holds('paused', ['UGX', 200n])
    await holds('awaiting_approval', ['UGX', 3_000n])
    equal(
      [...(await store.figures.batches())].sort((one, other) => (one.currency < other.currency ? -1 : 1)),
      [
        { currency: 'KES', heldMinor: 5n },
        { currency: 'UGX', heldMinor: 3_210n },
      ],
      'the figures of batches',
    )
  },

  async '207.7 the latest payments opened in a time are returned, of all accounts, up to the requested number'(store) {
    const [{ account }, other] = [await fundedAccount(store), await fundedAccount(store)]
    const at = (ms: number, given: Partial<Transaction> = {}) => ({
      ...{ id: lowestIdAt(nowMs + ms), createdAtMs: nowMs + ms, updatedAtMs: nowMs + ms + 40 },
      ...given,
    })
    await recorded(store, account.id, at(-1))
    await recorded(store, account.id, at(0, { state: 'failed', reason: 'refused_by_network' }))
    await recorded(store, other.account.id, at(2, { state: 'pending', network: 'AIRTEL' }))
    await recorded(store, account.id, at(1, { kind: 'collection', currency: 'RWF', state: 'succeeded' }))
    await recorded(store, account.id, at(3))
    const reported = { network: 'MTN', currency: 'UGX', kind: 'payout' } as const
    const moments = (ms: number) => ({
      id: lowestIdAt(nowMs + ms),
      createdAtMs: nowMs + ms,
      updatedAtMs: nowMs + ms + 40,
    })
    const wanted = [
      { ...reported, ...moments(2), network: 'AIRTEL', state: 'pending' },
      { ...reported, ...moments(1), kind: 'collection', currency: 'RWF', state: 'succeeded' },
      { ...reported, ...moments(0), state: 'failed' },
    ]
    const time = { fromMs: nowMs, toMs: nowMs + 3 }
    equal(await store.figures.latest({ ...time, limit: 9 }), wanted, 'the payments of a time')
    equal(await store.figures.latest({ ...time, limit: 2 }), wanted.slice(0, 2), 'the latest two of them')
  },

  async '207.8 an account’s ended payments are added up by the hour of their end, however many were added up before'(
    store,
  ) {
    const [{ account }, other] = [await fundedAccount(store), await fundedAccount(store)]
    const sums = async (from = 0, to = 9) =>
      hourTexts((await store.figures.hoursOfAccount({ accountId: account.id, ...hours(from, to) })).sums)
    equal(await sums(), [], 'the sums at first')
    const end = endingIn(store)
    await recorded(store, account.id, { createdAtMs: hourAt(1) })
    await end(account.id, hourAt(1), { amountMinor: 9_007_199_254_740_993n, feeMinor: 7n })
    await end(account.id, hourAt(2) - 1, { state: 'failed', reason: 'refused_by_network', feeMinor: 9n })
    await end(account.id, hourAt(2), { kind: 'refund', amountMinor: 5n, feeMinor: 1n, feeBackMinor: 3n })
    await end(account.id, hourAt(2), { kind: 'collection', network: 'AIRTEL', currency: 'RWF', amountMinor: 4n })
    await end(other.account.id, hourAt(1), { amountMinor: 50n })
    const first = '1 payout MTN UGX: 1 1 9007199254740993 7'
    const second = ['2 collection AIRTEL RWF: 1 0 4 0', '2 refund MTN UGX: 1 0 5 -2']
    equal(await sums(), [first, ...second], 'the sums')
    await gatherAll(store.figures)
    equal(await sums(), [first, ...second], 'the same once they are added up')
    await end(account.id, hourAt(1), { amountMinor: 1n })
    const now = '1 payout MTN UGX: 2 1 9007199254740994 7'
    equal(await sums(), [now, ...second], 'with one beside')
    await gatherAll(store.figures)
    await gatherAll(store.figures)
    equal(await sums(), [now, ...second], 'with that added up')
    equal(await sums(1, 2), [now], 'the sums of an hour')
    equal(await sums(2), second, 'the sums from an hour on')
    const { isWhole } = await store.figures.hoursOfAccount({ accountId: account.id, ...hours(0, 9) })
    equal(isWhole, true, 'whether every payment counts')
  },

  async '207.9 ended payments of all accounts are added up by channel, hour and duration, however many were added up before'(
    store,
  ) {
    const [{ account }, other] = [await fundedAccount(store), await fundedAccount(store)]
    const sums = async (from = 0, to = 9) => {
      const found = await store.figures.hoursOfChannels(hours(from, to))
      equal(found.isWhole, true, 'whether every payment counts')
      return hourTexts(found.sums, ({ withinMs }) => ` ${withinMs}`)
    }
    equal(await sums(), [], 'the sums at first')
    const end = endingIn(store)
    const endAfter = (ms: number, given: Partial<Transaction> = {}, accountId = account.id) =>
      end(accountId, hourAt(3), { createdAtMs: hourAt(3) - ms, amountMinor: 1n, ...given })
    await endAfter(1_000)
    await endAfter(1_001)
    await endAfter(1_500, { kind: 'refund', feeMinor: 2n, feeBackMinor: 1n }, other.account.id)
    await endAfter(40 * 24 * 3_600_000, { state: 'failed', reason: 'refused_by_network' })
    const wanted = [
      '3 payout MTN UGX: 0 1 0 0 2592000000',
      '3 payout MTN UGX: 1 0 1 0 1000',
      '3 payout MTN UGX: 2 0 2 1 2000',
    ]
    equal(await sums(), wanted, 'the sums')
    await gatherAll(store.figures)
    equal(await sums(), wanted, 'the same once they are added up')
    await endAfter(900, {}, other.account.id)
    const now = wanted.with(1, '3 payout MTN UGX: 2 0 2 0 1000')
    equal(await sums(), now, 'with one beside')
    await gatherAll(store.figures)
    equal(await sums(3, 4), now, 'with that added up')
    equal(await sums(4), [], 'the sums from a later hour on')
  },
}

/** The promises of every store of figures: chapter 207 of the rulebook. `open` makes an empty store for each check. */
export function figures(open: () => FigureStore | Promise<FigureStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
