import { ContainerModule } from 'inversify'
import { eventData } from '../../adapters/http/lookUps/eventData.ts'
import { deliverer } from '../../adapters/webhooks/deliverer.ts'
import { poster } from '../../adapters/webhooks/post.ts'
import { secretsOf, shownSecret, trying } from '../../adapters/webhooks/sign.ts'
import { problemOfUrl } from '../../adapters/webhooks/urls.ts'
import {
  addEndpoint,
  changeEndpoint,
  findEndpoint,
  listAttempts,
  listEndpoints,
  redeliverEvent,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../core/sente.ts'
import { tokens as t } from '../tokens.ts'
import type { Wiring } from '../wiring.ts'

/** Webhooks, where they are configured. */
export function webhooksModule({ webhooks: given }: Wiring): ContainerModule {
  return new ContainerModule(({ bind }) => {
    if (!given) {
      bind(t.webhookDeps).toConstantValue(undefined)
      bind(t.deliverer).toConstantValue(undefined)
      return
    }
    const { key, rules } = given
    const secretOf = secretsOf(key)
    bind(t.poster).toResolvedValue(() => poster(rules))
    bind(t.webhookDeps).toResolvedValue(
      ({ webhooks }, books, clock, ids, { post }) => {
        const ports = { webhooks, books, clock, ids }
        return {
          addEndpoint: addEndpoint(ports),
          listEndpoints: listEndpoints(ports),
          findEndpoint: findEndpoint(ports),
          changeEndpoint: changeEndpoint(ports),
          rotateEndpointSecret: rotateEndpointSecret(ports),
          removeEndpoint: removeEndpoint(ports),
          listAttempts: listAttempts(ports),
          redeliverEvent: redeliverEvent(ports),
          problemOf: (url) => problemOfUrl(url, rules),
          secretOf: ({ id, generation }) => shownSecret(secretOf(id, generation)),
          tryOut: trying({ post, secretOf, clock, ids }),
        }
      },
      [t.store, t.books, t.clock, t.ids, t.poster],
    )
    bind(t.deliverer).toResolvedValue(
      ({ webhooks }, books, clock, ids, { post }, bell, log) =>
        deliverer({
          ...{ webhooks, books, clock, post, secretOf },
          by: ids.random(),
          render: eventData,
          awaitEvent: bell.awaitRing,
          random: Math.random,
          onBreakage: (err) => log.error({ err }, 'webhooks'),
        }),
      [t.store, t.books, t.clock, t.ids, t.poster, t.eventBell, t.log],
    )
  })
}
