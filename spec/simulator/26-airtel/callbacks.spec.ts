import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { newId, type Operation, openAirtel } from '../airtelCaller.ts'
import { mtnCaller } from '../mtnCaller.ts'
import { closeOpened, openReceiver, until } from '../openedSimulator.ts'

const operations = ['collection', 'payout'] as const

describe('26 The simulated Airtel: callbacks and restarts', () => {
  let folder: string
  let dataFile: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sente-simulator-'))
    dataFile = join(folder, 'simulator.jsonl')
  })
  afterEach(async () => {
    await closeOpened()
    rmSync(folder, { recursive: true })
  })

  rule('26.36', "the end of a payment is posted once to the application's URL, without amount and currency", {
    'a collection that succeeded': () => expectCall('collection', '770000001', 'TS'),
    'a payout that succeeded': () => expectCall('payout', '770000001', 'TS'),
    'a collection that was rejected': () => expectCall('collection', '770990451', 'TF'),
    'a payout that failed': () => expectCall('payout', '770990450', 'TF'),
    'one that expired has failed': () => expectCall('collection', '770990452', 'TF'),
  })

  rule('26.37', 'an application with a secret finds the HMAC of the rest of the body in the callback', async () => {
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

  rule('26.38', '990475 calls back twice, and 990477 never', async () => {
    for (const operation of operations) {
      const receiver = await openReceiver()
      const { submit, ended } = await openAirtel({ airtelCallbackUrl: receiver.url })
      const twice = await submit(operation, { msisdn: '770990475' })
      await until(() => receiver.calls.length === 2)
      const never = await submit(operation, { msisdn: '770990477' })
      await ended(operation, never.id)
      const later = await submit(operation)
      await until(() => receiver.calls.length === 3)
      expect(receiver.texts.map((text) => JSON.parse(text).transaction.id)).to.deep.equal([
        twice.id,
        twice.id,
        later.id,
      ])
    }
  })

  rule('26.39', '990476 calls back before it answers', async () => {
    for (const operation of operations) {
      const receiver = await openReceiver()
      const { submit } = await openAirtel({ airtelCallbackUrl: receiver.url })
      const { status } = await submit(operation, { msisdn: '770990476' })
      expect(status).to.equal(200)
      expect(receiver.calls).to.have.length(1)
    }
  })

  rule('26.40', 'an application may name its URL later, and another one after that', async () => {
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

  rule('26.41', 'what Airtel knew before a restart it knows after it', async () => {
    const before = await openAirtel({ dataFile })
    const { id } = await before.submit('payout')
    await before.simulator.close()
    const { submit, enquire, simulator } = await openAirtel({ dataFile })
    expect((await enquire('payout', id)).body.data.transaction.status).to.equal('TS')
    expect((await submit('payout', { id })).body.status.response_code).to.equal('DP00900001011')
    expect(simulator.executed()).to.have.length(1)
  })

  rule(
    '26.42',
    'a payment that was open ends after the restart, and is called back where the URL then is',
    async () => {
      const [old, receiver] = [await openReceiver(), await openReceiver()]
      const before = await openAirtel({ dataFile, approvalMs: 1000, airtelCallbackUrl: old.url })
      const { id } = await before.submit('collection')
      await before.simulator.close()
      const { ended, simulator } = await openAirtel({ dataFile, airtelCallbackUrl: receiver.url })
      expect((await ended('collection', id)).data.transaction.status).to.equal('TS')
      await until(() => receiver.calls.length === 1)
      expect(old.calls).to.deep.equal([])
      expect(simulator.executed()).to.have.length(1)
    },
  )

  rule('26.43', 'MTN and Airtel share a file and nothing else: each has ids of its own', async () => {
    const { submit, simulator } = await openAirtel({ dataFile })
    const reference = '6f3b8e52-8d3c-4f5a-9c1e-2b7a4d9e0f11'
    await mtnCaller(simulator.mtn).submit('disbursement', { reference, phoneNumber: '256770990472' })
    await submit('payout', { id: reference.replaceAll('-', '') })
    await simulator.close()
    const after = await openAirtel({ dataFile })
    expect(after.simulator.executed().map(({ network }) => network)).to.deep.equal(['MTN', 'AIRTEL'])
    expect((await after.enquire('payout', reference)).body.status.response_code).to.equal('DP00900001015')
    const { enquire } = mtnCaller(after.simulator.mtn)
    expect((await enquire('disbursement', reference)).body).to.include({ status: 'SUCCESSFUL' })
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
  const told = { id, message, status_code, ...(airtel_money_id === undefined ? {} : { airtel_money_id }) }
  expect(receiver.calls).to.deep.equal([{ method: 'POST', url: '/callbacks/1', body: { transaction: told } }])
}
