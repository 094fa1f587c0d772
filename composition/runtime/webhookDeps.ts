import type { WebhookDeps } from '../../adapters/http/endpoint.ts'
import type { Post } from '../../adapters/webhooks/post.ts'
import { type SecretOf, shownSecret, trying } from '../../adapters/webhooks/sign.ts'
import { problemOfUrl, type UrlRules } from '../../adapters/webhooks/urls.ts'
import {
  addEndpoint,
  type Books,
  changeEndpoint,
  type EndpointPorts,
  findEndpoint,
  listAttempts,
  listEndpoints,
  redeliverEvent,
  removeEndpoint,
  rotateEndpointSecret,
} from '../../core/sente.ts'

/** What requests about endpoints need beyond a store. */
export type WebhookTools = Pick<WebhookDeps, 'problemOf' | 'secretOf' | 'tryOut'>

/** How endpoints are reached, and how messages to them are signed. */
export type WebhookSending = Pick<EndpointPorts, 'clock' | 'ids'> & {
  readonly post: Post
  readonly rules: UrlRules
  readonly secretOf: SecretOf
}

/** Makes the tools. */
export function webhookTools({ post, rules, secretOf, clock, ids }: WebhookSending): WebhookTools {
  return {
    problemOf: (url) => problemOfUrl(url, rules),
    secretOf: ({ id, generation }) => shownSecret(secretOf(id, generation)),
    tryOut: trying({ post, secretOf, clock, ids }),
  }
}

/** What merchants can do about their endpoints. */
export function webhookDeps(
  ports: EndpointPorts & { readonly books: Pick<Books, 'events'> },
  tools: WebhookTools,
): WebhookDeps {
  return {
    addEndpoint: addEndpoint(ports),
    listEndpoints: listEndpoints(ports),
    findEndpoint: findEndpoint(ports),
    changeEndpoint: changeEndpoint(ports),
    rotateEndpointSecret: rotateEndpointSecret(ports),
    removeEndpoint: removeEndpoint(ports),
    listAttempts: listAttempts(ports),
    redeliverEvent: redeliverEvent(ports),
    ...tools,
  }
}
