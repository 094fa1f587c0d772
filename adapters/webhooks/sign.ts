import { createHmac } from 'node:crypto'
import { type Clock, type EventRows, type Ids, oldSecretMs, type WebhookEndpoint } from '../../core/sente.ts'
import { eventData } from '../formats/event.ts'
import { utc } from '../formats/moment.ts'
import type { Message, Post, Posted } from './post.ts'

/**
 * Derives the secrets of an endpoint's generation, so that no database holds one: the visible secret, and during a
 * change of the key the one that was visible before. Both sign.
 */
export type SecretOf = (endpointId: string, generation: number) => readonly [shown: Buffer, ...before: Buffer[]]

/** The keys from which secrets are derived. */
export type WebhookKeys = { readonly current: string; readonly previous?: string }

/** Makes a function that derives secrets from keys. */
export function secretsOf({ current, previous }: WebhookKeys): SecretOf {
  return (endpointId, generation) => {
    const made = (key: string) => createHmac('sha256', key).update(`${endpointId} ${generation}`).digest()
    return previous === undefined ? [made(current)] : [made(current), made(previous)]
  }
}

/** A secret in the form that its owner sees: base64, by Standard Webhooks. */
export function shownSecret([shown]: ReturnType<SecretOf>): string {
  return `whsec_${shown.toString('base64')}`
}

/** The signed parts of a message, and its time. */
type Signed = { readonly id: string; readonly atMs: number; readonly body: Buffer }

/**
 * The headers of a message by Standard Webhooks 1.0. They have a signature by each of the endpoint's secrets and, for a
 * day after a rotation, by each previous one.
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

/** The endpoint whose secret signs a message, and the time of sending. */
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

/** Makes the function that sends an endpoint a test message, which is not an event and is not sent again. */
export function trying({ post, secretOf, clock, ids }: TryingDeps): (endpoint: WebhookEndpoint) => Promise<Posted> {
  return (endpoint) => {
    const atMs = clock.nowMs()
    const data = { endpoint_id: endpoint.id }
    const message = { type: 'webhook.test', timestamp: utc(atMs), sequence: null, data }
    const body = Buffer.from(JSON.stringify(message))
    return post(endpoint.url, { headers: signedHeaders(endpoint, { id: ids.ordered(), atMs, body }, secretOf), body })
  }
}
