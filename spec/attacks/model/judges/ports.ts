import {
  type AccountRepo,
  type BatchPorts,
  type FollowUpPorts,
  noRiskLimits,
  type PayingPorts,
  type PaymentPorts,
} from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import type { Actor, Order } from '../acts/actor.ts'
import type { Stage } from '../stage/stage.ts'
import { feesUnder } from '../stage/tariffs.ts'
import { judgedBatches } from './batches.ts'
import { judgedBooks } from './books.ts'
import { mostByOne } from './modelBatches.ts'
import { judgedProvider, type Known } from './provider.ts'

/** The ports of one actor: each step waits for its turn, then the model takes it too and compares. */
export function judgedPorts(
  stage: Stage,
  actor: Actor,
): PaymentPorts & FollowUpPorts & Pick<PayingPorts & BatchPorts, 'batches' | 'fourEyes'> {
  const known: Known = { reports: new Map(), claims: new WeakMap() }
  const providers = new Map(
    Object.keys(stage.networks).map((network) => [network, judgedProvider(stage, actor, { network, ...known })]),
  )
  return {
    accounts: judgedAccounts(stage, actor),
    books: judgedBooks(stage, actor, known),
    batches: judgedBatches(stage, actor),
    fees: feesUnder(stage.tariffs, actor.run.config, stage.accountIds),
    clock: stage.clock.ofRun(actor.run.name),
    ids: stage.ids,
    secrets: testSecrets,
    market: stage.market,
    riskLimits: noRiskLimits,
    fourEyes: { kinds: new Set(['batches']), amountsMinor: new Map([['UGX', BigInt(mostByOne)]]) },
    providerFor(_currency, name) {
      const provider = providers.get(name)
      if (!provider) throw new Error(`no network ${name}`)
      return provider
    },
    atOnce: 8,
  }
}

function judgedAccounts({ store, turns, model, clock }: Stage, actor: Actor): AccountRepo {
  /** Judges a caller by the account as it was read. */
  function judgeCaller(nowMs: number): void {
    const { order, batching } = actor
    if (batching) batching.expected = model.batches.judgeCaller(batching.request, batching.seen, nowMs)
    if (order) order.expected = model.judge(order.request, nowMs, order.seen)
  }

  /** Judges who comes through a link, of an account that may have been closed. */
  function judgeLinked({ request, seen, isFound }: Order): string {
    if (seen?.rights.closed) return isFound ? 'account_not_found' : 'link_not_found'
    return model.judgeKnown(request, clock.ofRun(actor.run.name).nowMs(), seen)
  }

  return {
    ...store.accounts,
    bySecretKey: (digest) =>
      turns.take(actor, 'reads the account', async () => {
        const { order, batching } = actor
        if (batching) batching.seen = model.batches.seenBy(batching.request)
        if (order) order.seen = model.seenBy(order.request)
        judgeCaller(clock.ofRun(actor.run.name).nowMs())
        return store.accounts.bySecretKey(digest)
      }),
    // Whether a key has expired is asked for after the account was read.
    nowMs(callersMs) {
      judgeCaller(callersMs)
      return store.accounts.nowMs(callersMs)
    },
    byId: (id) =>
      turns.take(actor, `reads account ${id}`, () => {
        const { order } = actor
        if (order?.request.link !== undefined) {
          order.seen = model.seenBy(order.request)
          order.expected = judgeLinked(order)
        }
        return store.accounts.byId(id)
      }),
  }
}
