import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { systemClock, uuids } from '../../../../adapters/node/node.ts'
import type { Message } from '../../../../adapters/webhooks/post.ts'
import { secretsOf, shownSecret, trying } from '../../../../adapters/webhooks/sign.ts'
import type { WebhookEndpoint } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'

const keys = { old: 'b81d64f2c07a3e959d26e4f0183ca57b', new: '5d1fa8c3720be9644f96d2107ab3c85e' }
const [oldSecrets, newSecrets] = [secretsOf({ current: keys.old }), secretsOf({ current: keys.new })]

/** Whether a message to an endpoint verifies by a secret, sent by a server with these keys. */
async function isVerified(given: { secret: string; generation: number }, by: Parameters<typeof secretsOf>[0]) {
  const sent: Message[] = []
  const post = async (_url: string, message: Message) => {
    sent.push(message)
    return { status: 200, durationMs: 1 } as never
  }
  const rotatedAtMs = given.generation === 1 ? null : systemClock.nowMs()
  const endpoint = { id: 'endpoint-1', url: 'https://duka.example', generation: given.generation, rotatedAtMs }
  await trying({ post, secretOf: secretsOf(by), clock: systemClock, ids: uuids })(endpoint as WebhookEndpoint)
  const [{ body, headers }] = sent as [Message]
  try {
    new Webhook(given.secret).verify(body.toString(), { ...headers })
    return true
  } catch {
    return false
  }
}

/** The secrets that a merchant may have, and the generation of the endpoint. */
const held = {
  'the old key’s': { secret: shownSecret(oldSecrets('endpoint-1', 1)), generation: 1 },
  'the old key’s, for a day after it was rotated': { secret: shownSecret(oldSecrets('endpoint-1', 1)), generation: 2 },
  'the new key’s': { secret: shownSecret(newSecrets('endpoint-1', 2)), generation: 2 },
}

const servers = {
  'new before old': { current: keys.old, previous: keys.new },
  'old before new': { current: keys.new, previous: keys.old },
  'new alone': { current: keys.new },
}

describe('122 Running as a service: changing the webhook key', () => {
  rule(
    '122.8',
    'while two webhook keys are set, messages are signed by the secrets of both, and the secret of the first is shown',
    {
      verifies: table(
        ['keys', 'secret', 'verifies'],
        [
          ['new before old', 'the old key’s', true],
          ['new before old', 'the new key’s', true],
          ['old before new', 'the old key’s', true],
          ['old before new', 'the old key’s, for a day after it was rotated', true],
          ['old before new', 'the new key’s', true],
          ['new alone', 'the old key’s', false],
          ['new alone', 'the new key’s', true],
        ],
        async (server, secret, verifies) => {
          expect(await isVerified(held[secret as keyof typeof held], servers[server as keyof typeof servers])).to.equal(
            verifies,
          )
        },
      ),
      shown: () => {
        const shown = shownSecret(secretsOf(servers['old before new'])('endpoint-1', 2))
        expect(shown).to.equal(held['the new key’s'].secret)
      },
    },
  )
})
