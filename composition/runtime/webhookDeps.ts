import type { WebhookDeps } from '../../adapters/http/endpoint.ts'
import type { ReachRules } from '../../adapters/webhooks/addresses.ts'
import type { Post, Posted } from '../../adapters/webhooks/post.ts'
import { type SecretOf, shownSecret, signedEvent, trying } from '../../adapters/webhooks/sign.ts'
import { readUrl } from '../../adapters/webhooks/urls.ts'
import {
  addEndpoint,
  type Books,
  changeEndpoint,
  type EndpointPorts,
  type EventRows,
  findEndpoint,
  listAttempts,
  listEndpoints,
  redeliverEvent,
  removeEndpoint,
  rotateEndpointSecret,
  type WebhookEndpoint,
} from '../../core/sente.ts'

/** What requests about endpoints need beyond a store. */
export type WebhookTools = Pick<WebhookDeps, 'readUrl' | 'secretOf'> & {
  /** Sends an endpoint a message to try it. */
  readonly tryOut: (endpoint: WebhookEndpoint) => Promise<Posted>
  /** The secret that signs what is forwarded of an account, always the same one. */
  readonly forwardSecretOf: (accountId: string) => string
  /** Posts an event to a URL, as it would be sent to an endpoint. */
  readonly forward: (url: string, rows: EventRows) => Promise<Posted>
}

/** How endpoints are reached, and how messages to them are signed. */
type WebhookSending = Pick<EndpointPorts, 'clock' | 'ids'> & {
  readonly post: Post
  readonly rules: ReachRules
  readonly secretOf: SecretOf
}

/** Makes the tools. */
export function webhookTools({ post, rules, secretOf, clock, ids }: WebhookSending): WebhookTools {
  // No endpoint's id is like this.
  const signerFor = (accountId: string) => ({ id: `forward ${accountId}`, generation: 1, rotatedAtMs: null })
  return {
    forwardSecretOf: (accountId) => shownSecret(secretOf(signerFor(accountId).id, 1)),
    forward(url, rows) {
      const signer = signerFor(rows.event.accountId)
      return post(url, signedEvent(rows, { signer, atMs: clock.nowMs(), secretOf }))
    },
    readUrl: (url) => readUrl(url, rules),
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
