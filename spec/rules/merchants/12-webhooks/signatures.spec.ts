import { expect } from 'chai'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { oldSecretMs } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { closeAll, openDeliveries, shownTo, until } from './openDeliveries.ts'
import { openReceiver, type Received } from './receiver.ts'

/** The libraries that merchants use; both refuse what is older than five minutes, by the clock of this machine. */
const libraries = { standardwebhooks: StandardWebhook, svix: SvixWebhook }

/** A delivery of now, and the secret of its endpoint. */
async function openDelivered(rotatedAgoMs?: number) {
  const receiver = await openReceiver()
  const { endpoint, node, fund, clock } = await openDeliveries()
  clock.forwardMs(Date.now() - clock.nowMs())
  const rotation = rotatedAgoMs === undefined ? {} : { generation: 2, rotatedAtMs: clock.nowMs() - rotatedAgoMs }
  const hook = await endpoint(receiver.url, rotation)
  await fund()
  await node().claim()
  await until(() => receiver.received.length === 1)
  const [received] = receiver.received as [Received]
  return { received, hook }
}

const verifies = (library: keyof typeof libraries, secret: string, { body, headers }: Received): boolean => {
  try {
    new libraries[library](secret).verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}

describe('12 Webhooks: signatures', () => {
  afterEach(closeAll)

  rule(
    '12.29',
    'the libraries of Standard Webhooks accept a delivery, and refuse it when any byte of it is altered',
    Object.fromEntries(
      (['standardwebhooks', 'svix'] as const).map((library) => [
        library,
        async () => {
          const { received, hook } = await openDelivered()
          const secret = shownTo(hook)
          expect(verifies(library, secret, received)).to.equal(true)
          expect(verifies(library, shownTo(hook, 2), received)).to.equal(false)
          const { body, headers } = received
          for (let at = 0; at < body.length; at += 1) {
            const altered = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`
            expect(verifies(library, secret, { ...received, body: altered }), altered).to.equal(false)
          }
          for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
            const value = headers[name] ?? ''
            for (let at = 0; at < value.length; at += 1) {
              // The last letters of a signature in base64 hold bits that mean nothing.
              if (name === 'webhook-signature' && at >= value.length - 2) continue
              const other = /\d/.test(value[at] ?? '') ? (value[at] === '1' ? '2' : '1') : value[at] === 'A' ? 'B' : 'A'
              const altered = `${value.slice(0, at)}${other}${value.slice(at + 1)}`
              const forged = { ...received, headers: { ...headers, [name]: altered } }
              expect(verifies(library, secret, forged), `${name}: ${altered}`).to.equal(false)
            }
          }
        },
      ]),
    ),
  )

  rule('12.30', 'for a day after a rotation the old secret signs too', {
    'within the day': async () => {
      const { received, hook } = await openDelivered(oldSecretMs - 60_000)
      for (const generation of [1, 2])
        expect(verifies('standardwebhooks', shownTo(hook, generation), received)).to.equal(true)
    },
    'after it': async () => {
      const { received, hook } = await openDelivered(oldSecretMs)
      expect(verifies('standardwebhooks', shownTo(hook, 1), received)).to.equal(false)
      expect(verifies('standardwebhooks', shownTo(hook, 2), received)).to.equal(true)
    },
  })
})
