import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { test } from '../rule.ts'
import { everyNetwork } from './dialects.ts'

everyNetwork('callbacks', (dialect) => {
  const provider = dialect.at('https://network.example')
  const idOf = (transactionId: string) => provider.providerId({ transactionId, random: randomUUID() })
  const identified = (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return provider.identifyCallback({ method: 'POST', body: Buffer.from(text) })
  }
  function expectIdentified(transactionId: string) {
    const [body = expect.fail()] = dialect.callbacksOf(transactionId, idOf(transactionId))
    expect(identified(body)).to.deep.equal({ transactionId })
  }

  test('a callback identifies the transaction whose id it repeats, in any of the network’s fields', {
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
    'as `id`, `externalId` or `reference`, also below `data`': () => {
      const transactionId = randomUUID()
      for (const body of dialect.callbacksOf(transactionId, idOf(transactionId)))
        expect(identified(body), JSON.stringify(body)).to.deep.equal({ transactionId })
    },
  })

  test('a callback without an id of ours identifies nothing', () => {
    const transactionId = randomUUID()
    for (const body of dialect.noCallbacks(transactionId, idOf(transactionId)))
      expect(identified(body), JSON.stringify(body)).to.equal(undefined)
  })
})
