import { expect } from 'chai'
import { rule } from '../../rule.ts'
import { newId, type Operation, openAirtel } from '../airtelCaller.ts'
import { closeOpened, openReceiver, until } from '../openedSimulator.ts'

const operations = ['collection', 'payout'] as const

const known = { collection: 'DP00800001001', payout: 'DP00900001001' }
const unknown = { collection: 'DP00800001025', payout: 'DP00900001015' }

describe('26 The simulated Airtel: test numbers', () => {
  afterEach(closeOpened)

  rule('26.25', 'a payment of 990450 to 990452 is in progress and then fails, or has expired', {
    'a collection': () =>
      expectFailures('collection', {
        '990450': ['TF', 'DP00800001009'],
        '990451': ['TF', 'DP00800001002'],
        '990452': ['TE', 'DP00800001029'],
      }),
    'a payout': () =>
      expectFailures('payout', {
        '990450': ['TF', 'DP00900001005'],
        '990451': ['TF', 'DP00900001013'],
        '990452': ['TE', 'DP00900001005'],
      }),
  })

  rule('26.26', 'a payment of 990453 stays in progress, and one of 990454 succeeds late', async () => {
    for (const operation of operations) {
      const receiver = await openReceiver()
      const { submit, enquire, simulator } = await openAirtel({ approvalMs: 100, airtelCallbackUrl: receiver.url })
      const open = await submit(operation, { msisdn: '770990453' })
      const late = await submit(operation, { msisdn: '770990454' })
      const usual = await submit(operation)
      await until(() => receiver.calls.length === 2)
      expect(receiver.calls.map(({ body }) => body)).to.have.deep.nested.property('[0].transaction.id', usual.id)
      expect((await enquire(operation, late.id)).body.data.transaction.status).to.equal('TS')
      expect((await enquire(operation, open.id)).body.data.transaction.status).to.equal('TIP')
      expect(simulator.executed()).to.have.length(2)
    }
  })

  rule('26.27', 'a payout that does not succeed at once is answered as in progress', async () => {
    const { submit } = await openAirtel({ approvalMs: 600_000 })
    for (const digits of ['990450', '990451', '990452', '990453', '990454']) {
      const { status, body, id } = await submit('payout', { msisdn: `770${digits}` })
      expect(status).to.equal(200)
      expect(body.data).to.deep.equal({ transaction: { id, status: 'TIP' } })
      expect(body.status).to.include({ success: true, response_code: 'DP00900001006' })
    }
  })

  rule('26.28', 'a payment of 990455 and above is refused with a code, and the network does not have it', {
    'a collection': () =>
      expectRefusals('collection', {
        '990455': [400, 'DP00800001005'],
        '990456': [200, 'DP00800001010'],
        '990457': [200, 'DP00800001008'],
        '990458': [400, 'ROUTER007'],
        '990459': [400, 'ROUTER001'],
        '990460': [400, 'ROUTER112'],
        '990461': [500, 'DP00800001000'],
        '990462': [503, undefined],
      }),
    'a payout': () =>
      expectRefusals('payout', {
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

  rule('26.29', 'a collection of 990463 is in progress and then fails, for nobody entered a PIN', () =>
    expectFailures('collection', { '990463': ['TF', 'DP00800001005'] }),
  )

  rule('26.30', '990470 drops the connection and never has the payment', async () => {
    for (const operation of operations) {
      expect(await lost(operation, '770990470')).to.deep.equal({ code: unknown[operation], paid: 0 })
    }
  })

  rule('26.31', '990471 pays and drops the connection', async () => {
    for (const operation of operations) {
      expect(await lost(operation, '770990471')).to.deep.equal({ code: known[operation], paid: 1 })
    }
  })

  rule('26.32', '990472 pays and answers a 500 without a meaning', async () => {
    for (const operation of operations) {
      const { submit, enquire, simulator } = await openAirtel()
      const { status, body, id } = await submit(operation, { msisdn: '770990472' })
      expect({ status, body }).to.deep.equal({ status: 500, body: {} })
      expect(simulator.executed()).to.have.length(1)
      expect((await enquire(operation, id)).body.data.transaction.status).to.equal('TS')
    }
  })

  rule('26.33', '990473 answers a web page with status 200 and never has the payment', async () => {
    for (const operation of operations) {
      const { submit, enquire, simulator } = await openAirtel()
      const { status, text, id } = await submit(operation, { msisdn: '770990473' })
      expect(status).to.equal(200)
      expect(text).to.include('<html>')
      expect((await enquire(operation, id)).body.status.response_code).to.equal(unknown[operation])
      expect(simulator.executed()).to.deep.equal([])
    }
  })

  rule('26.34', '990474 pays, is silent, and then answers', {
    async 'it has paid while it is silent'() {
      for (const operation of operations) {
        const { submit, simulator } = await openAirtel({ silentMs: 600_000, approvalMs: 600_000 })
        const answer = submit(operation, { msisdn: '770990474' }).catch((error) => error.code)
        await until(() => simulator.executed().length === 1)
        await simulator.close()
        expect(await answer).to.equal('ECONNRESET')
      }
    },
    async 'it answers as usual'() {
      const { submit } = await openAirtel({ silentMs: 20 })
      const { body } = await submit('payout', { msisdn: '770990474' })
      expect(body.data.transaction.status).to.equal('TS')
    },
  })

  rule('26.35', '990478 turns away the first two attempts at anything about the payment', {
    async 'two submissions'() {
      const { submit, ended } = await openAirtel()
      for (const operation of operations) {
        const given = { id: newId(), msisdn: '770990478' }
        for (const expected of [503, 503, 200]) {
          expect(await submit(operation, given)).to.include({ status: expected })
        }
        expect((await ended(operation, given.id)).data.transaction.status).to.equal('TS')
      }
    },
    async 'a submission and an enquiry'() {
      const { submit, enquire, simulator } = await openAirtel()
      const { status, text, id } = await submit('payout', { msisdn: '770990478' })
      expect(status).to.equal(503)
      expect(text).to.include('<html>')
      expect(await enquire('payout', id)).to.include({ status: 503 })
      expect((await enquire('payout', id)).body.status.response_code).to.equal(unknown.payout)
      expect(simulator.executed()).to.deep.equal([])
    },
  })
})

async function expectFailures(operation: Operation, ends: Record<string, [string, string]>) {
  const { submit, ended, simulator } = await openAirtel()
  for (const [digits, [status, code]] of Object.entries(ends)) {
    const { body, id } = await submit(operation, { msisdn: `770${digits}` })
    expect(body.status.success).to.equal(true)
    const failed = await ended(operation, id)
    expect(failed.data.transaction).to.include({ id, status }).and.not.have.property('airtel_money_id')
    expect(failed.status).to.include({ success: false, response_code: code, result_code: 'ESB000011' })
  }
  expect(simulator.executed()).to.deep.equal([])
}

async function expectRefusals(operation: Operation, answers: Record<string, [number, string | undefined]>) {
  const { submit, enquire, simulator } = await openAirtel()
  for (const [digits, [expected, code]] of Object.entries(answers)) {
    const { status, text, body, id } = await submit(operation, { msisdn: `770${digits}` })
    expect({ status, code: body.status_code ?? body.status?.response_code }).to.deep.equal({ status: expected, code })
    if (status === 503) expect(text).to.include('<html>')
    else if (!body.status_code) expect(body.status.success).to.equal(false)
    expect(body).to.not.have.property('data')
    expect((await enquire(operation, id)).body.status.response_code).to.equal(unknown[operation])
  }
  expect(simulator.executed()).to.deep.equal([])
}

/** Submits to a network that drops the connection, and tells what became of the payment. */
async function lost(operation: Operation, msisdn: string) {
  const { submit, enquire, simulator } = await openAirtel()
  const id = newId()
  const answer = await submit(operation, { id, msisdn }).catch((error) => error.code)
  expect(answer).to.equal('ECONNRESET')
  return { code: (await enquire(operation, id)).body.status.response_code, paid: simulator.executed().length }
}
