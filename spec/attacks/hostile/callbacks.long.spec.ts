import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { flood } from './clients/crowd.ts'
import { lookUpBytes, paymentBytes } from './clients/merchant.ts'
import { openWire } from './clients/wire.ts'

const forged = times({ night: 1_000, day: 300 })

/** Bodies that no network would send, or that name no payment. */
const bogus = [
  ...['', '{', '[]', 'null', '\0'.repeat(99), '['.repeat(8_000), '{"externalId":7}', '{"transaction":{"id":{}}}'],
  ...['{"__proto__":{"externalId":"x"}}', `{"externalId":"${'9'.repeat(9_000)}"}`, '\xff\xfe{'],
  ...[`{"externalId":"${randomUUID()}","status":"SUCCESSFUL"}`, `{"transaction":{"id":"${randomUUID()}"}}`],
]

describe('Hostile clients: forged callbacks', () => {
  let gateway: AttackedGateway
  before(async () => {
    gateway = await openAttackedGateway()
  })
  const calledBack = (path: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`

  const many = (make: (index: number) => string) => Array.from({ length: forged }, (_, index) => make(index))

  const enquiries = () => gateway.log().filter(({ asked }) => asked === 'enquiry').length

  async function attack(requests: readonly string[], name: string) {
    const before = enquiries()
    const { result, payments } = await gateway.besideHonest(name, () => flood(gateway.url, requests))
    return { statuses: [...result], payments, questions: enquiries() - before }
  }

  /** Floods these paths with callbacks about no payment: only the honest merchant's payments are asked about. */
  async function asksNothing(paths: readonly string[], { name, status }: { name: string; status: number }) {
    const at = (list: readonly string[], index: number) => list[index % list.length] ?? ''
    const { statuses, questions, payments } = await attack(
      many((index) => calledBack(at(paths, index), at(bogus, index))),
      name,
    )
    expect(statuses).to.deep.equal([[status, forged]])
    // One more payment: the last one before the flood may still be asked about.
    expect(questions).to.be.at.most((payments + 1) * questionsOfOne)
  }

  test('a forged callback to an unknown path is answered 404, whatever its contents', async () => {
    const path = gateway.callbackPath('mtn')
    const near = [
      path.slice(0, -1),
      `${path}0`,
      path.toUpperCase(),
      `${path}/`,
      '/callbacks/0',
      `/callbacks/${'f'.repeat(64)}`,
    ]
    await asksNothing(near, { name: 'strangers', status: 404 })
  })

  test('a forged callback to the real path about no payment is answered 200, and causes no enquiry', async () => {
    const paths = [gateway.callbackPath('mtn'), gateway.callbackPath('airtel')]
    await asksNothing(paths, { name: 'bogus', status: 200 })
  })

  test('a forged callback about a real payment moves no money and ends nothing: only the network’s own answers count', async () => {
    const merchant = await gateway.openAccount(100_000)
    const wire = await openWire(gateway.url)
    const ids: string[] = []
    for (const reference of ['one', 'two', 'three']) {
      // MTN keeps it pending forever.
      const paid = await wire.ask(paymentBytes(merchant, { reference, network: 'MTN', phone: '256770990453' }))
      ids.push(JSON.parse(paid?.text ?? '').data.transaction_id)
    }
    const says = (index: number) =>
      JSON.stringify({
        externalId: ids[index % ids.length],
        status: index % 2 ? 'SUCCESSFUL' : 'FAILED',
        amount: '500',
      })
    const requests = many((index) => calledBack(gateway.callbackPath('mtn'), says(index)))
    expect((await attack(requests, 'real')).statuses).to.deep.equal([[200, forged]])
    expect((await wire.ask(lookUpBytes(merchant, '/balances')))?.text).to.include(
      '"UGX":{"available":98500,"held":1500}',
    )
    const pending = await wire.ask(lookUpBytes(merchant, '/transactions?state=pending'))
    expect(JSON.parse(pending?.text ?? '').data.transactions).to.have.length(3)
    wire.breakOff()
  })
})

/** For each payment of the honest merchant the network is asked after its callback, and perhaps again in a sweep. */
const questionsOfOne = 2
