import { ContainerModule } from 'inversify'
import { webhookDeps } from '../../adapters/http/webhooks/useCases.ts'
import { addressFinder } from '../../adapters/providers/transport/names/findAddresses.ts'
import { deliverer } from '../../adapters/webhooks/delivery/deliverer.ts'
import { poster } from '../../adapters/webhooks/post.ts'
import { secretsOf } from '../../adapters/webhooks/sign.ts'
import { webhookTools } from '../../adapters/webhooks/tools.ts'
import { attemptsKeptMs } from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** Webhooks, where they are configured. */
export function webhooksModule({ webhooks: given, metrics, spans, phoneNumberDays }: ContainerParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    if (!given) {
      bind(t.webhookTools).toConstantValue(undefined)
      bind(t.webhookDeps).toConstantValue(undefined)
      bind(t.deliverer).toConstantValue(undefined)
      return
    }
    const { keys, rules } = given
    bind(t.secretOf).toResolvedValue(() => secretsOf(keys()))
    bind(t.poster).toResolvedValue(() => poster({ ...rules, find: addressFinder() }))
    bind(t.webhookTools).toResolvedValue(
      ...madeFrom(['clock', 'ids', 'poster', 'secretOf'], ({ poster: { post }, ...held }) =>
        webhookTools({ ...held, post, rules }),
      ),
    )
    bind(t.webhookDeps).toResolvedValue(
      ...madeFrom(
        ['store', 'books', 'clock', 'ids', 'secrets', 'webhookTools'],
        ({ store: { accounts, webhooks }, webhookTools: tools, ...ports }) =>
          tools && webhookDeps({ accounts, webhooks, ...ports }, tools),
      ),
    )
    bind(t.deliverer).toResolvedValue(
      ...madeFrom(
        ['store', 'books', 'clock', 'ids', 'poster', 'secretOf', 'eventNotifications', 'log'],
        ({ store: { webhooks }, poster: { post }, ids, eventNotifications, log, ...held }) =>
          deliverer({
            ...held,
            webhooks: metrics?.withDeliveries(webhooks) ?? webhooks,
            post: spans?.withPosts(post) ?? post,
            by: ids.random(),
            attemptsKeptMs: Math.min(attemptsKeptMs, (phoneNumberDays ?? Number.POSITIVE_INFINITY) * dayMs),
            awaitEvent: eventNotifications.next,
            random: Math.random,
            onBreakage: (err) => log.error({ err }, 'webhooks'),
          }),
      ),
    )
  })
}

const dayMs = 86_400_000
