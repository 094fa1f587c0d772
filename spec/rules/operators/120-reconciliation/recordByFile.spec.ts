import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { type Filling, filled } from './filledFile.ts'
import { type CommandLine, withFile, written } from './withFile.ts'
import { ugandanCollection, ugandanPayout } from './writtenFiles.ts'

const because = ['--because', 'ticket 4711']

/** Two collections and a payout that the books do not have, and a row to no phone. */
const forgotten = async ({ clock }: CommandLine) => {
  const at = written(clock.nowMs())
  return [
    ugandanCollection(at, '7000', '256770000007'),
    ugandanCollection(at, '800', '256770000008'),
    ugandanPayout(at, '900', '256770000009'),
    ugandanPayout(at, '60', '256770000009').replace('FRI:256770000009/MSISDN', 'FRI:bank/MM'),
  ]
}

const withForgotten = (
  example: (
    given: CommandLine & { run: string; decide(...fillings: Filling[]): ReturnType<CommandLine['json']> } & {
      fill(...fillings: Filling[]): Promise<string>
      open(): Promise<readonly number[]>
    },
  ) => unknown,
) =>
  withFile(async ({ compare, file, ...given }) => {
    const { reconciliation_id: run } = (await compare('--sure')).json
    const exported = file.replace('march.csv', 'exceptions.csv')
    await given.json('reconcile', 'exceptions', '--export', exported)
    const fill = (...fillings: Filling[]) => filled(exported, fillings)
    const open = async () =>
      (await given.json('reconcile', 'show', run)).json.entries.map(({ entry }: { entry: number }) => entry)
    const decide = async (...fillings: Filling[]) =>
      given.json('reconcile', 'decide', await fill(...fillings), ...because)
    await example({ ...given, run, fill, open, decide })
  }, forgotten)

const nothing: Filling = () => ({})

describe('120 Reconciliation: payments that a file of decisions records', () => {
  rule(
    '120.120',
    'a line of a file of decisions records a forgotten payment for an account, under its reference, once',
    {
      'with the totals before': () =>
        withForgotten(async ({ id, json, fill, open, store }) => {
          const record = (reference: string) => () => ({ decision: 'record', account: id, reference })
          const file = await fill(nothing, record('lost-9'), record('lost-8'), record('lost-7'))
          const dry = (await json('reconcile', 'decide', file, '--dry-run', ...because)).json
          expect(
            dry.decisions.map(({ decision, entries }: Record<string, unknown>) => [decision, entries]),
          ).to.deep.equal([[`record for ${id}`, 3]])
          const before = dry.accounts[0].available
          expect(dry.accounts[0]).to.include({ payments: 3, in: 7_800, out: 900, available_after: before + 6_900 })
          expect(await open()).to.deep.equal([2, 3, 4, 5])
          const { code, json: done } = await json('reconcile', 'decide', file, ...because)
          expect([code, done.entries, done.payments.length, await open()]).to.deep.equal([0, 3, 3, [5]])
          const found = await store.books.transactionByReference(id, 'lost-7')
          expect(found).to.include({ kind: 'collection', amountMinor: 7_000n, phoneNumber: '256770000007' })
          const [{ availableMinor } = { availableMinor: 0n }] = await store.books.balances(id)
          expect(Number(availableMinor)).to.equal(before + 6_900)
          const again = await json('reconcile', 'decide', file, ...because)
          expect([again.code, again.json]).to.deep.equal([0, { entries: 0, decided_before: 3, changed: [] }])
        }),
      'as a refund, if it names the refunded collection': () =>
        withForgotten(async ({ id, fill, json, decide, open, store }) => {
          const record =
            (reference: string, more = {}) =>
            () => ({ decision: 'record', account: id, reference, ...more })
          await decide(nothing, nothing, nothing, record('paid-7'))
          const file = await fill(nothing, record('back-9', { refund_of: 'paid-7' }), nothing, nothing)
          expect((await json('reconcile', 'decide', file, ...because)).json).to.include({ entries: 1 })
          const [collection, refund] = await Promise.all(
            ['paid-7', 'back-9'].map((reference) => store.books.transactionByReference(id, reference)),
          )
          expect(refund).to.include({ kind: 'refund', refundOf: collection?.id })
          expect(await open()).to.deep.equal([3, 5])
        }),
      'and one that is refused stays open, and is named': () =>
        withForgotten(async ({ id, run, decide, open }) => {
          const record = { decision: 'record', account: id, reference: 'back-9', refund_of: 'none' }
          const { code, json: done } = await decide(nothing, () => record)
          expect([code, done.entries, await open()]).to.deep.equal([1, 0, [2, 3, 4, 5]])
          expect(done.left[0]).to.include({ reconciliation_id: run, entry: 4 })
          expect(done.left[0].because).to.include('no collection none that has succeeded')
        }),
    },
  )

  rule(
    '120.121',
    'a file of decisions with a payment that cannot be named changes nothing, and each faulty line is named',
    () =>
      withForgotten(async ({ id, decide, open }) => {
        const record = { decision: 'record', account: id, reference: 'lost' }
        const { json: answer } = await decide(
          () => record,
          () => ({ ...record, reference: '' }),
          () => ({ ...record, account: 'nobody' }),
          () => ({ ...record, reference: 'two words' }),
        )
        expect(answer.error.message.split('\n').slice(1)).to.deep.equal([
          'line 2 has the decision “record”, which is for missing_here, and its entry is not_ours',
          'line 3 is to be recorded, and has no reference',
          'line 4 has an unknown account: “nobody”',
          'line 5 has the reference “two words”: expected 1 to 100 visible ASCII characters',
        ])
        const twice = await decide(
          () => ({ decision: 'other', reference: 'lost' }),
          () => ({ ...record, decision: 'top-up', reference: '', account: '' }),
          () => record,
          () => record,
        )
        expect(twice.json.error.message.split('\n').slice(1)).to.deep.equal([
          'line 2 has reference, without the decision “record”',
          'line 3 has the decision “top-up”, which is for not_ours, and its entry is missing_here',
          'line 5 has the account and the reference of line 4',
        ])
        expect(await open()).to.deep.equal([2, 3, 4, 5])
      }),
  )

  rule(
    '120.122',
    'payments of one file of decisions that exceed an amount together wait for a second person as a whole',
    () =>
      withForgotten(async ({ id, json, sente, store, fill, open }) => {
        Object.assign(store, { fourEyes: { kinds: new Set(), amountsMinor: new Map([['UGX', 7_859n]]) } })
        const record = (reference: string) => () => ({ decision: 'record', account: id, reference })
        const fillings = [() => ({ decision: 'liquidation' }), nothing, record('lost-8'), record('lost-7')]
        const file = await fill(...fillings)
        const { proposal } = (await json('reconcile', 'decide', file, ...because, '--by', 'brian')).json.proposal
        expect([proposal > 0, await open()]).to.deep.equal([true, [2, 3, 4, 5]])
        const { scope } = (await json('proposal', 'show', String(proposal))).json
        expect(
          scope.decisions.map(({ decision, entries }: Record<string, unknown>) => [decision, entries]),
        ).to.deep.equal([
          ['liquidation', 1],
          [`record for ${id}`, 2],
        ])
        const { out } = await sente('proposal', 'approve', String(proposal), '--by', 'amina')
        expect(out).to.match(/\nEntries decided as in exceptions-filled\.csv: 3\n/)
        expect(await open()).to.deep.equal([4])
      }),
  )
})
