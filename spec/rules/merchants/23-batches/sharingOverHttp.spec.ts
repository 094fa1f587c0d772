import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import type { Context } from '../../../../adapters/http/answers/context.ts'
import { payoutBatches } from '../../../../adapters/http/batches/payoutBatches.ts'
import type { AccountQueues } from '../../../../adapters/http/caller/accountQueues.ts'
import type { EndpointDeps } from '../../../../adapters/http/endpoint.ts'
import { uganda } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { rule } from '../../../rule.ts'

type Deps = Pick<EndpointDeps, 'identify' | 'queued' | 'large' | 'batches' | 'lookUpMarket'>

/** Posts a batch of 501 lines only to the endpoint, and resolves with its turns; the acceptance takes one. */
async function turnsOf(type: string, body: string): Promise<number> {
  const core = await openBatches()
  const caller = await core.caller()
  let [turns, lines] = [0, 0]
  const queued: AccountQueues = (_, work) => {
    turns += 1
    return work((more) => more())
  }
  const accept: Partial<EndpointDeps['batches']> = {
    async acceptBatch({ request, nextTurn }) {
      await nextTurn?.()
      lines = request.lines.length
      return { refused: 'insufficient_balance', currency: 'UGX' }
    },
  }
  const large: EndpointDeps['large'] = (_, __, take) => take()
  const lookUpMarket = () => ({ market: uganda })
  const deps = { identify: async () => caller, queued, large, lookUpMarket, batches: accept } as Deps as EndpointDeps
  const handle = payoutBatches.handler(deps)
  const app = new Koa()
  app.use(async (ctx) => {
    await handle(ctx as unknown as Context)
    ctx.status = 200
  })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const headers = { 'content-type': type, 'batch-api-key': 'k', 'batch-reference': 'r', 'batch-pin': '4071' }
  const { port } = server.address() as AddressInfo
  await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).finally(() =>
    server.closeAllConnections(),
  )
  server.close()
  expect(lines).to.equal(501)
  return turns
}

const asked = Array.from({ length: 501 }, (_, index) => ({
  reference: `salary-${String(index).padStart(4, '0')}-${'x'.repeat(40)}`,
  phone_number: '256770000001',
  ...{ amount: 500, currency: 'UGX', network: 'MTN' },
}))

describe('23 Many payouts at once: sharing over HTTP', () => {
  rule('23.35', 'a batch is read in portions, and requests of others are served in between', {
    'read from JSON: parsed, looked through, and 250 lines at a time': async () => {
      const body = JSON.stringify({ apikey: 'k', reference: 'r', pin: '4071', lines: asked })
      expect(await turnsOf('application/json', body)).to.equal(2 + 3 + 1)
    },
    'read from CSV: 16 KiB at a time, and looked through, 250 lines at a time': async () => {
      const rows = asked.map((line) => Object.values(line).join(','))
      const body = [Object.keys(asked[0] ?? {}).join(','), ...rows].join('\n')
      expect(body.length).to.be.within(32_769, 49_152)
      expect(await turnsOf('text/csv', body)).to.equal(3 + 3 + 1)
    },
  })
})
