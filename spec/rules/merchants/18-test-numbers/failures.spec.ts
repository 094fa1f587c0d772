import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openAirtel } from '../../../simulator/airtelCaller.ts'
import { openMtn, type Product } from '../../../simulator/mtnCaller.ts'
import type { Operation } from '../../../simulator/openedSimulator.ts'

const unknown = { collection: 'DP00800001025', payout: 'DP00900001015' }

describe('18 The sandbox’s networks: failing test numbers of both', () => {
  rule('18.1', 'a payment of 990450 to 990452 is accepted and then fails', {
    'MTN, a collection': () =>
      expectMtnFails('collection', {
        '990450': 'INTERNAL_PROCESSING_ERROR',
        '990451': 'APPROVAL_REJECTED',
        '990452': 'EXPIRED',
      }),
    'MTN, a payout, the first without a reason': () =>
      expectMtnFails('disbursement', { '990450': undefined, '990451': 'APPROVAL_REJECTED', '990452': 'EXPIRED' }),
    'Airtel, a collection, the last by expiring': () =>
      expectAirtelFails('collection', {
        '990450': ['TF', 'DP00800001009'],
        '990451': ['TF', 'DP00800001002'],
        '990452': ['TE', 'DP00800001029'],
      }),
    'Airtel, a payout, the last by expiring': () =>
      expectAirtelFails('payout', {
        '990450': ['TF', 'DP00900001005'],
        '990451': ['TF', 'DP00900001013'],
        '990452': ['TE', 'DP00900001005'],
      }),
  })

  rule('18.2', 'a collection of 990463 is accepted and then fails', {
    'MTN, with COULD_NOT_PERFORM_TRANSACTION': () =>
      expectMtnFails('collection', { '990463': 'COULD_NOT_PERFORM_TRANSACTION' }),
    'Airtel, because nobody entered a PIN': () =>
      expectAirtelFails('collection', { '990463': ['TF', 'DP00800001005'] }),
  })

  rule('18.3', 'a payment of 990455 and above is refused with a code, and the network does not have it', {
    'MTN, a collection': () =>
      expectMtnRefuses('collection', {
        '990455': 'PAYER_NOT_FOUND',
        '990456': 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
        '990457': 'NOT_ALLOWED',
        '990458': 'NOT_ALLOWED_TARGET_ENVIRONMENT',
        '990459': 'INVALID_CALLBACK_URL_HOST',
        '990460': 'INVALID_CURRENCY',
        '990461': 'INTERNAL_PROCESSING_ERROR',
        '990462': 'SERVICE_UNAVAILABLE',
      }),
    'MTN, a payout': () =>
      expectMtnRefuses('disbursement', {
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
    'Airtel, a collection': () =>
      expectAirtelRefuses('collection', {
        '990455': [400, 'DP00800001005'],
        '990456': [200, 'DP00800001010'],
        '990457': [200, 'DP00800001008'],
        '990458': [400, 'ROUTER007'],
        '990459': [400, 'ROUTER001'],
        '990460': [400, 'ROUTER112'],
        '990461': [500, 'DP00800001000'],
        '990462': [503, undefined],
      }),
    'Airtel, a payout': () =>
      expectAirtelRefuses('payout', {
        '990455': [200, 'DP00900001007'],
        '990456': [200, 'DP00900001003'],
        '990457': [200, 'DP00900001012'],
        '990458': [200, 'DP00900001010'],
        '990459': [400, 'ROUTER007'],
        '990460': [400, 'ROUTER001'],
        '990461': [400, 'ROUTER112'],
        '990462': [500, 'DP00900001000'],
        '990463': [503, undefined],
      }),
  })
})

async function expectMtnFails(product: Product, reasons: Record<string, string | undefined>) {
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

async function expectAirtelFails(operation: Operation, ends: Record<string, [string, string]>) {
  const { submit, ended, simulator } = await openAirtel()
  for (const [digits, [status, code]] of Object.entries(ends)) {
    const { body, id } = await submit(operation, { msisdn: `750${digits}` })
    expect(body.status.success).to.equal(true)
    const failed = await ended(operation, id)
    expect(failed.data.transaction).to.include({ id, status }).and.not.have.property('airtel_money_id')
    expect(failed.status).to.include({ success: false, response_code: code, result_code: 'ESB000011' })
  }
  expect(simulator.executed()).to.deep.equal([])
}

async function expectMtnRefuses(product: Product, codes: Record<string, string>) {
  const { submit, enquire, simulator } = await openMtn()
  for (const [digits, code] of Object.entries(codes)) {
    const { status, body, reference } = await submit(product, { phoneNumber: `256770${digits}` })
    const expected = { status: code === 'SERVICE_UNAVAILABLE' ? 503 : 500, code }
    expect({ status, code: body.code }).to.deep.equal(expected)
    expect(await enquire(product, reference)).to.include({ status: 404 })
  }
  expect(simulator.executed()).to.deep.equal([])
}

async function expectAirtelRefuses(operation: Operation, answers: Record<string, [number, string | undefined]>) {
  const { submit, enquire, simulator } = await openAirtel()
  for (const [digits, [expected, code]] of Object.entries(answers)) {
    const { status, text, body, id } = await submit(operation, { msisdn: `750${digits}` })
    expect({ status, code: body.status_code ?? body.status?.response_code }).to.deep.equal({ status: expected, code })
    if (status === 503) expect(text).to.include('<html>')
    else if (!body.status_code) expect(body.status.success).to.equal(false)
    expect(body).to.not.have.property('data')
    expect((await enquire(operation, id)).body.status.response_code).to.equal(unknown[operation])
  }
  expect(simulator.executed()).to.deep.equal([])
}
