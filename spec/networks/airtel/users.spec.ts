import { expect } from 'chai'
import type { Recipient } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { overAirtel, withAirtel } from '../airtelScript.ts'
import type { Reply } from '../scriptedNetwork.ts'

const wanted = { phoneNumber: '256750000001', currency: 'UGX' }
const found = { response_code: 'DP02200000001', result_code: 'ESB000010', code: '200', success: true }
const missing = { response_code: 'DP02200000002', code: '400', success: false }
const john = { msisdn: '750000001', first_name: 'John', last_name: 'Okello', is_barred: false }
const nobody: Recipient = { isRegistered: false, name: null, canReceive: false }
const okello: Recipient = { isRegistered: true, name: { given: 'John', family: 'Okello' }, canReceive: true }

const ok = (data: unknown, status: object = found): Reply => ({ status: 200, body: { data, status } })

/** What is told of a recipient when Airtel answers like this, and what it was asked. */
function told(reply: Reply, asked = wanted) {
  return withAirtel({ enquiry: () => reply }, async ({ settings, enquiries }) => {
    const recipient = await overAirtel(settings).recipient?.(asked)
    return { recipient, urls: enquiries.map(({ url }) => url) }
  })
}

describe('Airtel Money: the user of a phone number', () => {
  test('Airtel is asked by the national digits, and nothing but names and barring is read', async () => {
    const { recipient, urls } = await told(ok({ ...john, registration: { status: 'SUBS' }, is_pin_set: true }))
    expect(recipient).to.deep.equal(okello)
    expect(urls).to.deep.equal(['/standard/v1/users/750000001'])
  })

  const answers: readonly [reply: Reply, recipient: Recipient | undefined][] = [
    [ok({ ...john, msisdn: 750_000_001 }), okello],
    [ok({ ...john, is_barred: true }), { ...okello, canReceive: false }],
    [ok({ ...john, is_barred: 'no' }), { ...okello, canReceive: null }],
    [ok({ msisdn: '750000001' }), { isRegistered: true, name: null, canReceive: null }],
    [ok({ ...john, msisdn: '750000002' }), undefined],
    [ok({ ...john, msisdn: undefined }), undefined],
    [ok(undefined), undefined],
    [ok(john, { code: '200', success: true }), undefined],
    [ok(john, { ...found, response_code: 'DP02200000000' }), undefined],
    [ok(undefined, missing), nobody],
    [{ status: 404, body: { status: missing } }, nobody],
    [{ status: 404 }, undefined],
    [{ status: 500, body: '<html>' }, undefined],
  ]
  test('a user is found only by an answer about this very number, and nobody only by Airtel’s code for that', async () => {
    for (const [reply, recipient] of answers)
      expect((await told(reply)).recipient, JSON.stringify(reply)).to.deep.equal(recipient)
  })

  test('Airtel is not asked about a number or a currency that is not its own', async () => {
    for (const other of [
      { ...wanted, phoneNumber: '254750000001' },
      { ...wanted, currency: 'KES' },
    ])
      expect(await told(ok(john), other)).to.deep.equal({ recipient: undefined, urls: [] })
  })
})
