import { ContainerModule } from 'inversify'
import { addressFinder } from '../../adapters/dns/findAddresses.ts'
import { deliverer } from '../../adapters/webhooks/deliverer.ts'
import { poster } from '../../adapters/webhooks/post.ts'
import { secretsOf } from '../../adapters/webhooks/sign.ts'
import { webhookDeps, webhookTools } from '../runtime/webhookDeps.ts'
import { tokens as t } from '../tokens.ts'
import type { Wiring } from '../wiring.ts'

/** Webhooks, where they are configured. */
export function webhooksModule({ webhooks: given }: Wiring): ContainerModule {
  return new ContainerModule(({ bind }) => {
    if (!given) {
      bind(t.webhookTools).toConstantValue(undefined)
      bind(t.webhookDeps).toConstantValue(undefined)
      bind(t.deliverer).toConstantValue(undefined)
      return
    }
    const { key, rules } = given
    bind(t.secretOf).toResolvedValue(() => secretsOf(key()))
    bind(t.poster).toResolvedValue(() => poster({ ...rules, find: addressFinder() }))
    bind(t.webhookTools).toResolvedValue(
      (clock, ids, { post }, secretOf) => webhookTools({ post, rules, secretOf, clock, ids }),
      [t.clock, t.ids, t.poster, t.secretOf],
    )
    bind(t.webhookDeps).toResolvedValue(
      ({ accounts, webhooks }, books, clock, ids, secrets, tools) =>
        tools && webhookDeps({ accounts, webhooks, books, clock, ids, secrets }, tools),
      [t.store, t.books, t.clock, t.ids, t.secrets, t.webhookTools],
    )
    bind(t.deliverer).toResolvedValue(
      ({ webhooks }, books, clock, ids, { post }, secretOf, bell, log) =>
        deliverer({
          ...{ webhooks, books, clock, post, secretOf },
          by: ids.random(),
          awaitEvent: bell.awaitRing,
          random: Math.random,
          onBreakage: (err) => log.error({ err }, 'webhooks'),
        }),
      [t.store, t.books, t.clock, t.ids, t.poster, t.secretOf, t.eventBell, t.log],
    )
  })
}
