import { expect } from 'chai'
import {
  addEndpoint,
  type Exchange,
  findCase,
  findSeenPayment,
  isRefusal,
  refundMoney,
  type SeenHappening,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { aSchedule } from '../../../fixtures/fees.ts'
import { joined, signedIn } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

/** A network that reports its answers like the adapters, and an account that pays fees. */
async function openTelling() {
  const schedules = (['payout', 'collection', 'refund'] as const).map((kind) => aSchedule({ kind, isRefundable: true }))
  const core = await openCore({}, { fees: { schedules, cashOuts: [] } })
  const { network, clock, ports } = core
  const said = (question: Exchange['question'], status: number | null): Exchange => {
    const answer = { codes: [], answer: '', problem: status === null ? 'the answer was lost' : null }
    clock.forwardMs(7)
    return { question, status, atMs: clock.nowMs(), tookMs: 7, ...answer }
  }
  const { payOut, enquire } = network
  const reported = { status: 202 as number | null }
  network.payOut = (transaction, until, onExchange) => {
    onExchange?.(said('submission', reported.status))
    return payOut(transaction, until)
  }
  network.enquire = (transaction, onExchange) => {
    onExchange?.(said('enquiry', 200))
    return enquire(transaction)
  }
  const users = [
    await joined(ports, { accountId: null, name: 'nakato' }),
    await joined(ports, { accountId: core.account.id }),
  ]
  return {
    ...core,
    reported,
    /** The payment's timeline for its operator, and for its merchant. */
    async timelines(transactionId: string): Promise<readonly (readonly SeenHappening[])[]> {
      return Promise.all(
        users.map(async (opened) => {
          const who = await signedIn(ports, opened)
          const found = await findSeenPayment(ports)({ who, transactionId })
          if (isRefusal(found)) throw new Error(found.message)
          return found.timeline
        }),
      )
    },
  }
}

const answers = {
  succeeded: { outcome: 'succeeded', providerRef: null, seen: {} },
  declined: { outcome: 'declined', reason: 'customer_rejected', seen: {} },
  reversed: { outcome: 'reversed', providerRef: null, seen: {} },
  pending: { outcome: 'pending', seen: {} },
  mismatch: { outcome: 'mismatch', because: 'another amount' },
} as const

const wordsOf = (timeline: readonly SeenHappening[]) => timeline.map(({ what }) => what).join(' ')

describe('123 The case of a payment: its timeline', () => {
  rule('123.21', 'the timeline of a payment is in order, and the merchant’s has no answers of networks', {
    'by its network’s answers': table(
      ['submission', 'status', 'enquiry', 'operator', 'merchant'],
      [
        [
          'accepts',
          202,
          'succeeded',
          'opened held sent submission enquiry settled fee event',
          'opened held sent heard settled fee event',
        ],
        [
          'accepts',
          202,
          'declined',
          'opened held sent submission enquiry released event',
          'opened held sent heard released event',
        ],
        ['accepts', 202, 'reversed', 'opened held sent submission enquiry contradiction', 'opened held sent heard'],
        ['accepts', 202, 'pending', 'opened held sent submission enquiry', 'opened held sent'],
        ['accepts', 202, 'mismatch', 'opened held sent submission enquiry mismatch', 'opened held sent'],
        [
          'losesAnswer',
          null,
          'succeeded',
          'opened held submission enquiry enquiry settled fee event',
          'opened held heard settled fee event',
        ],
        [
          'declines',
          400,
          'pending',
          'opened held sent submission released event enquiry contradiction',
          'opened held sent heard released event',
        ],
        [
          'succeeds',
          200,
          'pending',
          'opened held sent submission settled fee event',
          'opened held sent heard settled fee event',
        ],
      ] as const,
      async (behaviour, status, outcome, operator, merchant) => {
        const { pay, reported, timelines } = await openTelling()
        reported.status = status
        const { id, afterAnswer } = await pay(behaviour)
        await afterAnswer({ ...answers[outcome] })
        expect((await timelines(id)).map(wordsOf)).to.deep.equal([operator, merchant])
      },
    ),
    'a collection with a refunded fee': async () => {
      const { ports, network, collect, caller, request, payout, timelines } = await openTelling()
      network.behaves('succeeds')
      const sold = await collect({ caller: await caller(), request: { ...request, reference: 'sale' } })
      const back = { apikey: payout.apikey, pin: payout.pin, collection: 'sale', reference: 'back', amount: 5_000 }
      if (isRefusal(sold)) throw new Error(sold.refused)
      await sold.outcome
      const refund = await refundMoney(ports)({ caller: await caller(), request: back })
      if (isRefusal(refund)) throw new Error(refund.refused)
      await refund.outcome
      const [sale, gone] = await Promise.all([timelines(sold.transaction.id), timelines(refund.transaction.id)])
      expect(sale.map(wordsOf)).to.deep.equal([
        'opened submission credited fee event',
        'opened heard credited fee event',
      ])
      expect(gone.map(wordsOf)).to.deep.equal([
        'opened held sent submission settled fee fee_refunded event',
        'opened held sent heard settled fee fee_refunded event',
      ])
    },
  })

  rule(
    '123.22',
    'the attempts to deliver its event are listed in the order of their times, over all endpoints',
    async () => {
      const { ports, pay, account, clock } = await openTelling()
      const urls = ['https://duka.example/one', 'https://duka.example/two']
      const ids: string[] = []
      for (const url of urls) {
        const settings = { url, types: ['*'] } as const
        const caller = { account, byOperator: { by: 'nakato' } }
        const added = await addEndpoint(ports)({ caller, settings })
        if (isRefusal(added)) throw new Error(added.refused)
        ids.push(added.endpoint.id)
      }
      const { id: transactionId } = await pay('succeeds')
      const [event] = (await ports.books.events({ accountId: account.id, after: 1, limit: 1 })).events
      const sequence = event?.event.sequence ?? 0
      const claim = () => ({ by: 'this node', nowMs: clock.nowMs(), leaseMs: 60_000 })
      await ports.webhooks.claim({ ...claim(), longestPauseMs: 0, limit: 9 })
      const outcome = { attempt: 1, status: 200, problem: null, tookMs: 0, answer: 'OK' }
      for (const [endpoint, of] of [
        [0, sequence],
        [1, sequence],
        [0, sequence],
        [1, sequence - 1],
      ] as const) {
        clock.forwardMs(1)
        const settlement = { progress: { upTo: sequence, failingMs: null }, waiting: [], ended: [] }
        await ports.webhooks.settle(ids[endpoint] ?? '', claim(), {
          ...settlement,
          attempts: [{ ...outcome, sequence: of }],
        })
      }
      const found = await findCase(ports)({ transactionId })
      if (isRefusal(found)) throw new Error(found.message)
      expect(found.deliveries.map(({ url }) => url)).to.deep.equal([urls[0], urls[1], urls[0]])
      expect(found.deliveries.map(({ endpointId }) => endpointId)).to.deep.equal([ids[0], ids[1], ids[0]])
      const opened = await pay('accepts', { reference: 'order-2' })
      const open = await findCase(ports)({ transactionId: opened.id })
      expect(isRefusal(open) || [open.deliveries, open.eventId]).to.deep.equal([[], null])
    },
  )
})
