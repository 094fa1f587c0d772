import { expect } from 'chai'
import { openProcesses, type Processes } from '../../../fixtures/processes.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { answering, ok, openReceiver } from './receiver.ts'

describe('12 Webhooks: the gateway', () => {
  // The claim of the killed server has to run out first.
  let processes: Processes
  beforeEach(() => {
    processes = openProcesses()
  })

  rule('12.31', 'a server that was killed before a delivery makes it when it is started again', async () => {
    const receiver = await openReceiver(answering(503))
    const first = processes.serve()
    const base = await first.url
    const { secretKey, publicKey } = await processes.openAccount()
    const headers = { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' }
    const post = async (path: string, body: object) =>
      (await fetch(`${base}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).status
    const statuses = [
      await post('webhook-endpoints', { url: `${receiver.url}/hooks`, types: ['payout.succeeded'] }),
      await post('send-money', {
        ...{ apikey: publicKey, reference: 'order-1', phone_number: '256750000001', amount: 5_000, pin: '4071' },
        ...{ currency: 'UGX', network: 'AIRTEL' },
      }),
    ]
    expect(statuses).to.deep.equal([201, 201])
    await until(() => receiver.received.length >= 1)
    first.child.kill('SIGKILL')
    await first.ended
    receiver.answer = ok
    const before = receiver.received.length
    await processes.serve().url
    await until(() => receiver.received.length > before)
    const bodies = receiver.received.map(({ body }) => JSON.parse(body))
    for (const body of bodies)
      expect(body).to.deep.include({ type: 'payout.succeeded', sequence: 2, data: bodies[0]?.data })
    expect(bodies[0]?.data).to.include({ reference: 'order-1', amount: 5_000, state: 'succeeded' })
    expect(new Set(receiver.received.map((received) => received.headers['webhook-id'])).size).to.equal(1)
  })
})
