import { expect } from 'chai'
import { test } from '../../rule.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import {
  type Ambiguous,
  hiddenPayment,
  oddRequests,
  refusedChunks,
  refusedRequests,
} from './clients/ambiguousRequests.ts'
import { lookUpBytes } from './clients/merchant.ts'
import { openWire, type WireAnswer } from './clients/wire.ts'

describe('Hostile clients: where a request ends', () => {
  let gateway: AttackedGateway
  before(async () => {
    gateway = await openAttackedGateway()
  })
  /** Sends a request that hides a payment, then a valid one; resolves with every answer until the connection ends. */
  async function smuggle(attack: Ambiguous, reference: string): Promise<WireAnswer[]> {
    const wire = await openWire(gateway.url)
    const farewell = lookUpBytes(gateway.demo, '/balances').replace('\r\n', '\r\nConnection: close\r\n')
    wire.write(attack(gateway.demo, hiddenPayment(gateway.demo, reference)) + farewell)
    return wire.untilClosed()
  }

  async function expectNothingOpened() {
    const wire = await openWire(gateway.url)
    expect((await wire.ask(lookUpBytes(gateway.demo, '/transactions')))?.text).to.include('"transactions":[]')
    wire.breakOff()
  }

  const refusing = (attack: Ambiguous) => async () => {
    const answers = await smuggle(attack, 'hidden')
    expect(answers.map(({ status, headers }) => [status, headers['error-code'], headers.connection])).to.deep.equal([
      [400, 'malformed_request', 'close'],
    ])
    await expectNothingOpened()
  }

  const examplesOf = (attacks: Readonly<Record<string, Ambiguous>>, example: (attack: Ambiguous) => () => unknown) =>
    Object.fromEntries(Object.entries(attacks).map(([name, attack]) => [name, example(attack)]))

  test(
    'a request that is not HTTP, or states its end in two ways, is refused once, and nothing after it is read',
    examplesOf(refusedRequests, refusing),
  )

  test(
    'a body with invalid chunks is refused once, and nothing in it or after it becomes a request',
    examplesOf(refusedChunks, refusing),
  )

  test(
    'an odd request with an unambiguous end is one request: it is answered once, and so is the request after it',
    examplesOf(oddRequests, (attack) => async () => {
      const answers = await smuggle(attack, 'hidden')
      const [first, second, ...others] = answers.map(({ status }) => status)
      expect(first).to.be.within(200, 499)
      expect([second, ...others]).to.deep.equal([200])
      await expectNothingOpened()
    }),
  )

  const offering =
    (protocol: string): Ambiguous =>
    (merchant, hidden) =>
      lookUpBytes(merchant, '/balances').replace('\r\n', `\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n`) + hidden

  test('a request to change the protocol is answered in HTTP/1.1, and the connection is closed', async () => {
    for (const protocol of ['websocket', 'h2c, websocket', 'h2']) {
      const answers = await smuggle(offering(protocol), 'hidden')
      expect(answers.map(({ status, headers }) => [status, headers.connection])).to.deep.equal([[200, 'close']])
    }
    await expectNothingOpened()
  })

  test('after a request that offers HTTP/2 nothing is lost: the next bytes are the next request', async () => {
    const nothing: Ambiguous = (merchant) => offering('h2c')(merchant, '')
    const twice: Ambiguous = (merchant) => nothing(merchant, '') + nothing(merchant, '')
    for (const [attack, statuses] of [
      [nothing, [200, 200]],
      [twice, [200, 200, 200]],
      [(merchant) => offering('h2c')(merchant, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), [200, 400]],
    ] as [Ambiguous, number[]][])
      expect((await smuggle(attack, 'hidden')).map(({ status }) => status)).to.deep.equal(statuses)
    await expectNothingOpened()
  })

  test('after all of these requests the gateway works, and its books are in order', async () => {
    expect(await gateway.faults()).to.deep.equal([])
  })
})
