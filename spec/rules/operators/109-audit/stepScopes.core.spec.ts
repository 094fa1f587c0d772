import { expect } from 'chai'
import {
  type Batch,
  type BatchLine,
  type BatchState,
  type DayCount,
  runStep,
  type Scope,
  type StepRows,
  type Transaction,
  type UnitOfWork,
} from '../../../../core/sente.ts'
import { anActing, anExchange, aPayout, aPinCount } from '../../../contracts/kit/records.ts'
import { rule, table } from '../../../rule.ts'
import { noRows } from './noRows.ts'

const payout = aPayout('a', { id: 't', reference: 'order-1' })
const phoneNumber = '256770000001'
const bare: Scope = { account: 'a', currency: 'UGX', reference: payout.reference, transaction: payout.id }
const full: Scope = {
  ...{ ...bare, events: true, dayCount: true, phoneNumber, action: { proposal: null } },
  ...{ batch: 'b', batchLine: 2, refundOf: 'c', link: { id: 'l', phoneNumber } },
}
const prompt = { transactionId: 't', atMs: 1, isOpen: true }
const day: DayCount = {
  ...{ accountId: 'a', currency: 'UGX', endsAtMs: 9 },
  ...{ payouts: 1n, payoutsMinor: 5_000n, collections: 0n },
}
const batch: Batch = {
  ...{ id: 'b', accountId: 'a', keyId: 'k', reference: 'r', digest: 'd', state: 'paying', lines: 2, sums: [] },
  ...{ totals: null, createdAtMs: 1, updatedAtMs: 7, quarantines: 0 },
}
const line: BatchLine = {
  ...{ batchId: 'b', number: 2, reference: 'pay-2', phoneNumber, amountMinor: 5n, feeMinor: 0n, currency: 'UGX' },
  ...{ network: 'MTN', description: null, metadata: {}, customerMessage: null, state: 'waiting', code: null },
  transactionId: null,
}
const batchRows: Partial<StepRows> = {
  batch: () => ({ batch, isReferenceUsed: false }),
  batchLine: () => ({ line, isBusy: false }),
}

/** Runs a step of account `a`, over books that have little or nothing. */
function run<T>(write: (work: UnitOfWork) => T, rows: Partial<StepRows> = {}, scope = full) {
  return runStep({ ...noRows, ...rows }, scope, write)
}

const changesOf = (...given: Parameters<typeof run>) => run(...given).changes

describe('109 The audit: the scope of a step', () => {
  rule('109.25', 'a step counts, refunds, is paid through a link, writes events and records only within its scope', {
    '': table(
      ['act', 'why it breaks'],
      [
        ['writes an event', 'a step writes an event, and its scope does not name its account’s events'],
        ['looks at the day', 'a step counts payments of a day, and its scope does not say so'],
        ['counts on the day', 'a step counts payments of a day, and its scope does not say so'],
        ['looks at prompts', 'a step counts prompts, and its scope names no phone number'],
        ['keeps prompts', 'a step counts prompts, and its scope names no phone number'],
        ['looks at refunds', 'a step refunds a collection, and its scope names none'],
        ['looks at a link', 'a step pays through a link, and its scope names none'],
        ['writes an action', 'a step writes an action, and its scope does not say so'],
      ] as const,
      (what, message) => {
        const doing: Record<typeof what, (work: UnitOfWork) => unknown> = {
          'writes an event': (work) => work.record({ ...payout, state: 'succeeded' }),
          'looks at the day': (work) => work.dayCount(),
          'counts on the day': (work) => work.countDay(day),
          'looks at prompts': (work) => work.prompts(),
          'keeps prompts': (work) => work.keepPrompts([prompt]),
          'looks at refunds': (work) => work.refunded(),
          'looks at a link': (work) => work.link(),
          'writes an action': (work) => work.act(anActing()),
        }
        expect(() => run(doing[what], {}, bare)).to.throw(message)
        expect(() => run(doing[what])).not.to.throw()
      },
    ),
    'the day of another account, or in another currency': () => {
      const message = (other: string) => `a step about UGX of account a counts ${other}`
      expect(() => run((work) => work.countDay({ ...day, accountId: 'b' }))).to.throw(message('UGX of b'))
      expect(() => run((work) => work.countDay({ ...day, currency: 'RWF' }))).to.throw(message('RWF of a'))
    },
    'the exchanges of another transaction': () =>
      expect(() => run((work) => work.keepExchanges('u', [anExchange()]))).to.throw(
        'a step reaches for the transaction u, and its scope names t',
      ),
    'a balance in a further currency': () => {
      const look = (currency: string) =>
        run((work) => work.ledger.balance('a', currency), {}, { ...full, currencies: ['RWF'] })
      expect(look('RWF').result).to.deep.equal({ availableMinor: 0n, heldMinor: 0n })
      expect(look('UGX').result).to.deep.equal({ availableMinor: 0n, heldMinor: 0n })
      const further = { ...full, currencies: ['RWF'] }
      expect(() => run((work) => work.references.usedBy('a', 'RWF'), {}, further)).to.throw('the reference RWF')
      expect(() => look('USD')).to.throw('a step reaches for the currency USD, and its scope names UGX')
    },
  })

  rule(
    '109.26',
    'a step sees its own changes to wrong PINs, days, prompts, batches and lines, and passes them to the store',
    {
      'the day': () => {
        const { result, changes } = run(
          (work) => {
            const before = work.dayCount()
            work.countDay({ ...day, payouts: 2n })
            return [before, work.dayCount()]
          },
          { dayCount: () => day },
        )
        expect(result).to.deep.equal([day, { ...day, payouts: 2n }])
        expect(changes?.dayCount).to.deep.equal({ ...day, payouts: 2n })
      },
      'the wrong PINs': () => {
        const { result, changes } = run(
          (work) => {
            const before = work.pinCount()
            work.countPin({ ...aPinCount, failures: 4 })
            return [before, work.pinCount()]
          },
          { pinCount: () => aPinCount },
        )
        expect(result).to.deep.equal([aPinCount, { ...aPinCount, failures: 4 }])
        expect(changes?.pinCount).to.deep.equal({ ...aPinCount, failures: 4 })
      },
      prompts: () => {
        const { result, changes } = run((work) => {
          work.keepPrompts([prompt])
          return work.prompts()
        })
        expect(result).to.deep.equal([prompt])
        expect(changes?.prompts).to.deep.equal({ phoneNumber, prompts: [prompt] })
      },
      'a batch and its line': () => {
        const { result, changes } = run((work) => {
          const before = [work.batch(), work.batchLine()]
          work.keepBatch({ ...batch, updatedAtMs: 8 })
          work.keepBatchLine({ ...line, state: 'refused' })
          return [...before, work.batch(), work.batchLine()]
        }, batchRows)
        expect(result).to.deep.equal([
          { batch, isReferenceUsed: false },
          { line, isBusy: false },
          { batch: { ...batch, updatedAtMs: 8 }, isReferenceUsed: false },
          { line: { ...line, state: 'refused' }, isBusy: false },
        ])
        expect([changes?.batch?.updatedAtMs, changes?.batchLine?.state]).to.deep.equal([8, 'refused'])
      },
      'each alone is a change': () => {
        const writes: ((work: UnitOfWork) => unknown)[] = [
          (work) => work.countDay(day),
          (work) => work.keepPrompts([]),
          (work) => work.keepBatch(batch),
          (work) => work.keepBatchLine(line),
          (work) => work.keepExchanges('t', [anExchange()]),
          (work) => work.act(anActing()),
        ]
        for (const write of writes) expect(changesOf(write, batchRows), String(write)).not.to.equal(undefined)
      },
    },
  )

  rule('109.27', 'a prompt counts as open until its payment has ended, and not at all if it was never sent', {
    '': table(
      ['the payment', 'kept as', 'counts as'],
      [
        ['submitting', 'open', 'open'],
        ['pending', 'open', 'open'],
        ['succeeded', 'open', 'ended'],
        ['declined', 'open', 'ended'],
        ['not_sent', 'open', 'nothing'],
        ['gone', 'open', 'ended'],
        ['pending', 'ended', 'ended'],
        ['not_sent', 'ended', 'ended'],
      ] as const,
      (payment, kept, counts) => {
        const states: Record<typeof payment, Partial<Transaction> | undefined> = {
          ...{ submitting: {}, pending: { state: 'pending' }, succeeded: { state: 'succeeded' }, gone: undefined },
          declined: { state: 'failed', reason: 'customer_did_not_approve' },
          not_sent: { state: 'failed', reason: 'not_sent' },
        }
        const state = states[payment]
        const rows: Partial<StepRows> = {
          prompts: () => [{ ...prompt, isOpen: kept === 'open' }],
          transaction: () => state && { ...payout, ...state },
        }
        const { result } = run((work) => work.prompts(), rows)
        expect(result).to.deep.equal(counts === 'nothing' ? [] : [{ ...prompt, isOpen: counts === 'open' }])
      },
    ),
  })

  rule(
    '109.28',
    'a step can change the batch and the line of its scope, the batch until it is completed and the line while it waits',
    {
      'another batch, or one of another account': () => {
        const message = (id: string, scope = 'b') =>
          `a step of account a keeps batch ${id}, and its scope names ${scope}`
        const other = { ...batch, accountId: 'c' }
        expect(() => run((work) => work.keepBatch({ ...batch, id: 'x' }), batchRows)).to.throw(message('x'))
        expect(() => run((work) => work.keepBatch(batch))).to.throw(message('b'))
        const rows: Partial<StepRows> = { batch: () => ({ batch: other, isReferenceUsed: false }) }
        expect(() => run((work) => work.keepBatch(other), rows)).to.throw(message('b'))
      },
      'one that is completed': () => {
        const completed = { ...batch, state: 'completed' } as const
        const rows: Partial<StepRows> = { batch: () => ({ batch: completed, isReferenceUsed: false }) }
        expect(() => run((work) => work.keepBatch(batch), rows)).to.throw('batch b is completed')
      },
      'only its completion writes its event': table(
        ['state', 'events'],
        [
          ['completed', 1],
          ['cancelling', 0],
          ['paused', 0],
        ] as const,
        (state: BatchState, events) => {
          const changes = changesOf((work) => work.keepBatch({ ...batch, state }), { ...batchRows, lastEvent: () => 4 })
          const reported = { accountId: 'a', sequence: 5, cause: { batch: 'b' }, atMs: 7 }
          expect(changes?.events).to.deep.equal(events === 1 ? [reported] : [])
        },
      ),
      'another line, or one that no longer waits': () => {
        const message = (number: number, id: string) =>
          `a step keeps line ${number} of batch ${id}, and its scope names 2 of b`
        const opened = { ...line, state: 'opened' } as const
        expect(() => run((work) => work.keepBatchLine({ ...line, number: 3 }), batchRows)).to.throw(message(3, 'b'))
        expect(() => run((work) => work.keepBatchLine({ ...line, batchId: 'x' }), batchRows)).to.throw(message(2, 'x'))
        const waitsNot = 'line 2 of batch b does not wait'
        expect(() => run((work) => work.keepBatchLine(line))).to.throw(waitsNot)
        const rows: Partial<StepRows> = { batchLine: () => ({ line: opened, isBusy: false }) }
        expect(() => run((work) => work.keepBatchLine(line), rows)).to.throw(waitsNot)
        const twice = (work: UnitOfWork) => {
          work.keepBatchLine(opened)
          work.keepBatchLine(opened)
        }
        expect(() => run(twice, batchRows)).to.throw(waitsNot)
      },
    },
  )

  rule('109.29', 'a step continues each series of numbers at its end', {
    'exchanges of a transaction': () => {
      const keep = (had: number) =>
        changesOf(
          (work) => {
            work.keepExchanges(
              't',
              [1, 2, 3].map((atMs) => anExchange({ atMs })),
            )
            work.keepExchanges('t', [anExchange({ atMs: 4 })])
          },
          { exchanges: () => had },
        )?.exchanges.map(({ n, transactionId, exchange }) => [n, transactionId, exchange.atMs])
      for (const had of [0, 7]) expect(keep(had)).to.deep.equal([1, 2, 3, 4].map((atMs) => [had + atMs - 1, 't', atMs]))
    },
    actions: () => {
      const acted = (ending = false) =>
        changesOf(
          (work) => {
            work.act(anActing({ proposal: ending ? 3 : null }))
            work.act(anActing({ subject: 'another' }))
          },
          { chainEnd: () => ({ number: 4, hash: 'four' }), isEnded: (proposal) => proposal === 3 },
        )
      const changes = acted()
      expect(changes?.actions.map(({ number, previous }) => [number, previous])).to.deep.equal([
        [5, 'four'],
        [6, 'hash 5'],
      ])
      expect(changes?.chainEnd).to.deep.equal({ number: 6, hash: 'hash 6' })
      expect(() => acted(true)).to.throw('proposal 3 has ended')
    },
    'not an action that changes nothing': () => {
      const nothing = { proposal: null, chain: () => undefined }
      expect(run((work) => work.act(nothing))).to.deep.equal({ result: undefined, changes: undefined })
    },
  })

  rule(
    '109.30',
    'the phone number of a payment can be erased once the payment has ended and is no longer followed up',
    {
      '': table(
        ['state', 'asked about', 'erased'],
        [
          ['succeeded', false, true],
          ['failed', false, true],
          ['failed', true, false],
          ['pending', false, false],
          ['none', false, false],
        ] as const,
        (state, isAsked, isErased) => {
          const followUp = { ...payout.followUp, askAtMs: isAsked ? 1 : null }
          const before = state === 'none' ? undefined : { ...payout, state, followUp }
          const erase = () => changesOf((work) => work.erasePhoneNumber('t', 'erased'), { transaction: () => before })
          if (!isErased) {
            expect(erase).to.throw('transaction t still needs its phone number')
            return
          }
          expect(erase()?.erased).to.deep.equal([
            { accountId: 'a', transactionId: 't', phoneNumber: payout.phoneNumber, pseudonym: 'erased' },
          ])
          expect(erase()?.changed.get('t')).to.deep.equal({ ...before, phoneNumber: 'erased' })
        },
      ),
    },
  )
})
