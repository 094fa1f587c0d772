import { isRefusal } from '../../../core/sente.ts'
import { keyData } from '../../formats/key.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { expiringKeyExample, keyProperties } from '../openapi/keySchemas.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, textOrNull } from '../openapi/schema.ts'

const keysSchema = all('Keys', 'The keys of the account.', {
  keys: {
    type: 'array',
    description: 'Each key that the account has had, oldest first.',
    items: all('Key', 'A key of the account, without its secret.', {
      ...keyProperties,
      kind: { enum: ['secret', 'public'], description: 'Whether it is sent as a Bearer token or as `apikey`.' },
      state: {
        enum: ['active', 'expired', 'revoked'],
        description: 'Whether it can be used. A key that has expired or was revoked is as unknown.',
      },
      prefix: textOrNull('Its first characters, too few to guess the rest; null where they were not kept.'),
      last_used_at: textOrNull('The hour in which it was last used, or the one before; null for never.'),
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

/** The keys of the caller's account, and what each may be used for. */
export const keys: Endpoint = {
  path: '/api/v1/keys',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'listKeys',
    tag: 'Look-ups',
    summary: 'List the keys',
    description:
      'The keys of the account: what each may be used for, from where, until when, and when it was last used.',
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
