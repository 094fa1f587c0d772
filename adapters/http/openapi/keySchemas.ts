import { keyScopes } from '../../../core/sente.ts'
import { all, type Schema, text, textOrNull, time } from './schema.ts'

/** The fields of every answer about a key. */
export const keyProperties = {
  key_id: text('The id of the key. The operator needs it to revoke or rotate the key.'),
  name: textOrNull('The operator’s name for it; null for the first keys of the account.'),
  scopes: {
    type: 'array',
    items: { type: 'string', enum: keyScopes },
    description: 'The scopes of a secret key; a public key has none.',
  },
  addresses: {
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The addresses and subnets that may use it; null for all.',
  },
  created_at: time('The time when it was made.'),
  expires_at: textOrNull('From this time on it is refused like an unknown key; null for never.'),
} satisfies Record<string, Schema>

/** The schema of a key that expires, in the data of an event. */
export const expiringKeySchema = all('ExpiringKey', 'A secret key that expires soon, with its scopes.', {
  ...keyProperties,
})

/** An example of an expiring key. */
export const expiringKeyExample = {
  key_id: '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
  name: 'wages',
  scopes: ['read', 'pay'],
  addresses: ['203.0.113.7'],
  created_at: '2026-03-04T05:06:07.000Z',
  expires_at: '2027-01-01T00:00:00.000Z',
}
