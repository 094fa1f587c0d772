import { keyScopes } from '../../../core/sente.ts'
import { all, type Schema, text, textOrNull, time } from './schema.ts'

/** What all answers about a key have in common. */
export const keyProperties = {
  key_id: text('Names the key; the operator revokes and rotates it by this.'),
  name: textOrNull('What the operator calls it; null for the keys that the account began with.'),
  scopes: {
    type: 'array',
    items: { enum: keyScopes },
    description: 'What a secret key may be used for; a public key has none.',
  },
  addresses: {
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The addresses and subnets that it may be used from; null for all.',
  },
  created_at: time('When it was made.'),
  expires_at: textOrNull('From when on it is as unknown; null for never.'),
} satisfies Record<string, Schema>

/** The schema of a key that expires, as an event tells of it. */
export const expiringKeySchema = all('ExpiringKey', 'A secret key that expires soon, and what it may be used for.', {
  ...keyProperties,
})

/** An example of it. */
export const expiringKeyExample = {
  key_id: '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
  name: 'wages',
  scopes: ['read', 'pay'],
  addresses: ['203.0.113.7'],
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: '2027-01-01T00:00:00.000Z',
}
