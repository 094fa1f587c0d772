import { expect } from 'chai'
import { isRefused, RefusedError } from '../../../../adapters/client/client.ts'
import { fundAccount } from '../../../../core/sente.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule } from '../../../rule.ts'
import { openHooks, url } from '../12-webhooks/hooks.ts'
import { type Fault, openClient } from './openClient.ts'

/** A client of an API with webhooks. */
const openHooked = async (faults: readonly Fault[] = []) => openClient(faults, (await openHooks()).api)

/** The result of a call that was not refused. */
async function given<Data extends object>(call: Promise<Data>) {
  const result = await call
  if (isRefused(result)) throw new Error(result.message)
  return result as Exclude<Data, { refused: unknown }>
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const seen: Row[] = []
  for await (const row of rows) seen.push(row)
  return seen
}

describe('17 The client: lists and endpoints', () => {
  rule('17.25', 'lists are read to their end, page by page, and a refusal of a page is an error', {
    transactions: async () => {
      const { client, collection } = await openClient()
      for (const reference of ['r1', 'r2', 'r3']) await client.collectMoney({ ...collection, reference })
      const seen = await all(client.eachTransaction({ limit: 2 }))
      expect(seen.map(({ reference }) => reference)).to.deep.equal(['r3', 'r2', 'r1'])
    },
    'lines of a statement': async () => {
      const { client, ports, account, sent } = await openClient()
      for (const reference of ['bank-1', 'bank-2'])
        await fundAccount(ports)({ by: 'amina', accountId: account.id, currency: 'UGX', amount: 1, reference })
      const seen = await all(client.eachStatementLine({ currency: 'UGX', limit: 1 }))
      expect(seen.slice(-2).map(({ reference }) => reference)).to.deep.equal(['bank-1', 'bank-2'])
      expect(sent).to.have.lengthOf(3)
    },
    'a refusal': async () => {
      const { client } = await openClient()
      const error = await rejection(client.eachStatementLine({ currency: 'XXX' }).next())
      expect(error).to.be.instanceOf(RefusedError)
      expect((error as RefusedError).refusal).to.include({ refused: 'malformed_fields', status: 400 })
    },
  })

  rule('17.26', 'endpoints of webhooks are added, looked up, changed, tested and removed', async () => {
    const { client } = await openHooked()
    const { secret, ...endpoint } = await given(client.addWebhookEndpoint({ url, types: ['payout.failed'] }))
    const id = endpoint.endpoint_id
    expect(await client.webhookEndpoints()).to.deep.equal({ webhook_endpoints: [endpoint] })
    expect(await client.webhookEndpoint(id)).to.deep.equal(endpoint)
    expect(await client.changeWebhookEndpoint(id, { enabled: false })).to.include({ disabled_because: 'asked' })
    expect((await given(client.rotateWebhookSecret(id))).secret).not.to.equal(secret)
    expect(await client.webhookDeliveries(id)).to.deep.equal({ deliveries: [], next_cursor: null })
    expect(await all(client.eachWebhookDelivery(id))).to.deep.equal([])
    expect(await client.redeliverEvent('nothing')).to.include({ refused: 'event_not_found', mayHaveArrived: false })
    expect(await client.removeWebhookEndpoint(id)).to.deep.equal({ endpoint_id: id })
    expect(await client.webhookEndpoint(id)).to.include({ refused: 'endpoint_not_found' })
  })

  rule('17.27', 'a call that could be executed twice is repeated only if it cannot have arrived', {
    'adding, with the answer lost': async () => {
      const { client, sent } = await openHooked(['answer lost'])
      expect(await client.addWebhookEndpoint({ url })).to.include({ refused: 'no_answer', mayHaveArrived: true })
      expect(sent).to.have.lengthOf(1)
      expect((await given(client.webhookEndpoints())).webhook_endpoints).to.have.lengthOf(1)
    },
    'removing, with the answer lost, which changes nothing the second time': async () => {
      const { api, create } = await openHooks()
      const id = String((await create()).endpoint_id)
      const { client, sent } = await openClient(['answer lost'], api)
      expect(await client.removeWebhookEndpoint(id)).to.deep.equal({ endpoint_id: id })
      expect(sent).to.have.lengthOf(2)
    },
  })
})
