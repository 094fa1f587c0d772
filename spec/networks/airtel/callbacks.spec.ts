import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Callback } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { airtelAt, overAirtel } from '../airtelScript.ts'

const provider = overAirtel(airtelAt('https://openapi.airtel.example'))
const idOf = (transactionId: string) => provider.providerId({ transactionId, random: randomUUID() })
const callback = (body: unknown): Callback => ({ method: 'POST', body: Buffer.from(JSON.stringify(body)) })

describe('Airtel Money: ids and callbacks', () => {
  test('an id is 25 lower-case letters and digits, made of the transaction id alone', () => {
    for (let round = 0; round < 1_000; round++) expect(idOf(randomUUID())).to.match(/^[0-9a-z]{25}$/)
    expect(idOf('01900000-0000-7000-8000-000000000001')).to.equal('03bvutxsw841vhkfzxwdb6br5')
  })

  test('a callback identifies the transaction whose id it repeats, as `id` or `reference`, also below `data`', {
    'any id': () => {
      for (let round = 0; round < 1_000; round++) expectIdentified(randomUUID())
    },
    'ids with zeros in front': () => {
      for (let zeros = 1; zeros <= 16; zeros++) {
        const hex = `${'00'.repeat(zeros)}${randomBytes(16 - zeros).toString('hex')}`
        expectIdentified(hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
      }
    },
    'the largest id': () => expectIdentified('ffffffff-ffff-ffff-ffff-ffffffffffff'),
    'in other places': () => {
      const transactionId = randomUUID()
      const id = idOf(transactionId)
      const bodies = [
        { transaction: { id: 'MP240101.1234', reference: id } },
        { transaction: { status_code: 'TS' }, reference: id },
        { reference: id, status: 'TS' },
        { id, status: 'TS' },
        { data: { transaction: { id, status: 'TS' } }, status: { code: '200' } },
        { data: { transaction: { reference: id } } },
        { data: { id } },
        { data: { reference: id } },
      ]
      for (const body of bodies) {
        expect(provider.identifyCallback(callback(body)), JSON.stringify(body)).to.deep.equal({ transactionId })
      }
    },
  })

  test('a callback without an id of ours identifies nothing', () => {
    const id = idOf(randomUUID())
    // One more than the largest UUID.
    const tooLarge = (2n ** 128n).toString(36)
    const ids = ['', id.slice(1), `${id}0`, ` ${id}`, id.replace(/.$/, '-'), id.replace(/.$/, 'Z'), tooLarge, 17, null]
    for (const other of ids)
      expect(provider.identifyCallback(callback({ transaction: { id: other } }))).to.equal(undefined)
    const misplaced = [
      { message: id },
      { transaction: id },
      { transaction: [id] },
      { data: id },
      [{ transaction: { id } }],
    ]
    for (const body of [...misplaced, null, 'x', {}]) {
      expect(provider.identifyCallback(callback(body))).to.equal(undefined)
    }
    for (const body of ['', '<html></html>', `{"transaction":{"id":"${id}"`]) {
      expect(provider.identifyCallback({ method: 'POST', body: Buffer.from(body) })).to.equal(undefined)
    }
  })
})

function expectIdentified(transactionId: string) {
  const transaction = { id: idOf(transactionId), message: 'Paid', status_code: 'TS', airtel_money_id: 'MP1' }
  expect(provider.identifyCallback(callback({ transaction, hash: 'x' }))).to.deep.equal({ transactionId })
}
