import { expect } from 'chai'
import type { Recipient } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { overMtn, type Reply, withNetwork } from '../scriptedNetwork.ts'

const wanted = { phoneNumber: '256770000001', currency: 'UGX' }
const ok = (body: object | string): Reply => ({ status: 200, body })
const active = ok({ result: true })
const names = ok({ given_name: 'John', family_name: 'Okello', birthdate: '1990-01-01', gender: 'M' })
const nobody: Recipient = { isRegistered: false, name: null, canReceive: false }
const user = (name: Recipient['name']): Recipient => ({ isRegistered: true, name, canReceive: true })
const absent = { status: 404, body: { code: 'RESOURCE_NOT_FOUND' } }

/** What is told of a recipient when MTN answers like this, and what it was asked. */
function told(...replies: Reply[]) {
  return withNetwork({ enquiry: (nth) => replies[nth - 1] ?? { status: 500 } }, async ({ settings, enquiries }) => {
    const found = await overMtn(settings).recipient?.(wanted)
    return { found, asked: enquiries.map(({ url }) => url) }
  })
}

describe('MTN MoMo: the holder of a phone number', () => {
  test('MTN is asked whether a number is active, and then for the names, of which nothing else is read', async () => {
    const { found, asked } = await told(active, names)
    expect(found).to.deep.equal(user({ given: 'John', family: 'Okello' }))
    const holder = '/disbursement/v1_0/accountholder/msisdn/256770000001'
    expect(asked).to.deep.equal([`${holder}/active`, `${holder}/basicuserinfo`])
  })

  const first: readonly [reply: Reply, recipient: Recipient | undefined][] = [
    [ok({ result: false }), nobody],
    [absent, nobody],
    [{ status: 404, body: '<html>' }, undefined],
    [{ status: 404 }, undefined],
    [ok({ result: 'false' }), undefined],
    [ok({}), undefined],
    [ok('[]'), undefined],
    [{ status: 500, body: { result: true } }, undefined],
    [{ status: 401 }, undefined],
  ]
  test('a number is nobody’s only where MTN says so in its own form', async () => {
    for (const [reply, recipient] of first)
      expect((await told(reply, names)).found, JSON.stringify(reply)).to.deep.equal(recipient)
  })

  const second: readonly [reply: Reply, name: Recipient['name']][] = [
    [absent, null],
    [{ status: 500 }, null],
    [ok({}), null],
    [ok({ given_name: 'x'.repeat(101), family_name: 'a\u0000b' }), null],
    [ok({ given_name: null, family_name: 'Okello' }), { given: '', family: 'Okello' }],
  ]
  test('a user whose names MTN does not tell, or not in a form that can be shown, has none', async () => {
    for (const [reply, name] of second)
      expect((await told(active, reply)).found, JSON.stringify(reply)).to.deep.equal(user(name))
  })
})
