import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect } from 'chai'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { flood, gatherCrowd } from './clients/crowd.ts'
import { headOf, lookUpBytes, type Merchant, paymentBytes } from './clients/merchant.ts'
import { openWire, type Wire } from './clients/wire.ts'

/** The default limits of a gateway. */
const usualLimits = { SENTE_ACCOUNT_RATE: '100', SENTE_FAILED_KEY_RATE: '10' }

const idle = 1_000
const forged = times({ night: 2_000, day: 600 })

describe('Hostile clients: crowds and floods', () => {
  let gateway: AttackedGateway
  before(async () => {
    gateway = await openAttackedGateway(usualLimits)
  })
  test(`beside ${idle} idle connections all merchants are served, and so are these connections`, async () => {
    const { result: crowd } = await gateway.besideHonest('idle', async () => {
      const gathered = await gatherCrowd(gateway.url, idle)
      expect(await gathered.stillServed()).to.equal(idle)
      return gathered
    })
    crowd.leave()
  })

  /** Sends these requests repeatedly, and resolves with the count of each status. */
  async function flooded(name: string, kinds: readonly string[]) {
    const requests = Array.from({ length: forged }, (_, index) => kinds[index % kinds.length] ?? '')
    return (await gateway.besideHonest(name, () => flood(gateway.url, requests))).result
  }

  test('a flood of wrong keys is refused, and a good key from the same address still works', async () => {
    const lookUp = lookUpBytes(gateway.demo, '/balances')
    const headers = [...wrongKeys(gateway.demo.secretKey), ...forgedAddresses()]
    const statuses = await flooded(
      'keys',
      headers.map((lines) => lookUp.replace(/Authorization: .*\r\n/, () => lines)),
    )
    expect([...statuses.keys()].filter((status) => status !== 401 && status !== 429)).to.deep.equal([])
    expect(statuses.get(429)).to.be.above(0)
  })

  test('a flood of requests to paths that do not exist is answered, and delays no merchant', async () => {
    const paths = [
      ...['/nothing', '/api', '/api/v1/%zz', '/%2e%2e', `/${'a/'.repeat(4_000)}`, '/callbacks/', '//'],
      '/api/v1/transactions/a%00b',
    ]
    const statuses = await flooded(
      'paths',
      paths.map((path) => headOf({ ...gateway.demo, secretKey: 'x' }, `GET ${path}`)),
    )
    expect([...statuses.keys()].filter((status) => ![401, 404, 405, 429].includes(status))).to.deep.equal([])
  })

  test('a thousand requests that wait for an event delay nobody, and all of them are answered with it', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => gateway.openAccount(10_000)))
    await gateway.besideHonest('waiting', async () => {
      const waiting = accounts.flatMap((merchant) => Array.from({ length: 250 }, () => waitForEvent(merchant)))
      const wires = await Promise.all(waiting)
      const answers = wires.map((wire) => wire.answer())
      // Each is read before its event comes.
      for (const merchant of accounts) expect(await paid(merchant)).to.equal(201)
      for (const answer of await Promise.all(answers)) {
        expect(answer?.status).to.equal(200)
        expect(answer?.text).to.include('payout.succeeded')
      }
      for (const wire of wires) wire.breakOff()
    })
  })

  /** Requests the event after the funding, which is the first event of an account. */
  async function waitForEvent(merchant: Merchant): Promise<Wire> {
    const wire = await openWire(gateway.url)
    await wire.write(lookUpBytes(merchant, '/events?after=1&wait=30'))
    return wire
  }

  async function paid(merchant: Merchant): Promise<number | undefined> {
    const wire = await openWire(gateway.url)
    const answer = await wire.ask(paymentBytes(merchant, { reference: 'an-event' }))
    wire.breakOff()
    return answer?.status
  }
})

/** Malformed and unknown keys as header lines; the second has a correct checksum. */
function wrongKeys(key: string): string[] {
  const random = randomBytes(24).toString('hex')
  const checksum = crc32(random).toString(16).padStart(8, '0')
  const near = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  const credentials = ['Bearer', 'Bearer ', `Basic ${key}`, `Bearer ${near}`, `Bearer  ${key} ${key}`, 'Bearer é', key]
  const lines = [`Bearer ${'a'.repeat(8_000)}`, `Bearer sente_sk_${random}${checksum}`, ...credentials].map(
    (value) => `Authorization: ${value}\r\n`,
  )
  return [...lines, `Authorization: Bearer ${key}\r\n`.repeat(2), '']
}

/** Invented addresses, in a proxy's header for the client. */
function forgedAddresses(): string[] {
  const odd = [
    ...['', ',', 'unknown', '999.1.1.1', '::', 'fe80::1%eth0', '::ffff:192.0.2.1', '64:ff9b::192.0.2.1'],
    '"[::1]:80"',
  ]
  const many = Array.from({ length: 40 }, (_, index) => `2001:db8:${index.toString(16)}::1`)
  return [...odd, ...many, Array.from({ length: 1_500 }, () => '127.0.0.1').join()].map(
    (addresses) => `Authorization: Bearer nobody\r\nX-Forwarded-For: ${addresses}\r\n`,
  )
}
