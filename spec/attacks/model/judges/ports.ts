import { type AccountRepo, type FollowUpPorts, noRiskLimits, type PaymentPorts } from '../../../../core/sente.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import type { Actor } from '../acts/actor.ts'
import type { World } from '../world/world.ts'
import { judgedBooks } from './books.ts'
import { judgedProvider, type Known } from './provider.ts'

/** The ports of one actor: each step waits for its turn, then the model takes it too and compares. */
export function judgedPorts(world: World, actor: Actor): PaymentPorts & FollowUpPorts {
  const known: Known = { reports: new Map(), claims: new WeakMap() }
  const providers = new Map(
    Object.keys(world.networks).map((network) => [network, judgedProvider(world, actor, { network, ...known })]),
  )
  return {
    accounts: judgedAccounts(world, actor),
    books: judgedBooks(world, actor, known),
    clock: world.clock.ofRun(actor.run.name),
    ids: world.ids,
    secrets: testSecrets,
    market: world.market,
    riskLimits: noRiskLimits,
    providerFor(_currency, name) {
      const provider = providers.get(name)
      if (!provider) throw new Error(`no network ${name}`)
      return provider
    },
    atOnce: 8,
  }
}

function judgedAccounts({ store, turns, model, clock }: World, actor: Actor): AccountRepo {
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
