import { expect } from 'chai'
import type { SimulatorOptions } from '../../../adapters/simulator/simulator.ts'
import { test } from '../../rule.ts'
import { encrypted, newId, openAirtel, signatureOf } from '../airtelCaller.ts'
import { type Operation, operations } from '../openedSimulator.ts'

const paddings = ['pkcs1', 'oaep-sha1', 'oaep-sha256'] as const

describe('The simulated Airtel: PINs and signatures', () => {
  test(
    'a PIN is accepted when it is encrypted with the public key and the padding in the network’s settings',
    Object.fromEntries(
      paddings.map((airtelPinPadding) => [
        airtelPinPadding,
        async () => {
          const { submit, simulator } = await openAirtel({ airtelPinPadding })
          expect(simulator.airtel.pinPadding).to.equal(airtelPinPadding)
          for (const version of ['v1', 'v2'] as const) {
            expect((await submit('payout', { version })).body.status.success).to.equal(true)
          }
          expect(simulator.executed()).to.have.length(2)
        },
      ]),
    ),
  )

  test('any other PIN is refused by the router, and nothing is paid', {
    'a wrong one': () => expectPinRefused('ROUTER115', (airtel) => encrypted(airtel, '2469')),
    'one of five digits': () => expectPinRefused('ROUTER114', (airtel) => encrypted(airtel, '24680')),
    'one in plain text': () => expectPinRefused('ROUTER116', () => '2468'),
    'one with another padding': () =>
      expectPinRefused('ROUTER116', (airtel) => encrypted({ ...airtel, pinPadding: 'pkcs1' }), {
        airtelPinPadding: 'oaep-sha256',
      }),
    'noise as long as an encrypted PIN': () =>
      expectPinRefused('ROUTER116', () => Buffer.alloc(256, 7).toString('base64')),
  })

  test('the public key can be requested', async () => {
    const { askKey, simulator } = await openAirtel()
    const { status, body } = await askKey()
    expect({ status, code: body.status.response_code }).to.deep.equal({ status: 200, code: 'DP02010001001' })
    expect(body.data.key).to.equal(simulator.airtel.publicKey)
    expect(body.data.key_id).to.be.a('string').that.is.not.empty
    expect(body.data.valid_upto).to.match(/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/)
  })

  test(
    'a network that wants signatures accepts a body that is signed exactly as spelled',
    Object.fromEntries(
      paddings.map((airtelPinPadding) => [
        airtelPinPadding,
        async () => {
          const { submit, orderOf, simulator } = await openAirtel({ airtelSigning: true, airtelPinPadding })
          for (const operation of operations) {
            for (const spacing of [0, 1]) {
              const text = JSON.stringify(orderOf(operation), null, spacing)
              const headers = signatureOf(simulator.airtel, text)
              expect((await submit(operation, { text, headers })).body.status.success).to.equal(true)
            }
          }
          expect(simulator.airtel.signing).to.equal(true)
        },
      ]),
    ),
  )

  test('such a network refuses a body that is not signed, or not exactly as spelled, and pays nothing', {
    'no signature': () => expectUnsigned(() => ({})),
    'a signature of another spelling of the same body': () =>
      expectUnsigned((sign, body) => sign(JSON.stringify(body, null, 1))),
    'a signature of another body': () =>
      expectUnsigned((sign, body) => sign(JSON.stringify({ ...body, reference: 'Order 2' }))),
    "another signature's key": () =>
      expectUnsigned((sign, body) => ({ ...sign(JSON.stringify(body)), 'x-key': sign('')['x-key'] })),
    'an invalid key': () => expectUnsigned((sign, body) => ({ ...sign(JSON.stringify(body)), 'x-key': 'none' })),
    'an empty signature': () => expectUnsigned((sign, body) => ({ ...sign(JSON.stringify(body)), 'x-signature': '' })),
  })
})

type Opened = Awaited<ReturnType<typeof openAirtel>>
type Airtel = Opened['simulator']['airtel']

async function expectPinRefused(code: string, pinOf: (airtel: Airtel) => string, options: SimulatorOptions = {}) {
  const { submit, enquire, simulator } = await openAirtel(options)
  const id = newId()
  for (const version of ['v1', 'v2'] as const) {
    const { status, body } = await submit('payout', { version, id, pin: pinOf(simulator.airtel) })
    expect({ status, code: body.status_code }).to.deep.equal({ status: 400, code })
  }
  expect((await enquire('payout', id)).body.status).to.include({ response_code: 'DP00900001015' })
  expect(simulator.executed()).to.deep.equal([])
}

const unsignedCodes: Record<Operation, string> = { collection: 'DP00800001026', payout: 'DP00900001016' }

async function expectUnsigned(
  headersOf: (sign: (text: string) => ReturnType<typeof signatureOf>, body: object) => Record<string, string>,
) {
  const { submit, orderOf, enquire, simulator } = await openAirtel({ airtelSigning: true })
  for (const operation of operations) {
    const id = newId()
    const body = orderOf(operation, { id })
    const headers = headersOf((text) => signatureOf(simulator.airtel, text), body)
    const answer = await submit(operation, { body, headers })
    expect(answer.status).to.equal(200)
    expect(answer.body.status).to.include({ success: false, response_code: unsignedCodes[operation] })
    expect((await enquire(operation, id)).body.status.result_code).to.equal('ESB000045')
  }
  expect(simulator.executed()).to.deep.equal([])
}
