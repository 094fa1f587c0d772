import { expect } from 'chai'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { openAirtel } from '../../../simulator/airtelCaller.ts'
import { forBoth, type Network } from '../../../simulator/bothNetworks.ts'
import { openMtn } from '../../../simulator/mtnCaller.ts'
import { openReceiver, operations } from '../../../simulator/openedSimulator.ts'

describe('18 The sandbox’s networks: other test numbers of both', () => {
  rule(
    '18.4',
    'a payment of 990453 stays pending, and one of 990454 succeeds late',
    forBoth(async ({ open, reportsTo }) => {
      for (const operation of operations) {
        const receiver = await openReceiver()
        const { submit, enquire, simulator } = await open({ approvalMs: 50, callbackUrl: receiver.url })
        const pending = await submit(operation, { digits: '990453' })
        const begunMs = performance.now()
        const late = await submit(operation, { digits: '990454' })
        await until(() => receiver.calls.length === 1)
        // A slow machine takes longer, never less, so no example fails because of it.
        expect(performance.now() - begunMs).to.be.greaterThan(200)
        const usual = await submit(operation)
        await until(() => receiver.calls.length === 2)
        expect(reportsTo(receiver).map(({ id }) => id)).to.deep.equal([late.id, usual.id])
        expect(await enquire(operation, late.id)).to.equal('succeeded')
        expect(await enquire(operation, pending.id)).to.equal('open')
        expect(simulator.executed()).to.have.length(2)
      }
    }),
  )

  rule(
    '18.5',
    '990470 drops the connection and never has the payment',
    forBoth((network) => expectDropped(network, '990470', { state: 'unknown', paid: 0 })),
  )

  rule(
    '18.6',
    '990471 pays and drops the connection',
    forBoth((network) => expectDropped(network, '990471', { state: 'succeeded', paid: 1 })),
  )

  rule(
    '18.7',
    '990472 pays and answers a 500 without a meaning',
    forBoth(async ({ open }) => {
      for (const operation of operations) {
        const { submit, enquire, simulator } = await open()
        const { status, body, id } = await submit(operation, { digits: '990472' })
        expect({ status, body }).to.deep.equal({ status: 500, body: {} })
        expect(simulator.executed()).to.have.length(1)
        expect(await enquire(operation, id)).to.equal('succeeded')
      }
    }),
  )

  rule(
    '18.8',
    '990473 answers a web page with status 200 and never has the payment',
    forBoth(async ({ open }) => {
      for (const operation of operations) {
        const { submit, enquire, simulator } = await open()
        const { status, text, id } = await submit(operation, { digits: '990473' })
        expect(status).to.equal(200)
        expect(text).to.include('<html>')
        expect(await enquire(operation, id)).to.equal('unknown')
        expect(simulator.executed()).to.deep.equal([])
      }
    }),
  )

  rule('18.9', '990474 pays, is silent, and then answers', {
    ...forBoth({
      async 'it pays before it answers'({ open }) {
        for (const operation of operations) {
          const { submit, simulator } = await open({ silentMs: 600_000, approvalMs: 600_000 })
          const answer = submit(operation, { digits: '990474' }).catch((error) => error.code)
          await until(() => simulator.executed().length === 1)
          await simulator.close()
          expect(await answer).to.equal('ECONNRESET')
        }
      },
    }),
    async 'MTN, it answers that it has accepted'() {
      const { submit } = await openMtn({ silentMs: 20 })
      expect(await submit('disbursement', { phoneNumber: '256770990474' })).to.include({ status: 202 })
    },
    async 'Airtel, it answers as usual'() {
      const { submit } = await openAirtel({ silentMs: 20 })
      const { body } = await submit('payout', { msisdn: '750990474' })
      expect(body.data.transaction.status).to.equal('TS')
    },
  })

  rule(
    '18.10',
    '990478 answers the first two requests about the payment with 503',
    forBoth({
      async 'two submissions'({ open, newId }) {
        const { submit, ended } = await open()
        for (const operation of operations) {
          const given = { id: newId(), digits: '990478' }
          for (const expected of ['busy', 'busy', 'accepted', 'repeated']) {
            expect(await submit(operation, given)).to.include({ outcome: expected })
          }
          expect(await ended(operation, given.id)).to.equal('succeeded')
        }
      },
      async 'a submission and an enquiry'({ open }) {
        for (const operation of operations) {
          const { submit, enquire, simulator } = await open()
          const { outcome, id } = await submit(operation, { digits: '990478' })
          expect(outcome).to.equal('busy')
          for (const expected of ['busy', 'unknown', 'unknown']) {
            expect(await enquire(operation, id)).to.equal(expected)
          }
          expect(simulator.executed()).to.deep.equal([])
        }
      },
    }),
  )
})

async function expectDropped({ open, newId }: Network, digits: string, expected: { state: string; paid: number }) {
  for (const operation of operations) {
    const { submit, enquire, simulator } = await open()
    const id = newId()
    expect(await submit(operation, { id, digits }).catch((error) => error.code)).to.equal('ECONNRESET')
    const state = await enquire(operation, id)
    expect({ state, paid: simulator.executed().length }).to.deep.equal(expected)
  }
}
