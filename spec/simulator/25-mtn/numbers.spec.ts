import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { openMtn, type Product } from '../mtnCaller.ts'
import { closeOpened, openReceiver, until } from '../openedSimulator.ts'

const products = ['collection', 'disbursement'] as const

describe('25 The simulated MTN: test numbers', () => {
  afterEach(closeOpened)

  rule('25.13', 'a payment of 990450 to 990452 is accepted and then fails', {
    'a collection': () =>
      expectFailures('collection', {
        '990450': 'INTERNAL_PROCESSING_ERROR',
        '990451': 'APPROVAL_REJECTED',
        '990452': 'EXPIRED',
      }),
    'a payout, the first without a reason': () =>
      expectFailures('disbursement', { '990450': undefined, '990451': 'APPROVAL_REJECTED', '990452': 'EXPIRED' }),
  })

  rule('25.14', 'a payment of 990453 stays pending, and one of 990454 succeeds late', async () => {
    for (const product of products) {
      const { submit, enquire, simulator } = await openMtn({ approvalMs: 50 })
      const receiver = await openReceiver()
      const headers = (path: string) => ({ 'x-callback-url': receiver.url + path })
      const open = await submit(product, { phoneNumber: '256770990453', headers: headers('/open') })
      await submit(product, { phoneNumber: '256770990454', headers: headers('/late') })
      await submit(product, { headers: headers('/usual') })
      await until(() => receiver.calls.length === 2)
      expect(receiver.calls.map(({ url }) => url)).to.deep.equal(['/usual', '/late'])
      expect((await enquire(product, open.reference)).body).to.include({ status: 'PENDING' })
      expect(simulator.executed()).to.have.length(2)
    }
  })

  rule('25.15', 'a payment of 990455 and above is refused with a code, and the network does not have it', {
    'a collection': () =>
      expectRefusals('collection', {
        '990455': 'PAYER_NOT_FOUND',
        '990456': 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
        '990457': 'NOT_ALLOWED',
        '990458': 'NOT_ALLOWED_TARGET_ENVIRONMENT',
        '990459': 'INVALID_CALLBACK_URL_HOST',
        '990460': 'INVALID_CURRENCY',
        '990461': 'INTERNAL_PROCESSING_ERROR',
        '990462': 'SERVICE_UNAVAILABLE',
      }),
    'a payout': () =>
      expectRefusals('disbursement', {
        '990455': 'NOT_ENOUGH_FUNDS',
        '990456': 'PAYER_LIMIT_REACHED',
        '990457': 'PAYEE_NOT_FOUND',
        '990458': 'NOT_ALLOWED',
        '990459': 'NOT_ALLOWED_TARGET_ENVIRONMENT',
        '990460': 'INVALID_CALLBACK_URL_HOST',
        '990461': 'INVALID_CURRENCY',
        '990462': 'INTERNAL_PROCESSING_ERROR',
        '990463': 'SERVICE_UNAVAILABLE',
      }),
  })

  rule('25.16', 'a collection of 990463 is accepted and then fails with COULD_NOT_PERFORM_TRANSACTION', () =>
    expectFailures('collection', { '990463': 'COULD_NOT_PERFORM_TRANSACTION' }),
  )

  rule('25.17', '990470 drops the connection and never has the payment', async () => {
    for (const product of products) expect(await lost(product, '256770990470')).to.deep.equal({ status: 404, paid: 0 })
  })

  rule('25.18', '990471 pays and drops the connection', async () => {
    for (const product of products) expect(await lost(product, '256770990471')).to.deep.equal({ status: 200, paid: 1 })
  })

  rule('25.19', '990472 pays and answers a 500 without a meaning', async () => {
    for (const product of products) {
      const { submit, enquire, simulator } = await openMtn()
      const { status, body, reference } = await submit(product, { phoneNumber: '256770990472' })
      expect({ status, body }).to.deep.equal({ status: 500, body: {} })
      expect(simulator.executed()).to.have.length(1)
      expect((await enquire(product, reference)).body).to.include({ status: 'SUCCESSFUL' })
    }
  })

  rule('25.20', '990473 answers a web page with status 200 and never has the payment', async () => {
    for (const product of products) {
      const { submit, enquire, simulator } = await openMtn()
      const { status, text, reference } = await submit(product, { phoneNumber: '256770990473' })
      expect(status).to.equal(200)
      expect(text).to.include('<html>')
      expect(await enquire(product, reference)).to.include({ status: 404 })
      expect(simulator.executed()).to.deep.equal([])
    }
  })

  rule('25.21', '990474 pays, is silent, and then answers', {
    async 'it has paid while it is silent'() {
      const { submit, simulator } = await openMtn({ silentMs: 600_000 })
      const answer = submit('disbursement', { phoneNumber: '256770990474' }).catch((error) => error.code)
      await until(() => simulator.executed().length === 1)
      await simulator.close()
      expect(await answer).to.equal('ECONNRESET')
    },
    async 'it answers that it has accepted'() {
      const { submit } = await openMtn({ silentMs: 20 })
      expect(await submit('disbursement', { phoneNumber: '256770990474' })).to.include({ status: 202 })
    },
  })

  rule('25.22', '990478 turns away the first two attempts at anything about the payment', {
    async 'two submissions'() {
      const { submit, ended } = await openMtn()
      const given = { reference: randomUUID(), phoneNumber: '256770990478' }
      for (const expected of [503, 503, 202, 409]) {
        expect(await submit('disbursement', given)).to.include({ status: expected })
      }
      expect(await ended('disbursement', given.reference)).to.include({ status: 'SUCCESSFUL' })
    },
    async 'a submission and an enquiry'() {
      const { submit, enquire, simulator } = await openMtn()
      const { status, body, reference } = await submit('collection', { phoneNumber: '256770990478' })
      expect({ status, code: body.code }).to.deep.equal({ status: 503, code: 'SERVICE_UNAVAILABLE' })
      for (const expected of [503, 404, 404]) {
        expect(await enquire('collection', reference)).to.include({ status: expected })
      }
      expect(simulator.executed()).to.deep.equal([])
    },
  })
})

async function expectFailures(product: Product, reasons: Record<string, string | undefined>) {
  const { submit, ended, simulator } = await openMtn()
  for (const [digits, code] of Object.entries(reasons)) {
    const { status, reference } = await submit(product, { phoneNumber: `256770${digits}` })
    expect(status).to.equal(202)
    const failed = await ended(product, reference)
    expect({ status: failed.status, code: failed.reason?.code }).to.deep.equal({ status: 'FAILED', code })
    expect(failed).to.not.have.property('financialTransactionId')
  }
  expect(simulator.executed()).to.deep.equal([])
}

async function expectRefusals(product: Product, codes: Record<string, string>) {
  const { submit, enquire, simulator } = await openMtn()
  for (const [digits, code] of Object.entries(codes)) {
    const { status, body, reference } = await submit(product, { phoneNumber: `256770${digits}` })
    const expected = { status: code === 'SERVICE_UNAVAILABLE' ? 503 : 500, code }
    expect({ status, code: body.code }).to.deep.equal(expected)
    expect(await enquire(product, reference)).to.include({ status: 404 })
  }
  expect(simulator.executed()).to.deep.equal([])
}

/** Submits to a network that drops the connection, and tells what became of the payment. */
async function lost(product: Product, phoneNumber: string) {
  const { submit, enquire, simulator } = await openMtn()
  const reference = randomUUID()
  const answer = await submit(product, { reference, phoneNumber }).catch((error) => error.code)
  expect(answer).to.equal('ECONNRESET')
  return { status: (await enquire(product, reference)).status, paid: simulator.executed().length }
}
