import type { Clock, EndpointTools, EventRows, Ids, WebhookEndpoint } from '../../core/sente.ts'
import type { ReachRules } from './addresses.ts'
import type { Post, Posted } from './post.ts'
import { type SecretOf, shownSecret, signedEvent, trying } from './sign.ts'
import { readUrl } from './urls.ts'

/** The functions for requests and commands about endpoints, beyond a store. */
export type WebhookTools = Omit<EndpointTools, 'tryOut'> & {
  /** Sends an endpoint a test message. */
  readonly tryOut: (endpoint: WebhookEndpoint) => Promise<Posted>
  /** The secret that signs the forwarded events of an account. It never changes. */
  readonly forwardSecretOf: (accountId: string) => string
  /** Posts an event to a URL in the form that an endpoint receives. */
  readonly forward: (url: string, rows: EventRows) => Promise<Posted>
}

/** The dependencies for reaching endpoints and signing messages to them. */
type WebhookSending = {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'ordered'>
  readonly post: Post
  readonly rules: ReachRules
  readonly secretOf: SecretOf
}

/** Makes the tools. */
export function webhookTools({ post, rules, secretOf, clock, ids }: WebhookSending): WebhookTools {
  // No endpoint has an id of this form.
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
