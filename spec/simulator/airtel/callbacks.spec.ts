import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { until } from '../../fixtures/until.ts'
import { test } from '../../rule.ts'
import { newId, openAirtel } from '../airtelCaller.ts'
import { type Operation, openReceiver, operations } from '../openedSimulator.ts'

describe('The simulated Airtel: callbacks', () => {
  test("the end of a payment is sent once, with POST, to the application's URL, without amount and currency", {
    'a collection that succeeded': () => expectCall('collection', '750000001', 'TS'),
    'a payout that succeeded': () => expectCall('payout', '750000001', 'TS'),
    'a collection that was rejected': () => expectCall('collection', '750990451', 'TF'),
    'a payout that failed': () => expectCall('payout', '750990450', 'TF'),
    'an expired one has failed': () => expectCall('collection', '750990452', 'TF'),
  })

  test('with a callback secret, a callback carries the HMAC of the rest of its body', async () => {
    const airtelCallbackSecret = 'a secret for tests'
    for (const operation of operations) {
      const receiver = await openReceiver()
      const { submit } = await openAirtel({ airtelCallbackUrl: receiver.url, airtelCallbackSecret })
      await submit(operation)
      await until(() => receiver.texts.length === 1)
      const [text = ''] = receiver.texts
      const { hash } = JSON.parse(text)
      const signed = text.replace(`,"hash":${JSON.stringify(hash)}`, '')
      expect(signed).to.match(/^\{"transaction":\{[^{}]*\}\}$/)
      expect(hash).to.equal(createHmac('sha256', airtelCallbackSecret).update(signed).digest('base64'))
    }
  })

  test("the application's callback URL can be set later, and changed after that", async () => {
    const [first, second] = [await openReceiver(), await openReceiver()]
    const { submit, simulator } = await openAirtel()
    await submit('payout')
    simulator.airtel.callBackAt(first.url)
    const { id } = await submit('payout')
    await until(() => first.calls.length === 1)
    simulator.airtel.callBackAt(second.url)
    await submit('payout')
    await until(() => second.calls.length === 1)
    expect(first.texts.map((text) => JSON.parse(text).transaction.id)).to.deep.equal([id])
  })
})

async function expectCall(operation: Operation, msisdn: string, status_code: 'TS' | 'TF') {
  const receiver = await openReceiver()
  const { submit, enquire, ended } = await openAirtel({ airtelCallbackUrl: `${receiver.url}/callbacks/1` })
  const id = newId()
  await submit(operation, { id, msisdn })
  await ended(operation, id)
  await until(() => receiver.calls.length > 0)
  const { message, airtel_money_id } = (await enquire(operation, id)).body.data.transaction
  const transaction = { id, message, status_code, ...(airtel_money_id === undefined ? {} : { airtel_money_id }) }
  expect(receiver.calls).to.deep.equal([{ method: 'POST', url: '/callbacks/1', body: { transaction } }])
}
