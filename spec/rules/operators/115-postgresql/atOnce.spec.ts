import { expect } from 'chai'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { anEndpoint, nowMs } from '../../../contracts/205-webhook-endpoints/acts.ts'
import type { WebhookStore } from '../../../contracts/conformance.ts'
import { fund, fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { rule } from '../../../rule.ts'

/** Runs an example on four nodes over one database. */
const onNodes = (example: (nodes: readonly WebhookStore[], first: WebhookStore) => Promise<void>) => async () => {
  const { path, drop } = await makeSchema()
  const open = () => openPostgresStore({ path, purpose: 'sandbox', migrate: true, clock: 'caller' })
  const first = await open()
  const nodes = [first, await open(), await open(), await open()]
  try {
    // Connects each, so that none is late.
    for (const { webhooks } of nodes) await webhooks.remove('none')
    await example(nodes, first)
  } finally {
    for (const node of nodes) await node.close()
    await drop()
  }
}

describe('115 PostgreSQL: endpoints, by several nodes at once', () => {
  rule('115.29', 'limits in number are also kept by several nodes at once', {
    'endpoints of an account': onNodes(async (nodes, first) => {
      const { account } = await fundedAccount(first)
      const added = await Promise.all(nodes.map(({ webhooks }) => webhooks.add(anEndpoint(account.id), 2)))
      expect(added.filter((isAdded) => isAdded)).to.have.length(2)
      expect(await first.webhooks.ofAccount(account.id)).to.have.length(2)
    }),
    'redeliveries of several events': onNodes(async (nodes, first) => {
      const { account } = await fundedAccount(first)
      await first.webhooks.add(anEndpoint(account.id), 1)
      for (const _ of nodes) await fund(first, aFunding(account.id))
      const limits = { withinMs: 1_000, ofEvent: 1, ofAccount: 2 }
      const made = await Promise.all(
        nodes.map(({ webhooks }, index) => webhooks.redeliver(account.id, { sequence: index + 1, nowMs, limits })),
      )
      expect(made.filter((one) => 'endpoints' in one)).to.deep.equal([{ endpoints: 1 }, { endpoints: 1 }])
    }),
  })
})
