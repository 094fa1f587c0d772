import { expect } from 'chai'
import fc from 'fast-check'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { honestMerchant } from './clients/honestMerchant.ts'
import { headOf, lookUpBytes, paymentBytes } from './clients/merchant.ts'
import { openWire, type WireAnswer } from './clients/wire.ts'

/** The possible requests of a pipeline, and the required answers. */
const kinds = {
  payout: [201, (reference: string) => `"reference":"${reference}"`],
  collection: [201, (reference: string) => `"reference":"${reference}"`],
  'a body that is not JSON': [400, () => 'JSON object'],
  'a look-up without results': [200, () => '"transactions":[]'],
  balances: [200, () => 'Balances found'],
  'a path that does not exist': [404, () => 'Not Found'],
  health: [200, () => 'Alive'],
} as const

type Kind = keyof typeof kinds

const pipeline = fc.record({
  requests: fc.array(fc.constantFrom(...(Object.keys(kinds) as Kind[])), { minLength: 2, maxLength: 16 }),
  pieces: fc.array(fc.integer({ min: 1, max: 2_000 }), { maxLength: 8 }),
})

describe('Hostile clients: pipelines', () => {
  let gateway: AttackedGateway
  let runs = 0
  before(async () => {
    gateway = await openAttackedGateway({ LOG_LEVEL: 'warn' })
  })
  function bytesOf(kind: Kind, reference: string): string {
    const { demo } = gateway
    switch (kind) {
      case 'payout':
        return paymentBytes(demo, { reference })
      case 'collection':
        return paymentBytes(demo, { reference, network: 'MTN' }, 'collect-money')
      case 'a body that is not JSON':
        return `${headOf(demo, 'POST /api/v1/send-money', 'Transfer-Encoding: chunked\r\n')}1\r\n[\r\n0\r\n\r\n`
      case 'a look-up without results':
        return lookUpBytes(demo, `/transactions?reference=never-${reference}`)
      case 'balances':
        return lookUpBytes(demo, '/balances')
      case 'a path that does not exist':
        return headOf(demo, `GET /api/v2/${reference}`)
      case 'health':
        return headOf(demo, 'GET /livez')
    }
  }

  test('requests sent without waiting are answered once each and in order, however their bytes arrive', async () => {
    const everyPipeline = fc.asyncProperty(pipeline, async ({ requests, pieces }) => {
      const wire = await openWire(gateway.url)
      runs += 1
      const orders = requests.map((kind, index) => ({ kind, reference: `piped-${runs}-${index}` }))
      const bytes = orders.map(({ kind, reference }) => bytesOf(kind, reference)).join('')
      for (const piece of piecesOf(bytes, pieces)) {
        wire.write(piece)
        await new Promise((resolve) => setImmediate(resolve))
      }
      for (const { kind, reference } of orders) {
        const [status, textOf] = kinds[kind]
        const answer = await wire.answer()
        expect([answer?.status, answer?.text.includes(textOf(reference))], answer?.text).to.deep.equal([status, true])
      }
      wire.breakOff()
    })
    await fc.assert(everyPipeline, { numRuns: times({ night: 25, day: 10 }) })
    expect(await gateway.faults()).to.deep.equal([])
  })

  test('the gateway stops reading from a client that does not read its answers, and serves all others without delay', async () => {
    const honest = honestMerchant(gateway.url, gateway.demo)
    const wire = await openWire(gateway.url)
    wire.stopReading()
    const many = headOf(gateway.demo, 'GET /livez').repeat(500)
    let taken = 0
    const pouring = (async () => {
      for (; wire.isOpen; taken += 1) await wire.write(many)
    })()
    for (let before = -1; taken !== before; ) {
      before = taken
      await honest.served(3)
    }
    expect(await honest.stop()).to.deep.equal([])
    wire.breakOff()
    await pouring
    expect(await gateway.faults()).to.deep.equal([])
  })

  test('when that client reads again, it gets every answer in order', async () => {
    const wire = await openWire(gateway.url)
    wire.stopReading()
    // As many as a connection may have without an answer.
    const paths = Array.from({ length: 17 }, (_, index) => (index % 7 === 0 ? '/livez' : '/nothing'))
    wire.write(paths.map((path) => headOf(gateway.demo, `GET ${path}`)).join(''))
    wire.readAgain()
    const answers: (WireAnswer | undefined)[] = []
    while (answers.length < paths.length) answers.push(await wire.answer())
    expect(answers.map((answer) => answer?.status)).to.deep.equal(paths.map((path) => (path === '/livez' ? 200 : 404)))
    wire.breakOff()
  })
})

/** Cuts bytes into pieces of the given sizes, and a last one with the rest. */
function piecesOf(bytes: string, sizes: readonly number[]): string[] {
  const [size, ...others] = sizes
  if (size === undefined || bytes.length <= size) return [bytes]
  return [bytes.slice(0, size), ...piecesOf(bytes.slice(size), others)]
}
