import { type AccountRepo, type FollowUpPorts, noRiskLimits, type PaymentPorts } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import type { Actor } from '../acts/actor.ts'
import type { Stage } from '../stage/stage.ts'
import { judgedBooks } from './books.ts'
import { judgedProvider, type Known } from './provider.ts'

/** The ports of one actor: each step waits for its turn, then the model takes it too and compares. */
export function judgedPorts(stage: Stage, actor: Actor): PaymentPorts & FollowUpPorts {
  const known: Known = { reports: new Map(), claims: new WeakMap() }
  const providers = new Map(
    Object.keys(stage.networks).map((network) => [network, judgedProvider(stage, actor, { network, ...known })]),
  )
  return {
    accounts: judgedAccounts(stage, actor),
    books: judgedBooks(stage, actor, known),
    clock: stage.clock.ofRun(actor.run.name),
    ids: stage.ids,
    secrets: testSecrets,
    market: stage.market,
    riskLimits: noRiskLimits,
    providerFor(_currency, name) {
      const provider = providers.get(name)
      if (!provider) throw new Error(`no network ${name}`)
      return provider
    },
    atOnce: 8,
  }
}

function judgedAccounts({ store, turns, model, clock }: Stage, actor: Actor): AccountRepo {
  return {
    ...store.accounts,
    bySecretKey: (digest) =>
      turns.take(actor, 'reads the account', async () => {
        const { order } = actor
        if (order) order.expected = model.judge(order.request, clock.ofRun(actor.run.name).nowMs())
        return store.accounts.bySecretKey(digest)
      }),
  }
}
