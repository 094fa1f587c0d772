import { expect } from 'chai'
import { test } from '../../rule.ts'
import { newId, openAirtel } from '../airtelCaller.ts'
import { type Operation, operations } from '../openedSimulator.ts'

type Version = 'v1' | 'v2' | 'v3'
type Codes = { response_code?: string; result_code?: string }
type Refusals = Record<Operation, Codes & { http: number }>

const versions = ['v1', 'v2'] as const

describe('The simulated Airtel: bodies', () => {
  before(async () => {
    refusing = openAirtel({ approvalMs: 0 })
    await refusing
  })

  test('a phone number is national: nine digits, without country code and leading zero', {
    'eight digits': () => expectRefused({ msisdn: '77000000' }, ofNumber),
    'ten digits': () => expectRefused({ msisdn: '7700000012' }, ofNumber),
    'a trunk zero': () => expectRefused({ msisdn: '077000000' }, ofNumber),
    'with country code': () => expectRefused({ msisdn: '256770000001' }, ofNumber),
    letters: () => expectRefused({ msisdn: '77000000a' }, ofNumber),
    none: () => expectRefused({ msisdn: undefined }, ofNumber),
  })

  test('an amount is a number of whole shillings', {
    none: () => expectRefused({ amount: undefined }, ofAmount),
    nothing: () => expectRefused({ amount: 0 }, ofAmount),
    'a negative one': () => expectRefused({ amount: -1 }, ofAmount),
    'a fraction': () => expectRefused({ amount: 500.5 }, ofAmount),
    'a string': () => expectRefused({ amount: '5000' }, ofAmount),
    'one shilling is enough': () => expectAccepted({ amount: 1 }),
  })

  test('an id is 1 to 64 letters, digits and hyphens', {
    none: () => expectRefused({ id: '' }, ofAnything),
    one: () => expectAccepted({ id: 'a' }),
    '64': () => expectAccepted({ id: 'a'.repeat(64) }),
    '65': () => expectRefused({ id: 'a'.repeat(65) }, ofAnything),
    'a UUID with hyphens': () => expectAccepted({ id: '0b2a9c4e-3f57-4d68-9a10-c2d4e6f81357' }),
    'an underscore': () => expectRefused({ id: 'order_1' }, ofAnything),
  })

  test('a reference is 4 to 64 letters, digits and spaces', {
    none: () => expectRefused({ reference: undefined }, ofAnything),
    three: () => expectRefused({ reference: 'abc' }, ofAnything),
    four: () => expectAccepted({ reference: 'ab c' }),
    '64': () => expectAccepted({ reference: 'a'.repeat(64) }),
    '65': () => expectRefused({ reference: 'a'.repeat(65) }, ofAnything),
    'a hyphen': () => expectRefused({ reference: 'order-1' }, ofAnything),
  })

  test("a collection names Uganda's country and currency, for the customer and for itself", {
    'another country': () => expectHomeRefused({ country: 'KE' }, { http: 400, result_code: 'ESB000034' }),
    'no country': () => expectHomeRefused({ country: undefined }, { http: 400, result_code: 'ESB000034' }),
    'another currency': () => expectHomeRefused({ currency: 'KES' }, { http: 400, result_code: 'ESB000035' }),
    'no currency': () => expectHomeRefused({ currency: undefined }, { http: 400, result_code: 'ESB000035' }),
  })

  test(
    'a payout names its type and currency in the second version, its type and wallet in the third, and neither in the first',
    {
      'another type': () => expectRefusal('payout', 'v2', { type: 'B2B' }, ofAnything.payout),
      'no type': () => expectRefusal('payout', 'v2', { type: undefined }, ofAnything.payout),
      'no currency': () => expectRefusal('payout', 'v2', { currency: undefined }, ofAnything.payout),
      'another currency': () => expectRefusal('payout', 'v2', { currency: 'KES' }, ofAnything.payout),
      'no type, in the third': () => expectRefusal('payout', 'v3', { type: undefined }, ofAnything.payout),
      'no wallet': () => expectRefusal('payout', 'v3', { wallet_type: undefined }, ofAnything.payout),
      'another wallet': () => expectRefusal('payout', 'v3', { wallet_type: 'SAVINGS' }, ofAnything.payout),
      async 'either wallet'() {
        const { submit, orderOf, enquire } = await openAirtel()
        for (const wallet_type of ['NORMAL', 'SALARY']) {
          const body = withFields(orderOf('payout', { version: 'v3', id: newId() }), { wallet_type })
          const paid = await submit('payout', { version: 'v3', body })
          expect(paid.body.status).to.include({ success: true, code: 200 })
          const id = paid.body.data.transaction.id
          expect((await enquire('payout', id, { version: 'v3' })).body.data.transaction.status).to.equal('TS')
        }
      },
      async 'an enquiry of the second names the type too'() {
        const { submit, enquire } = await openAirtel()
        const { id } = await submit('payout')
        for (const query of ['', '?transactionType=B2B']) {
          const { status, body } = await enquire('payout', id, { version: 'v2', query })
          expect({ status, code: body.status.response_code }).to.deep.equal({ status: 200, code: 'DP00900001013' })
        }
      },
      async 'the body of the first is not valid in the second'() {
        const { submit, orderOf, simulator } = await openAirtel()
        const { body } = await submit('payout', { version: 'v2', body: orderOf('payout', { version: 'v1' }) })
        expect(body.status.response_code).to.equal('DP00900001013')
        expect(simulator.executed()).to.deep.equal([])
      },
    },
  )

  test('a payout without a PIN is refused', {
    none: () => expectRefusal('payout', 'v1', { pin: undefined }, ofAnything.payout),
    'an empty one': () => expectRefusal('payout', 'v2', { pin: '' }, ofAnything.payout),
  })
})

const ofNumber: Refusals = {
  collection: { http: 400, result_code: 'ESB000033' },
  payout: { http: 200, response_code: 'DP00900001013', result_code: '521002' },
}

const ofAmount: Refusals = {
  collection: { http: 400, response_code: 'DP00800001004' },
  payout: { http: 200, response_code: 'DP00900001004', result_code: 'ESB000008' },
}

const ofAnything: Refusals = {
  collection: { http: 400, result_code: 'ESB000008' },
  payout: { http: 200, response_code: 'DP00900001013' },
}

/** The Airtel for all refused submissions. */
let refusing: ReturnType<typeof openAirtel>

async function submitWith(to: ReturnType<typeof openAirtel>, operation: Operation, version: Version, fields: object) {
  const { submit, orderOf, simulator } = await to
  const body = withFields(orderOf(operation, { version, id: newId() }), fields)
  return { ...(await submit(operation, { version, body })), executed: simulator.executed() }
}

async function expectRefusal(
  operation: Operation,
  version: Version,
  fields: object,
  expected: Codes & { http: number },
) {
  const { status, body, executed } = await submitWith(refusing, operation, version, fields)
  const { http, ...codes } = expected
  const { message: _, ...rest } = body.status
  expect(status).to.equal(http)
  expect(rest).to.deep.equal({ code: version === 'v1' ? '400' : 400, success: false, ...codes })
  expect(executed).to.deep.equal([])
}

async function expectRefused(fields: object, refusals: Refusals) {
  for (const operation of operations) {
    for (const version of versions) await expectRefusal(operation, version, fields, refusals[operation])
  }
}

async function expectHomeRefused(fields: object, expected: Codes & { http: number }) {
  const home = { country: 'UG', currency: 'UGX', ...fields }
  for (const version of versions) {
    await expectRefusal('collection', version, { subscriber: { ...home, msisdn: '770000001' } }, expected)
    await expectRefusal('collection', version, { transaction: { ...home, amount: 5000, id: 'a' } }, expected)
  }
}

async function expectAccepted(fields: object) {
  for (const operation of operations) {
    for (const version of versions) {
      const { body } = await submitWith(openAirtel(), operation, version, fields)
      expect(body.status.success).to.equal(true)
    }
  }
}

/** The same body, with these fields changed at every depth. */
function withFields(body: object, fields: object): object {
  const changed = Object.entries(body).map(([name, value]) => {
    if (name in fields) return [name, Reflect.get(fields, name)]
    return [name, typeof value === 'object' ? withFields(value, fields) : value]
  })
  return Object.fromEntries(changed)
}
