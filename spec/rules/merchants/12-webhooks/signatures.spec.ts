import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { oldSecretMs } from '../../../../core/sente.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { openDeliveries, shownTo } from './openDeliveries.ts'
import { openReceiver, type Received } from './receiver.ts'

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

/** Whether the merchants' library accepts it; it refuses messages older than five minutes by this clock. */
const verifies = (secret: string, { body, headers }: Received): boolean => {
  try {
    new Webhook(secret).verify(body, { ...headers })
    return true
  } catch {
    return false
  }
}

describe('12 Webhooks: signatures', () => {
  rule(
    '12.29',
    'the libraries of Standard Webhooks accept a delivery, and refuse it when any byte of it is altered',
    async () => {
      const { received, hook } = await openDelivered()
      const secret = shownTo(hook)
      expect(verifies(secret, received)).to.equal(true)
      expect(verifies(shownTo(hook, 2), received)).to.equal(false)
      const { body, headers } = received
      for (let at = 0; at < body.length; at += 1) {
        const altered = `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`
        expect(verifies(secret, { ...received, body: altered }), altered).to.equal(false)
      }
      for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
        const value = headers[name] ?? ''
        for (let at = 0; at < value.length; at += 1) {
          // The last letters of a signature in base64 hold bits that mean nothing.
          if (name === 'webhook-signature' && at >= value.length - 2) continue
          const other = /\d/.test(value[at] ?? '') ? (value[at] === '1' ? '2' : '1') : value[at] === 'A' ? 'B' : 'A'
          const altered = `${value.slice(0, at)}${other}${value.slice(at + 1)}`
          const forged = { ...received, headers: { ...headers, [name]: altered } }
          expect(verifies(secret, forged), `${name}: ${altered}`).to.equal(false)
        }
      }
    },
  )

  rule('12.30', 'for a day after a rotation the old secret signs, too', {
    'within the day': async () => {
      const { received, hook } = await openDelivered(oldSecretMs - 60_000)
      for (const generation of [1, 2]) expect(verifies(shownTo(hook, generation), received)).to.equal(true)
    },
    'after it': async () => {
      const { received, hook } = await openDelivered(oldSecretMs)
      expect(verifies(shownTo(hook, 1), received)).to.equal(false)
      expect(verifies(shownTo(hook, 2), received)).to.equal(true)
    },
  })
})
