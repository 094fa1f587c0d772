import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect } from 'chai'
import { test } from '../../rule.ts'
import { type AttackedGateway, openAttackedGateway } from './attackedGateway.ts'
import { flood, gatherCrowd, withWrongKey } from './clients/crowd.ts'
import { honestMerchant } from './clients/honestMerchant.ts'
import { headOf } from './clients/merchant.ts'

/** The default limits of a gateway. */
const usualLimits = { SENTE_ACCOUNT_RATE: '100', SENTE_FAILED_KEY_RATE: '10' }

const idle = 1_000
const forged = 2_000

describe('Hostile clients: crowds and floods', function () {
  this.timeout(180_000)
  let gateway: AttackedGateway
  before(async () => {
    gateway = await openAttackedGateway(usualLimits)
  })
  after(() => gateway.close())

  /** Runs an attack while an honest merchant is served; resolves with the attack's result. */
  async function besideHonest<Result>(attack: () => Promise<Result>, name: string): Promise<Result> {
    const honest = honestMerchant(gateway.url, gateway.demo, name)
    const result = await attack()
    await honest.served(1)
    expect(await honest.stop()).to.deep.equal([])
    return result
  }

  test(`beside ${idle} idle connections all merchants are served, and so are these connections`, async () => {
    const crowd = await besideHonest(async () => {
      const gathered = await gatherCrowd(gateway.url, idle)
      expect(await gathered.stillServed()).to.equal(idle)
      return gathered
    }, 'idle')
    crowd.leave()
    expect(await gateway.faults()).to.deep.equal([])
  })

  test('a flood of wrong keys is refused, and a good key from the same address still works', async () => {
    const kinds = [...wrongKeys(gateway.demo.secretKey), ...forgedAddresses()]
    const requests = Array.from({ length: forged }, (_, index) => {
      const { authorization, others } = kinds[index % kinds.length] ?? { authorization: '', others: '' }
      return withWrongKey(gateway.demo, authorization, others)
    })
    const statuses = await besideHonest(() => flood(gateway.url, requests), 'keys')
    expect([...statuses.keys()].filter((status) => status !== 401 && status !== 429)).to.deep.equal([])
    expect(statuses.get(429)).to.be.above(0)
    expect(await gateway.faults()).to.deep.equal([])
  })

  test('a flood of requests to paths that do not exist is answered, and delays no merchant', async () => {
    const paths = [
      '/nothing',
      '/api',
      '/api/v1/%zz',
      '/%2e%2e',
      `/${'a/'.repeat(4_000)}`,
      '/callbacks/',
      '//',
      '/api/v1/transactions/a%00b',
    ]
    const requests = Array.from({ length: forged }, (_, index) =>
      headOf({ ...gateway.demo, secretKey: 'x' }, `GET ${paths[index % paths.length]}`),
    )
    const statuses = await besideHonest(() => flood(gateway.url, requests), 'paths')
    expect([...statuses.keys()].filter((status) => ![401, 404, 405, 429].includes(status))).to.deep.equal([])
    expect(await gateway.faults()).to.deep.equal([])
  })
})

type Key = { authorization: string; others: string }

/** Malformed and unknown keys; the last has a correct checksum. */
function wrongKeys(key: string): Key[] {
  const random = randomBytes(24).toString('hex')
  const checksum = crc32(random).toString(16).padStart(8, '0')
  const near = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  const credentials = ['Bearer', 'Bearer ', `Basic ${key}`, `Bearer ${near}`, `Bearer  ${key} ${key}`, 'Bearer é', key]
  return [`Bearer ${'a'.repeat(8_000)}`, `Bearer sente_sk_${random}${checksum}`, ...credentials]
    .map((value) => ({ authorization: `Authorization: ${value}\r\n`, others: '' }))
    .concat({ authorization: `Authorization: Bearer ${key}\r\nAuthorization: Bearer ${key}\r\n`, others: '' })
    .concat({ authorization: '', others: '' })
}

/** Invented addresses, in the header in which a proxy names the client. */
function forgedAddresses(): Key[] {
  const odd = [
    '',
    ',',
    'unknown',
    '999.1.1.1',
    '::',
    'fe80::1%eth0',
    '::ffff:192.0.2.1',
    '64:ff9b::192.0.2.1',
    '"[::1]:80"',
  ]
  const many = Array.from({ length: 40 }, (_, index) => `2001:db8:${index.toString(16)}::1`)
  return [...odd, ...many, Array.from({ length: 1_500 }, () => '127.0.0.1').join()].map((addresses) => ({
    authorization: 'Authorization: Bearer nobody\r\n',
    others: `X-Forwarded-For: ${addresses}\r\n`,
  }))
}
