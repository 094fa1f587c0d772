import { expect } from 'chai'
import sinon from 'sinon'
import { callbackPath, callbackToken } from '../../../../adapters/providers/market/callbacks.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { type Kind, livePolicy } from '../../../../core/sente.ts'
import { openSandboxGateway, type SandboxGateway } from '../../../fixtures/sandboxGateway.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'

/** A sweep would come after an hour: a payment that ends earlier ends because of a callback. */
const policy = { ...livePolicy, firstPauseMs: 3_600_000 }

const meanings = { '000001': 'a callback', '990475': 'two callbacks', '990476': 'a callback before the answer' }

describe('106 Callbacks: of payments', () => {
  let gateway: SandboxGateway
  before(async () => {
    gateway = await openSandboxGateway({ policy })
  })
  afterEach(() => sinon.restore())
  async function balanceAtTheEnd(payment: { kind: Kind; network: string; number: string }): Promise<string> {
    const { transaction, outcome, balance } = await gateway.pay(payment)
    await outcome
    await until(async () => (await gateway.stored(transaction.id)).state === 'succeeded')
    return balance()
  }

  const examples = Object.entries(meanings).flatMap(([number, meaning]) =>
    ['MTN', 'AIRTEL'].flatMap(
      (network) =>
        [
          { name: `${meaning}, ${network} payout`, payment: { kind: 'payout', network, number }, balance: '9500 0' },
          {
            name: `${meaning}, ${network} collection`,
            payment: { kind: 'collection', network, number },
            balance: '10500 0',
          },
        ] as const,
    ),
  )
  rule(
    '106.5',
    'a callback ends a payment, and only once',
    Object.fromEntries(
      examples.map(({ name, payment, balance }) => [
        name,
        async () => expect(await balanceAtTheEnd(payment)).to.equal(balance),
      ]),
    ),
  )

  rule('106.6', 'an unknown callback path is not found, and no network is asked', async () => {
    const { url, container, deployment } = gateway
    const enquire = sinon.spy(container.get(tokens.networks).providerFor('UGX', 'MTN'), 'enquire')
    const strangers = [
      callbackToken('another secret', 'mtn'),
      callbackToken(deployment.callbacks.secret ?? '', 'nobody'),
    ]
    for (const token of ['', 'x', ...strangers]) {
      const answer = await fetch(`${url}${callbackPath(token)}`, { method: 'PUT', body: '{"externalId":"x"}' })
      expect(answer.status).to.equal(404)
    }
    expect(enquire.callCount).to.equal(0)
  })

  rule(
    '106.7',
    'a callback is accepted by PUT and by POST with any content, and the content proves nothing',
    async () => {
      const path = callbackPath(callbackToken(gateway.deployment.callbacks.secret ?? '', 'mtn'))
      const bodies = [
        '',
        '{',
        '[]',
        '{"externalId":7}',
        '{"externalId":"nobody","status":"SUCCESSFUL"}',
        '\u0000'.repeat(99),
      ]
      for (const method of ['PUT', 'POST']) {
        for (const body of bodies) {
          const answer = await fetch(`${gateway.url}${path}`, { method, body })
          expect(answer.status, body).to.equal(200)
        }
      }
    },
  )

  rule('106.8', 'a forged callback about an open payment settles nothing: the network itself is asked', async () => {
    const { transaction, outcome, balance } = await gateway.pay({ kind: 'payout', network: 'MTN', number: '990453' })
    await outcome
    const path = callbackPath(callbackToken(gateway.deployment.callbacks.secret ?? '', 'mtn'))
    const enquire = sinon.spy(gateway.container.get(tokens.networks).providerFor('UGX', 'MTN'), 'enquire')
    const body = JSON.stringify({ externalId: transaction.id, status: 'SUCCESSFUL', amount: '500', currency: 'UGX' })
    await fetch(`${gateway.url}${path}`, { method: 'POST', body })
    await until(async () => enquire.callCount > 0)
    await Promise.all(enquire.returnValues)
    expect((await gateway.stored(transaction.id)).state).to.equal('pending')
    expect(await balance()).to.equal('9500 500')
  })
})
