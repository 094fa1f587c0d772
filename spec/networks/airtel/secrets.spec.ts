import { createDecipheriv } from 'node:crypto'
import { expect } from 'chai'
import type { AirtelSettings } from '../../../adapters/providers/airtel/airtelMoney.ts'
import { test } from '../../rule.ts'
import { collection, overAirtel, payout, pem, spki, unsealed, withAirtel } from '../airtelScript.ts'
import { type Received, soon } from '../scriptedNetwork.ts'

const paddings = ['pkcs1', 'oaep-sha1', 'oaep-sha256'] as const

/** The PEM with two characters, or four, for each line end, as a file of environment variables has it. */
const writtenPems = [
  pem.replaceAll('\n', '\\n'),
  pem.replaceAll('\n', '\\r\\n'),
  pem.trim().replaceAll('\n', '\\n'),
] as const

describe('Airtel Money: the PIN and signatures', () => {
  test('a payout has the PIN under Airtel’s key, with the configured padding, by default `PKCS#1 v1.5`', async () => {
    for (const pinPadding of paddings) {
      for (const pinKey of [pem, spki, ...writtenPems]) {
        const request = await payOut({ pinPadding, pinKey })
        expect(unsealed(JSON.parse(request.body).pin, pinPadding)).to.equal('2468')
      }
    }
    expect(unsealed(JSON.parse((await payOut({})).body).pin, 'pkcs1')).to.equal('2468')
  })

  test('the PIN is in no request in clear, and not at all in a collection', () =>
    withAirtel({}, async ({ settings, submissions, enquiries }) => {
      const provider = overAirtel({ ...settings, pin: '97531' })
      await provider.payOut(payout, soon())
      await provider.requestPayment(collection, soon())
      await provider.enquire(payout)
      for (const request of [...submissions, ...enquiries]) expect(JSON.stringify(request)).not.to.include('97531')
      expect(submissions[1]?.body).not.to.include('pin')
    }))

  test(
    'a signature is the text of the body encrypted under a key of its own, and that key encrypted under the configured one',
    {
      ...Object.fromEntries(
        paddings.map((padding) => [
          padding,
          async () => {
            const requests = [
              await payOut({ signing: { key: pem, padding } }),
              await payOut({ signing: { key: writtenPems[0], padding } }),
              await payOut({ signing: { key: spki }, pinPadding: padding }),
            ]
            for (const request of requests) expect(signedText(request, padding)).to.equal(request.body)
          },
        ]),
      ),
      'of a collection': () =>
        withAirtel({}, async ({ settings, submissions }) => {
          await overAirtel({ ...settings, signing: { key: spki } }).requestPayment(collection, soon())
          expect(signedText(submissions[0], 'pkcs1')).to.equal(submissions[0]?.body)
        }),
    },
  )

  test('no two signatures share a key', async () => {
    const [one, other] = [await payOut({ signing: { key: spki } }), await payOut({ signing: { key: spki } })]
    expect(keyIn(one, 'pkcs1')).not.to.equal(keyIn(other, 'pkcs1'))
  })

  test('requests are signed only with the setting, and enquiries never', () =>
    withAirtel({}, async ({ settings, enquiries }) => {
      await overAirtel({ ...settings, signing: { key: spki } }).enquire(payout)
      for (const request of [await payOut({}), enquiries[0]]) {
        expect(request?.headers).not.to.have.any.keys('x-signature', 'x-key')
      }
    }))
})

/** The request of a payout under these settings. */
async function payOut(given: Partial<AirtelSettings>): Promise<Received> {
  const received: Received[] = []
  await withAirtel({}, async ({ settings, submissions }) => {
    await overAirtel({ ...settings, ...given }).payOut(payout, soon())
    received.push(...submissions)
  })
  return received[0] ?? expect.fail('nothing came')
}

function keyIn(request: Received | undefined, padding: (typeof paddings)[number]): string {
  return unsealed(String(request?.headers['x-key']), padding)
}

function signedText(request: Received | undefined, padding: (typeof paddings)[number]): string {
  const [key = '', vector = ''] = keyIn(request, padding).split(':')
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(vector, 'base64'))
  const signature = String(request?.headers['x-signature'])
  return decipher.update(signature, 'base64', 'utf8') + decipher.final('utf8')
}
