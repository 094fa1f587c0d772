import { createHmac } from 'node:crypto'
import { type Clock, type EventRows, type Ids, oldSecretMs, type WebhookEndpoint } from '../../core/sente.ts'
import { eventData } from '../formats/event.ts'
import { utc } from '../formats/moment.ts'
import type { Message, Post, Posted } from './post.ts'

/**
 * Derives the secrets of an endpoint's generation, so that no database holds one: the one that is shown, and while the key
 * is being changed the one that was shown before. Both sign.
 */
export type SecretOf = (endpointId: string, generation: number) => readonly [shown: Buffer, ...before: Buffer[]]

/** The keys that secrets are made from. */
export type WebhookKeys = { readonly current: string; readonly previous?: string }

/** Makes secrets of keys. */
export function secretsOf({ current, previous }: WebhookKeys): SecretOf {
  return (endpointId, generation) => {
    const made = (key: string) => createHmac('sha256', key).update(`${endpointId} ${generation}`).digest()
    return previous === undefined ? [made(current)] : [made(current), made(previous)]
  }
}

/** A secret as it is shown to its owner: Standard Webhooks writes it in base64. */
export function shownSecret([shown]: ReturnType<SecretOf>): string {
  return `whsec_${shown.toString('base64')}`
}

/** What is sent, and when. */
type Signed = { readonly id: string; readonly atMs: number; readonly body: Buffer }

/**
 * The headers of a message by Standard Webhooks 1.0, with a signature by each of the endpoint's secrets and, for a day after
 * a rotation, by those before.
 */
function signedHeaders(
  { id: endpointId, generation, rotatedAtMs }: Pick<WebhookEndpoint, 'id' | 'generation' | 'rotatedAtMs'>,
  { id, atMs, body }: Signed,
  secretOf: SecretOf,
): Record<string, string> {
  const timestamp = `${Math.floor(atMs / 1_000)}`
  const isNew = rotatedAtMs !== null && Math.abs(atMs - rotatedAtMs) < oldSecretMs
  const generations = isNew ? [generation, generation - 1] : [generation]
  const secrets = generations.flatMap((each) => secretOf(endpointId, each))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body)
    return `v1,${mac.digest('base64')}`
  })
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'sente',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Whose secret signs a message, and when it is sent. */
type Signing = {
  readonly signer: Pick<WebhookEndpoint, 'id' | 'generation' | 'rotatedAtMs'>
  readonly atMs: number
  readonly secretOf: SecretOf
}

/** The message about an event, signed. */
export function signedEvent(rows: EventRows, { signer, atMs, secretOf }: Signing): Message {
  const { event_id, type, at, sequence, data } = eventData(rows)
  const body = Buffer.from(JSON.stringify({ type, timestamp: at, sequence, data }))
  return { headers: signedHeaders(signer, { id: event_id, atMs, body }, secretOf), body }
}

type TryingDeps = {
  readonly post: Post
  readonly secretOf: SecretOf
  readonly clock: Clock
  readonly ids: Pick<Ids, 'ordered'>
}

/** Makes the function that sends an endpoint a message to try it, which is no event and is not sent again. */
export function trying({ post, secretOf, clock, ids }: TryingDeps): (endpoint: WebhookEndpoint) => Promise<Posted> {
  return (endpoint) => {
    const atMs = clock.nowMs()
    const data = { endpoint_id: endpoint.id }
    const message = { type: 'webhook.test', timestamp: utc(atMs), sequence: null, data }
    const body = Buffer.from(JSON.stringify(message))
    return post(endpoint.url, { headers: signedHeaders(endpoint, { id: ids.ordered(), atMs, body }, secretOf), body })
  }
}
