import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { table, test } from '../../rule.ts'
import { openMtn } from '../mtnCaller.ts'
import { http, untilEnded } from '../openedSimulator.ts'

const party = { partyIdType: 'MSISDN', partyId: '256770000001' }
const order = { amount: '5000', currency: 'UGX', externalId: 'order-1', payerMessage: 'Thank you', payeeNote: 'Rent' }

describe("Both simulated networks, and MTN: MTN's further operations", () => {
  test(
    'a withdrawal is a collection; a deposit and a remittance are payouts, each with ids of its own',
    table(
      ['product', 'operation', 'version', 'party'],
      [
        ['collection', 'requesttowithdraw', 'v1_0', 'payer'],
        ['collection', 'requesttowithdraw', 'v2_0', 'payer'],
        ['disbursement', 'deposit', 'v1_0', 'payee'],
        ['disbursement', 'deposit', 'v2_0', 'payee'],
        ['remittance', 'transfer', 'v1_0', 'payee'],
      ] as const,
      async (product, operation, version, name) => {
        const { call, enquire, simulator } = await openMtn()
        const reference = randomUUID()
        const body = { ...order, [name]: party }
        const path = `${product}/${version}/${operation}`
        expect(await call(product, path, { reference, body })).to.include({ status: 202 })
        expect(await call(product, path, { reference, body })).to.include({ status: 409 })
        const ended = await untilEnded(
          () => call(product, `${product}/v1_0/${operation}/${reference}`),
          ({ body }) => body.status === 'PENDING',
        )
        const { financialTransactionId, ...rest } = ended.body
        expect(rest).to.deep.equal({ ...body, status: 'SUCCESSFUL' })
        const kind = product === 'collection' ? 'collection' : 'payout'
        expect(simulator.executed()).to.have.length(1)
        expect(simulator.executed()[0]).to.include({ kind, receipt: financialTransactionId })
        expect(await enquire(kind === 'payout' ? 'disbursement' : 'collection', reference)).to.include({ status: 404 })
      },
    ),
  )

  test('a refund pays the payer of a collection that has succeeded', {
    async 'a paid one'() {
      const { call, submit, ended, simulator } = await openMtn()
      const { reference: referenceIdToRefund } = await submit('collection')
      await ended('collection', referenceIdToRefund)
      for (const version of ['v1_0', 'v2_0']) {
        const reference = randomUUID()
        const body = { ...order, referenceIdToRefund }
        expect(await call('disbursement', `disbursement/${version}/refund`, { reference, body })).to.include({
          status: 202,
        })
        const refund = await untilEnded(
          () => call('disbursement', `disbursement/v1_0/refund/${reference}`),
          ({ body }) => body.status === 'PENDING',
        )
        expect(refund.body).to.deep.include({ ...order, payee: party, status: 'SUCCESSFUL' })
      }
      expect(simulator.executed().map(({ kind }) => kind)).to.deep.equal(['collection', 'payout', 'payout'])
    },
    async 'an unknown one, and one that is not paid'() {
      const { call, submit } = await openMtn({ approvalMs: 600_000 })
      const { reference: unpaid } = await submit('collection')
      for (const referenceIdToRefund of [randomUUID(), unpaid]) {
        const reference = randomUUID()
        const body = { ...order, referenceIdToRefund }
        const answer = await call('disbursement', 'disbursement/v2_0/refund', { reference, body })
        expect({ status: answer.status, code: answer.body.code }).to.deep.equal({
          status: 404,
          code: 'RESOURCE_NOT_FOUND',
        })
      }
    },
    async 'a body without its reference'() {
      const { call } = await openMtn()
      const answer = await call('disbursement', 'disbursement/v2_0/refund', { reference: randomUUID(), body: order })
      expect(answer).to.include({ status: 400 })
    },
  })

  test(
    'a balance is that of one currency, UGX by default',
    table(
      ['path', 'status', 'currency'],
      [
        ['balance', 200, 'UGX'],
        ['balance/UGX', 200, 'UGX'],
        ['balance/EUR', 200, 'EUR'],
        ['balance/KES', 500, undefined],
      ],
      async (path, status, currency) => {
        const { call } = await openMtn()
        const answer = await call('disbursement', `disbursement/v1_0/account/${path}`)
        expect({ status: answer.status, currency: answer.body.currency }).to.deep.equal({ status, currency })
      },
    ),
  )

  test('the user who has consented is made up', async () => {
    const { call } = await openMtn()
    const { status, body } = await call('collection', 'collection/oauth2/v1_0/userinfo')
    expect(status).to.equal(200)
    expect(body).to.include({ sub: '0', given_name: 'Grace', family_name: 'Nakato' })
  })

  test(
    'a path that MTN does not have is answered 404 with JSON',
    table(
      ['method', 'path'],
      [
        ['GET', ''],
        ['GET', 'collection/v1_0/invoice'],
        ['POST', 'disbursement/v2_0/transfer'],
        ['DELETE', 'collection/v1_0/requesttopay'],
      ] as const,
      async (method, path) => {
        const { simulator } = await openMtn()
        const { statusCode, body } = await http(`${simulator.mtn.baseUrl}/${path}`, { method })
        expect(statusCode).to.equal(404)
        expect(JSON.parse(body)).to.deep.equal({ statusCode: 404, message: 'Resource not found' })
      },
    ),
  )

  test('JSON has the type that MTN writes, without a blank', async () => {
    const { askToken } = await openMtn()
    expect((await askToken('collection')).type).to.equal('application/json;charset=utf-8')
  })
})
