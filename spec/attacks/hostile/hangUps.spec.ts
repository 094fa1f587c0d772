import { expect } from 'chai'
import fc from 'fast-check'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { lookUpBytes, type Merchant, paymentBytes } from './clients/merchant.ts'
import { openWire } from './clients/wire.ts'

/** The way that a merchant hangs up: the bytes of its request, the turns of the event loop, and the kind of end. */
const farewells = fc.record({
  network: fc.constantFrom('MTN' as const, 'AIRTEL' as const),
  kept: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  turns: fc.integer({ min: 0, max: 40 }),
  way: fc.constantFrom('breakOff' as const, 'finish' as const),
})

describe('Hostile clients: hanging up', () => {
  let gateway: AttackedGateway
  let merchant: Merchant
  before(async () => {
    gateway = await openAttackedGateway()
    merchant = gateway.demo
  })
  async function ask(bytes: string) {
    const wire = await openWire(gateway.url)
    const answer = await wire.ask(bytes)
    wire.breakOff()
    if (!answer) throw new Error('no answer')
    return answer
  }

  async function pending(): Promise<unknown[]> {
    return JSON.parse((await ask(lookUpBytes(merchant, '/transactions?state=pending'))).text).data.transactions
  }

  test('whenever a merchant hangs up, a repetition under the same reference pays once and returns the truth', async () => {
    let runs = 0
    const everyFarewell = fc.asyncProperty(farewells, async ({ network, kept, turns, way }) => {
      runs += 1
      const bytes = paymentBytes(merchant, { reference: `left-${runs}`, network })
      const wire = await openWire(gateway.url)
      wire.write(bytes.slice(0, Math.ceil(bytes.length * kept)))
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      wire[way]()
      await wire.untilClosed()
      const repeated = await ask(bytes)
      expect(repeated.status, repeated.text).to.be.oneOf([201, 409])
      const location = repeated.headers.location ?? /<(.*?)>/.exec(repeated.headers.link ?? '')?.[1] ?? ''
      const { text } = await ask(lookUpBytes(merchant, location.replace('/api/v1', '')))
      expect(text).to.include(`"reference":"left-${runs}"`)
    })
    await fc.assert(everyFarewell, { numRuns: times({ night: 25, day: 10 }), endOnFailure: true })
    while ((await pending()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    const { text } = await ask(lookUpBytes(merchant, '/balances'))
    expect(text).to.include(`{"available":${1_000_000 - 500 * runs},"held":0}`)
    expect(await gateway.faults()).to.deep.equal([])
  })

  test('a client that ends its sending side is still answered', async () => {
    const wire = await openWire(gateway.url)
    wire.write(paymentBytes(merchant, { reference: 'finished' }))
    wire.finish()
    expect((await wire.untilClosed()).map(({ status }) => status)).to.deep.equal([201])
  })

  test('a client that hangs up in the middle of an answer does no harm', async () => {
    for (let count = 0; count < 25; count += 1) {
      const wire = await openWire(gateway.url)
      wire.write(lookUpBytes(merchant, '/transactions?limit=100').repeat(20))
      await wire.answer()
      wire.breakOff()
    }
    expect((await ask(lookUpBytes(merchant, '/balances'))).status).to.equal(200)
    expect(await gateway.faults()).to.deep.equal([])
  })
})
