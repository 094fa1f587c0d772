import { expect } from 'chai'
import { test } from '../../rule.ts'
import { newId, openAirtel } from '../airtelCaller.ts'
import { type Operation, operations } from '../openedSimulator.ts'

describe('The simulated Airtel: payments', () => {
  test('a collection is accepted, is in progress until the customer approves, and then succeeds', {
    async 'until it is approved'() {
      const { submit, enquire, simulator } = await openAirtel({ approvalMs: 600_000 })
      const { status, body, id } = await submit('collection')
      expect(status).to.equal(200)
      expect(body).to.deep.equal({
        data: { transaction: { id, status: 'Success.' } },
        status: { ...succeeded('DP00800001006'), message: 'Success.' },
      })
      const answer = (await enquire('collection', id)).body
      expect(answer.data.transaction).to.include({ id, status: 'TIP' }).and.not.have.property('airtel_money_id')
      expect(answer.status).to.include(succeeded('DP00800001006'))
      expect(simulator.executed()).to.deep.equal([])
    },
    async 'once it is approved'() {
      const { submit, ended, simulator } = await openAirtel()
      const { id } = await submit('collection')
      const { data, status } = await ended('collection', id)
      expect(data.transaction).to.include({ id, status: 'TS' })
      expect(data.transaction.airtel_money_id).to.match(/^[0-9]+$/)
      expect(status).to.include(succeeded('DP00800001001'))
      expect(simulator.executed()).to.deep.equal([executedOf('collection', id, data.transaction.airtel_money_id)])
    },
  })

  test('a payout has succeeded when it is answered', async () => {
    const { submit, enquire, simulator } = await openAirtel({ approvalMs: 600_000 })
    const { status, body, id } = await submit('payout')
    expect(status).to.equal(200)
    const { reference_id, airtel_money_id, ...rest } = body.data.transaction
    expect(rest).to.deep.equal({ id, status: 'TS' })
    expect(reference_id).to.match(/^[0-9]+$/)
    expect(airtel_money_id).to.equal(`disburs-${reference_id}-${id}`)
    expect(body.status).to.include(succeeded('DP00900001001'))
    const answer = (await enquire('payout', id)).body
    expect(answer.data.transaction).to.include({ id, status: 'TS', airtel_money_id })
    expect(answer.status).to.include(succeeded('DP00900001001'))
    expect(simulator.executed()).to.deep.equal([executedOf('payout', id, reference_id)])
  })

  test('both versions do the same, and the second writes the code of a status as a number', async () => {
    const { submit, enquire } = await openAirtel()
    for (const operation of operations) {
      const { body, id } = await submit(operation, { version: 'v2' })
      expect(body.status).to.include({ code: 200, success: true })
      expect((await enquire(operation, id)).body.status).to.include({ code: '200', success: true })
      const again = await submit(operation, { version: 'v2', id })
      expect(again.body.status).to.include({ code: 400, success: false })
    }
    const { id } = await submit('payout')
    expect((await enquire('payout', id, { version: 'v2' })).body.status).to.include({ code: 200 })
  })

  test('an id used before is refused with HTTP 200, in either version, and pays nothing', async () => {
    const { submit, ended, simulator } = await openAirtel()
    const codes = { collection: { result_code: 'ESB000041' }, payout: { response_code: 'DP00900001011' } }
    for (const operation of operations) {
      const { id } = await submit(operation)
      for (const version of ['v1', 'v2'] as const) {
        const { status, body } = await submit(operation, { id, version })
        expect(status).to.equal(200)
        expect(body).to.not.have.property('data')
        expect(body.status).to.include({ success: false, ...codes[operation] })
      }
      await ended(operation, id)
    }
    expect(simulator.executed()).to.have.length(2)
  })

  test('an id that the operation never had is answered with HTTP 200 and the code for it', async () => {
    const { submit, enquire } = await openAirtel()
    const { id } = await submit('payout')
    for (const unknown of [newId(), id]) {
      const { status, body } = await enquire('collection', unknown)
      expect({ status, ...body.status }).to.include({ status: 200, success: false, response_code: 'DP00800001025' })
      expect(body.status).to.include({ result_code: 'ESB000045' })
    }
    for (const version of ['v1', 'v2'] as const) {
      const { status, body } = await enquire('payout', newId(), { version })
      expect({ status, ...body.status }).to.include({ status: 200, success: false, response_code: 'DP00900001015' })
    }
  })

  test('a payout that does not succeed at once is answered as in progress', async () => {
    const { submit } = await openAirtel({ approvalMs: 600_000 })
    for (const digits of ['990450', '990451', '990452', '990453', '990454']) {
      const { status, body, id } = await submit('payout', { msisdn: `750${digits}` })
      expect(status).to.equal(200)
      expect(body.data).to.deep.equal({ transaction: { id, status: 'TIP' } })
      expect(body.status).to.include({ success: true, response_code: 'DP00900001006' })
    }
  })
})

function succeeded(response_code: string) {
  return { response_code, code: '200', success: true, result_code: 'ESB000010' }
}

function executedOf(kind: Operation, providerId: string, receipt: string) {
  const paid = { amount: '5000', currency: 'UGX', phoneNumber: '256750000001', status: 'successful' }
  return { network: 'AIRTEL', kind, providerId, ...paid, receipt, sent: { reference: 'Order 1' } }
}
