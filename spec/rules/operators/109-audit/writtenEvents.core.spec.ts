import { expect } from 'chai'
import { runStep, type Scope, type StepRows, type Transaction, type UnitOfWork } from '../../../../core/sente.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { rule } from '../../../rule.ts'
import { noRows } from './noRows.ts'
import { brokenIn, collection, failed, funded, held, paid, payout, released, rowsOf, settled } from './plantedBooks.ts'

const funding = aFunding('a', { reference: 'f', amountMinor: 100n })
const scope: Scope = {
  account: 'a',
  currency: 'UGX',
  reference: payout.reference,
  transaction: 't',
  funding: 'f',
  events: true,
}

/** The events that a step writes for an account with seven events, with an earlier transaction if given. */
function announcedBy(write: (work: UnitOfWork) => unknown, before?: Transaction) {
  const rows: StepRows = {
    ...noRows,
    reference: () => before?.id,
    balance: () => ({ availableMinor: 100n, heldMinor: 30n, postedAtMs: 0 }),
    transaction: () => before,
    lastEvent: () => 7,
  }
  return runStep(rows, scope, write).changes?.events ?? []
}

const eighth = { accountId: 'a', sequence: 8, cause: { transaction: 't' }, atMs: payout.updatedAtMs }

describe('109 The audit: events', () => {
  rule('109.19', 'the step that ends a transaction or moves funds writes its event, the next one of its account', {
    'a payout that succeeds': () => expect(announcedBy((work) => work.record(paid), payout)).to.deep.equal([eighth]),
    'a collection that fails': () =>
      expect(
        announcedBy((work) => work.record({ ...collection, state: 'failed', reason: 'not_sent' }), collection),
      ).to.deep.equal([eighth]),
    'one that is opened and fails in the same step': () =>
      expect(
        announcedBy((work) => {
          work.record(payout)
          work.record(failed)
        }),
      ).to.deep.equal([eighth]),
    'one that is recorded as failed at once': () =>
      expect(announcedBy((work) => work.record(failed))).to.deep.equal([eighth]),
    'a funding, and then an end': () =>
      expect(
        announcedBy((work) => {
          work.fund(funding)
          work.record(paid)
        }, payout),
      ).to.deep.equal([
        { accountId: 'a', sequence: 8, cause: { funding: 'f' }, atMs: funding.atMs },
        { ...eighth, sequence: 9 },
      ]),
  })

  rule('109.20', 'no other change of a step writes an event', {
    'an opening': () => expect(announcedBy((work) => work.record(payout))).to.deep.equal([]),
    'a payment that becomes pending': () =>
      expect(announcedBy((work) => work.record({ ...payout, state: 'pending' }), payout)).to.deep.equal([]),
    'attention for a final transaction': () =>
      expect(announcedBy((work) => work.record({ ...paid, attention: 'contradiction' }), paid)).to.deep.equal([]),
    'an end that is refused': () =>
      expect(
        announcedBy((work) => {
          work.record(paid)
          return { refused: 'transaction_ended' }
        }, payout),
      ).to.deep.equal([]),
  })

  const ended = { transactions: [rowsOf(paid, held, settled)] }
  const reported = { accountId: 'a', sequence: 1, cause: { transaction: 't' }, atMs: 0 }

  rule('109.21', 'an end or a funding without an event is found', {
    'an end': async () =>
      expect(await brokenIn({ ...ended, events: [] })).to.deep.equal([
        { rule: 'one_event_each', row: 'a transaction t', problem: 'it has no event' },
      ]),
    'a failure with an event of another account': async () =>
      expect(
        await brokenIn({
          transactions: [rowsOf(failed, held, released)],
          events: [{ ...reported, accountId: 'b' }],
        }),
      ).to.deep.equal([
        { rule: 'one_event_each', row: 'b transaction t', problem: 'it has 1 more events than ends' },
        { rule: 'one_event_each', row: 'a transaction t', problem: 'it has no event' },
      ]),
    'a funding': async () =>
      expect(await brokenIn({ fundings: [{ funding, postings: [funded] }], events: [] })).to.deep.equal([
        { rule: 'one_event_each', row: 'a f', problem: 'it has no event' },
      ]),
  })

  rule('109.22', 'an event about something that has not ended, and a second event about an end or a key, are found', {
    'of an open payout': async () =>
      expect(await brokenIn({ transactions: [rowsOf(payout, held)], events: [reported] })).to.deep.equal([
        { rule: 'one_event_each', row: 'a transaction t', problem: 'it has 1 more events than ends' },
      ]),
    'a second one': async () =>
      expect(await brokenIn({ ...ended, events: [reported, { ...reported, sequence: 2 }] })).to.deep.equal([
        { rule: 'one_event_each', row: 'a transaction t', problem: 'it has 1 more events than ends' },
      ]),
    'a second one of a key that expires': async () => {
      const events = [1, 2].map((sequence) => ({ ...reported, sequence, cause: { key: 'k' } }))
      expect(await brokenIn({ events })).to.deep.equal([
        { rule: 'one_event_each', row: 'a key k', problem: 'it has more than one event' },
      ])
    },
  })

  rule('109.23', 'a gap in the events of an account is found, and so is a repeated sequence', {
    'a gap': async () =>
      expect(await brokenIn({ ...ended, events: [{ ...reported, sequence: 2 }] })).to.deep.equal([
        { rule: 'events_without_gap', row: 'a event 2', problem: 'it follows event 0' },
      ]),
    'the same sequence': async () =>
      expect(
        await brokenIn({
          transactions: [rowsOf(paid, held, settled)],
          fundings: [{ funding, postings: [funded] }],
          events: [reported, { ...reported, cause: { funding: 'f' } }],
        }),
      ).to.deep.equal([{ rule: 'events_without_gap', row: 'a event 1', problem: 'it follows event 1' }]),
  })
})
