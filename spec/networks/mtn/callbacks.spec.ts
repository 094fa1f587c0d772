import { expect } from 'chai'
import { test } from '../../rule.ts'
import { overMtn, settingsFor } from '../scriptedNetwork.ts'

const settings = settingsFor('https://momo.example')
const provider = overMtn(settings)
const hear = (body: string) => provider.identifyCallback({ method: 'PUT', body: Buffer.from(body) })

describe('MTN MoMo: callbacks', () => {
  test('a callback identifies the transaction whose id it repeats, as `externalId` or `reference`, also below `data`', {
    'of a payment that succeeded': () => {
      const body = { externalId: 'transaction-1', status: 'SUCCESSFUL', financialTransactionId: '1', amount: '5000' }
      expect(hear(JSON.stringify(body))).to.deep.equal({ transactionId: 'transaction-1' })
    },
    'of a payment that failed': () =>
      expect(hear('{"externalId":"transaction-1","status":"FAILED","reason":"EXPIRED"}')).to.deep.equal({
        transactionId: 'transaction-1',
      }),
    'in other places': () => {
      for (const body of [
        { reference: 'transaction-1', status: 'FAILED' },
        { data: { externalId: 'transaction-1', status: 'FAILED' } },
        { data: { reference: 'transaction-1' } },
        { reference: 'another', data: { externalId: 'transaction-1' } },
      ]) {
        expect(hear(JSON.stringify(body))).to.deep.equal({ transactionId: 'transaction-1' })
      }
    },
  })

  test('a callback without an external id identifies nothing', () => {
    const bodies = [
      '',
      ' ',
      'x',
      '<html></html>',
      '{}',
      '[]',
      'null',
      '"transaction-1"',
      '{"externalId":"transaction-1"',
    ]
    const ids = [null, 7, true, {}, ['transaction-1']].map((externalId) => JSON.stringify({ externalId }))
    const below = ['{"data":"transaction-1"}', '{"data":["transaction-1"]}', '{"data":null}', '{"reference":7}']
    for (const body of [...bodies, ...ids, ...below]) expect(hear(body), body).to.equal(undefined)
  })
})
