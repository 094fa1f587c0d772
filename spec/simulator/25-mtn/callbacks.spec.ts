import { createServer } from 'node:http'
import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { openMtn, orderOf, type Product } from '../mtnCaller.ts'
import { closeOpened, openReceiver, until } from '../openedSimulator.ts'

describe('25 The simulated MTN: callbacks', () => {
  afterEach(closeOpened)

  rule('25.23', 'the end of a payment is put to its callback URL once, as an enquiry tells it', {
    'a collection that succeeded': () => expectCall('collection', '256770000001'),
    'a payout that succeeded': () => expectCall('disbursement', '256770000001'),
    'a collection that was rejected': () => expectCall('collection', '256770990451'),
  })

  rule('25.24', '990475 calls back twice', async () => {
    expect(await callsAbout('256770990475', { atLeast: 2 })).to.equal(2)
  })

  rule('25.25', '990476 calls back before it answers', async () => {
    const { submit } = await openMtn()
    const receiver = await openReceiver()
    const headers = { 'x-callback-url': receiver.url }
    const { status } = await submit('disbursement', { phoneNumber: '256770990476', headers })
    expect(status).to.equal(202)
    expect(receiver.calls).to.have.length(1)
    expect(receiver.calls[0]?.body).to.include({ status: 'SUCCESSFUL' })
  })

  rule('25.26', '990477 never calls back', async () => {
    expect(await callsAbout('256770990477', { atLeast: 0 })).to.equal(0)
  })

  rule('25.27', 'a receiver that fails is not called again and disturbs nothing', {
    async 'it asks to be called again at once'() {
      const { submit, ended } = await openMtn()
      const receiver = await openReceiver({ status: 503, headers: { 'retry-after': '0.001' } })
      const { reference } = await submit('collection', { headers: { 'x-callback-url': `${receiver.url}/first` } })
      expect(await ended('collection', reference)).to.include({ status: 'SUCCESSFUL' })
      await submit('collection', { headers: { 'x-callback-url': `${receiver.url}/second` } })
      await until(() => receiver.to('/second').length === 1)
      expect(receiver.to('/first')).to.have.length(1)
    },
    async 'it is not there'() {
      const { submit } = await openMtn()
      const headers = { 'x-callback-url': await deadUrl() }
      const answer = await submit('collection', { phoneNumber: '256770990476', headers })
      expect(answer).to.include({ status: 202 })
    },
  })
})

async function expectCall(product: Product, phoneNumber: string) {
  const { submit, enquire } = await openMtn()
  const receiver = await openReceiver()
  const headers = { 'x-callback-url': `${receiver.url}/callbacks/1` }
  const { reference } = await submit(product, { phoneNumber, headers })
  await until(() => receiver.calls.length > 0)
  const { body } = await enquire(product, reference)
  expect(receiver.calls).to.deep.equal([{ method: 'PUT', url: '/callbacks/1', body }])
  expect(body).to.deep.include(orderOf(product, phoneNumber))
  expect(JSON.stringify(body)).to.not.include(reference)
}

/** How often a payment is called back until another, submitted after its end and these calls, is called back too. */
async function callsAbout(phoneNumber: string, { atLeast }: { atLeast: number }): Promise<number> {
  const { submit, ended } = await openMtn()
  const receiver = await openReceiver()
  const { reference } = await submit('collection', { phoneNumber, headers: { 'x-callback-url': `${receiver.url}/it` } })
  await ended('collection', reference)
  await until(() => receiver.calls.length >= atLeast)
  await submit('collection', { headers: { 'x-callback-url': `${receiver.url}/later` } })
  await until(() => receiver.to('/later').length === 1)
  return receiver.to('/it').length
}

async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}
