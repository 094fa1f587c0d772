import { expect } from 'chai'
import { uuids } from '../../../../adapters/node/node.ts'
import { addressFinder } from '../../../../adapters/providers/transport/names/findAddresses.ts'
import { poster } from '../../../../adapters/webhooks/post.ts'
import { trying } from '../../../../adapters/webhooks/sign.ts'
import {
  type Books,
  createKey,
  eventTypes,
  fundAccount,
  isRefusal,
  tellExpiring,
  withdrawFunds,
} from '../../../../core/sente.ts'
import type { OpenCore } from '../../../fixtures/core.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { loopback, openDeliveries, secretOf } from '../12-webhooks/openDeliveries.ts'
import { openReceiver, type Received } from '../12-webhooks/receiver.ts'
import { apiDescription, escaped } from './oracle/document.ts'
import { closed, validator } from './oracle/validator.ts'

const validate = validator(closed(apiDescription))

/** The parts of a message that differ from the description of its type. */
function undescribed({ body, headers }: Received): string[] {
  const pointer = `#/webhooks/${escaped(JSON.parse(body).type)}/post`
  const named = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return [
    ...validate(`${pointer}/requestBody/content/application~1json/schema`, JSON.parse(body)),
    ...named.flatMap((name, index) => validate(`${pointer}/parameters/${index}/schema`, headers[name])),
  ]
}

/** A message of every type, as received by a merchant's server. */
async function everyMessage(): Promise<readonly Received[]> {
  const receiver = await openReceiver()
  const { endpoint, node, pay, collect, caller, request, network, ports, clock, account } = await openDeliveries()
  const hook = await endpoint(receiver.url, { generation: 2, rotatedAtMs: clock.nowMs() })
  const funding = { by: 'amina', accountId: account.id, currency: 'UGX', amount: 500_000, reference: 'bank-1' }
  await fundAccount(ports)(funding)
  await withdrawFunds(ports)({ ...funding, amount: 1, reference: 'bank-2', because: 'paid back' })
  const key = { name: 'till', scopes: ['collect'] as const, expiresAtMs: ports.clock.nowMs() + 1 }
  await createKey(ports)({ by: 'amina', accountId: account.id, ...key })
  await tellExpiring(ports)({ limit: 1 })
  for (const [nth, behaviour] of (['succeeds', 'declines'] as const).entries()) {
    await pay(behaviour, { reference: `order-${nth}` })
    network.behaves(behaviour)
    const opened = await collect({ caller: await caller(), request: { ...request, reference: `bill-${nth}` } })
    if (isRefusal(opened)) throw new Error(opened.refused)
    await opened.outcome
    await refund(ports.books, opened.transaction.id)
  }
  await complete(ports, account.id)
  const { post } = poster({ find: addressFinder(), allowed: loopback(), plain: true })
  await trying({ post, secretOf, clock, ids: ports.ids })(hook)
  await node().claim()
  await until(() => receiver.received.length > eventTypes.length)
  return receiver.received
}

/** A refund that has ended like its collection, without its money, which is not in an event. */
async function refund({ atomically, transaction }: Books, collectionId: string): Promise<void> {
  const collection = await transaction(collectionId)
  if (!collection) throw new Error('no collection')
  const { accountId: account, currency, reference: paid } = collection
  const [id, reference] = [uuids.ordered(), `refund of ${paid}`]
  await atomically({ account, currency, reference, transaction: id, events: true }, (work) =>
    work.record({ ...collection, kind: 'refund', refundOf: collectionId, id, reference }),
  )
}

/** A batch without lines, for an event. */
async function complete({ batches, books }: OpenCore['ports'], account: string): Promise<void> {
  const times = { createdAtMs: 0, updatedAtMs: 0, quarantines: 0 }
  const one = {
    id: uuids.ordered(),
    accountId: account,
    keyId: '',
    reference: 'salaries',
    digest: '',
    lines: 1,
    sums: [],
  }
  const batch = { ...one, ...times, totals: [] }
  await batches.draft({ ...batch, state: 'draft' })
  await books.atomically({ account, currency: 'UGX', batch: one.id, events: true }, (work) =>
    work.keepBatch({ ...batch, state: 'completed' }),
  )
}

describe('15 The API describes itself: webhooks', () => {
  rule('15.19', 'every message to a merchant’s server has the described form', {
    'one of every type': async () => {
      const messages = await everyMessage()
      const types = messages.map(({ body }) => JSON.parse(body).type)
      expect(types).to.have.members([...eventTypes, 'webhook.test'])
      expect(Object.keys(Object(apiDescription).webhooks)).to.have.members(types)
      for (const message of messages) expect(undescribed(message), message.body).to.deep.equal([])
    },
    'another form is seen': async () => {
      const [message] = await everyMessage()
      if (!message) throw new Error('nothing came')
      const { body, headers } = message
      const { data, ...rest } = JSON.parse(body)
      const changed = (given: object) => undescribed({ ...message, body: JSON.stringify({ ...rest, data, ...given }) })
      expect(changed({ data: { ...data, more: 1 } })).not.to.deep.equal([])
      expect(changed({ sequence: 0 })).not.to.deep.equal([])
      expect(undescribed({ ...message, body: JSON.stringify(rest) })).not.to.deep.equal([])
      expect(undescribed({ ...message, headers: { ...headers, 'webhook-signature': 'v1,x' } })).to.have.length(1)
    },
  })
})
