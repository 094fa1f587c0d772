import { isRefusal } from '../../../core/sente.ts'
import { keyData } from '../../formats/key.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { expiringKeyExample, keyProperties } from '../openapi/keySchemas.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, textOrNull } from '../openapi/schema.ts'

const keysSchema = all('Keys', 'The keys of the account.', {
  keys: {
    type: 'array',
    description: 'All keys of the account, including expired and revoked ones, oldest first.',
    items: all('Key', 'A key of the account, without its secret.', {
      ...keyProperties,
      kind: {
        type: 'string',
        enum: ['secret', 'public'],
        description: 'Whether it is sent as a Bearer token or as `apikey`.',
      },
      state: {
        type: 'string',
        enum: ['active', 'expired', 'revoked'],
        description: 'Whether it can be used. An expired or revoked key is refused like an unknown one.',
      },
      prefix: textOrNull('Its first characters, too few to guess the rest; null if they were not kept.'),
      last_used_at: textOrNull('The hour of its last use, or the one before; null if it was never used.'),
    }),
  },
})

const example = {
  ...expiringKeyExample,
  kind: 'secret',
  state: 'active',
  prefix: 'sente_sk_0a1b2c',
  last_used_at: '2026-03-05T08:00:00.000Z',
}

/** The keys of the caller's account, and the scope of each. */
export const keys: Endpoint = {
  path: '/api/v1/keys',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'listKeys',
    tag: 'Look-ups',
    summary: 'List the keys',
    description: 'The keys of the account, each with its scopes, allowed addresses, expiry and last use.',
    answers: {
      200: {
        description: 'The keys of the account.',
        content: jsonSuccess('Keys found', keysSchema, { keys: [example] }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted'],
  },
  handler: ({ listKeys, ...deps }) =>
    lookUpHandler(deps, async (caller) => {
      const found = await listKeys({ caller })
      if (isRefusal(found)) return found
      return { status: 200, message: 'Keys found', data: { keys: found.keys.map(keyData) } }
    }),
}
