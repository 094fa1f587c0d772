import type { Clock, EventRows, Ids, WebhookEndpoint } from '../../core/sente.ts'
import type { ReachRules } from './addresses.ts'
import type { Post, Posted } from './post.ts'
import { type SecretOf, shownSecret, signedEvent, trying } from './sign.ts'
import { readUrl } from './urls.ts'

/** What requests about endpoints need beyond a store. */
export type WebhookTools = {
  /** Reads a URL: as it is kept, or what is wrong with it, as it follows the name of the field. */
  readonly readUrl: (url: string) => ReturnType<typeof readUrl>
  /** The secret of an endpoint, as it is shown to its owner. */
  readonly secretOf: (endpoint: WebhookEndpoint) => string
  /** Sends an endpoint a message to try it. */
  readonly tryOut: (endpoint: WebhookEndpoint) => Promise<Posted>
  /** The secret that signs what is forwarded of an account, always the same one. */
  readonly forwardSecretOf: (accountId: string) => string
  /** Posts an event to a URL, as it would be sent to an endpoint. */
  readonly forward: (url: string, rows: EventRows) => Promise<Posted>
}

/** How endpoints are reached, and how messages to them are signed. */
type WebhookSending = {
  readonly clock: Clock
  readonly ids: Pick<Ids, 'ordered'>
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
