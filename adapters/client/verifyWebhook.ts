import type { WebhookMessage } from './apiTypes.ts'

/** The reason why a message must not be trusted. */
export type WebhookRefused = { readonly refused: 'unsigned' | 'wrong_time' | 'wrong_signature' | 'unreadable' }

/** The parts of a message that are checked. */
export type WebhookGiven = {
  /** The original body, before it is parsed. */
  readonly body: string | Uint8Array
  /** The headers of the request, with names in lower case unless it is a `Headers`. */
  readonly headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The secret of the endpoint, `whsec_…`; two while it is being replaced. */
  readonly secrets: readonly string[]
  /** The time, in milliseconds since the Unix epoch; the present by default. */
  readonly nowMs?: number
}

/** How far the time of a message may be from the present, in seconds. */
const toleranceSeconds = 300

/** Verifies a message by Standard Webhooks 1.0. Returns it if one of the secrets has signed it within five minutes. */
export async function verifyWebhook({
  body,
  headers,
  secrets,
  nowMs = Date.now(),
}: WebhookGiven): Promise<WebhookMessage | WebhookRefused> {
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  )
  if (!id || !time || !signatures) return { refused: 'unsigned' }
  if (!/^[0-9]{1,12}$/.test(time) || Math.abs(nowMs / 1_000 - Number(time)) > toleranceSeconds)
    return { refused: 'wrong_time' }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), bytes)
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const signature of signaturesIn(signatures)) {
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return messageIn(bytes)
    }
  }
  return { refused: 'wrong_signature' }
}

function headerIn(headers: WebhookGiven['headers'], name: string): string | undefined {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}

/** Signatures of version 1, the only version. */
function signaturesIn(text: string): Uint8Array<ArrayBuffer>[] {
  return text.split(' ').flatMap((one) => (one.startsWith('v1,') ? (decoded(one.slice(3)) ?? []) : []))
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>

async function keyOf(secret: string): Promise<Key> {
  const bytes = decoded(secret.replace(/^whsec_/, ''))
  if (!bytes) throw new TypeError('a webhook secret must be whsec_ followed by base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}

function messageIn(bytes: Uint8Array): WebhookMessage | WebhookRefused {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return { refused: 'unreadable' }
  }
}
