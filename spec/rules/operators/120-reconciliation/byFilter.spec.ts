import { expect } from 'chai'
import { findScope, isRefusal } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { fromMs, openWorld, rowOf } from './paidWorld.ts'
import type { CommandLine } from './withFile.ts'
import { withFile, written } from './withFile.ts'
import { ugandanCollection, ugandanPayout } from './writtenFiles.ts'

const because = ['--because', 'ticket 4711']

/** Two payouts and a collection that the books lack. */
const lacking = async ({ clock }: CommandLine) => [
  ugandanPayout(written(clock.nowMs()), '7000', '256770000008'),
  ugandanPayout(written(clock.nowMs()), '8000', '256770000009'),
  ugandanCollection(written(clock.nowMs()), '900', '256770000007'),
]

/** Three rows between two wallets, to no phone. */
const notOurs = async ({ clock }: CommandLine) =>
  ['7000', '8000', '900'].map((amount) =>
    ugandanPayout(written(clock.nowMs()), amount, '256770000009').replace('FRI:256770000009/MSISDN', 'FRI:bank/MM'),
  )

describe('120 Reconciliation: decisions by filter', () => {
  rule('120.100', 'sente reconcile assign and resolve choose entries by direction and reason, and show their totals', {
    'before, by a dry run that changes nothing': () =>
      withFile(async ({ compare, json, sente }) => {
        const { reconciliation_id: run } = (await compare('--sure')).json
        const dry = (...more: string[]) => json('reconcile', ...more, '--direction', 'out', '--dry-run', ...because)
        const scope = { bucket: 'missing_here', currency: 'UGX', rows: 2, in: 0, out: 15_000, between: 0 }
        const expected = { dry_run: true, entries: 2, totals: [scope], payments: [] }
        expect((await dry('assign', run, '--owner', 'okello')).json).to.deep.equal(expected)
        expect((await dry('resolve', run)).json).to.deep.equal(expected)
        const { out } = await sente('reconcile', 'resolve', run, '--dry-run', ...because)
        expect(out).to.match(/^Nothing is changed. Entries: 3\n/)
        const { entries } = (await json('reconcile', 'show', run)).json
        expect(entries.map(({ owner, resolved }: Record<string, unknown>) => [owner, resolved])).to.deep.equal(
          Array(3).fill([null, null]),
        )
        expect((await json('reconcile', 'resolve', 'none', '--dry-run', ...because)).json.error.code).to.equal(
          'unknown_reconciliation',
        )
      }, lacking),
    'after, in the answer': () =>
      withFile(async ({ compare, json, sente }) => {
        const { reconciliation_id: run } = (await compare('--sure')).json
        const owned = await json('reconcile', 'assign', run, '--owner', 'okello', '--direction', 'in', ...because)
        const totals = [{ bucket: 'missing_here', currency: 'UGX', rows: 1, in: 900, out: 0, between: 0 }]
        expect(owned.json).to.deep.include({ entries: 1, totals })
        const { out } = await sente('reconcile', 'resolve', run, '--direction', 'out', ...because)
        expect(out).to.match(/^Entries resolved: 2\n/)
        expect(out).to.match(/\nmissing_here +UGX +2 +0 +15000 +0\n/)
        const { entries } = (await json('reconcile', 'show', run)).json
        expect(entries.map(({ entry, owner }: Record<string, unknown>) => [entry, owner])).to.deep.equal([
          [4, 'okello'],
        ])
      }, lacking),
    'by the whole reason': async () => {
      const { ports, compare, paid } = await openWorld()
      const row = rowOf(await paid({ createdAtMs: fromMs }), 2, { kind: 'other', amountMinor: 70n })
      const { run } = await compare([row, { ...row, line: 3, unnamed: 'Promo Fund' }])
      const scoped = async (why: string) => {
        const scope = await findScope(ports)({ runId: run.id, why })
        return isRefusal(scope) ? scope.refused : scope.entries
      }
      expect([await scoped('Promo Fund'), await scoped('Promo')]).to.deep.equal([1, 'no_such_entries'])
    },
  })

  rule(
    '120.101',
    'sente reconcile classify classifies all rows that its options describe, and shows their totals',
    () =>
      withFile(async ({ compare, json, sente }) => {
        const { reconciliation_id: run } = (await compare('--sure')).json
        const classify = (...more: string[]) => json('reconcile', 'classify', run, '--as', 'other', ...because, ...more)
        const two = ['--direction', 'between', '--entry', '2', '--entry', '3']
        const totals = [{ bucket: 'not_ours', currency: 'UGX', rows: 2, in: 0, out: 0, between: 15_000 }]
        const scope = { dry_run: true, entries: 2, totals, payments: [] }
        expect((await classify(...two, '--dry-run')).json).to.deep.equal(scope)
        expect((await classify('--entry', '4', '--dry-run')).json).to.include({ dry_run: true, entries: 1 })
        expect((await json('reconcile', 'show', run)).json.entries).to.have.length(3)
        const { out } = await sente('reconcile', 'classify', run, '--as', 'other', ...because, ...two)
        expect(out).to.match(/^Entries classified as other: 2\n\nBucket/)
        expect((await classify(...two)).json.error.code).to.equal('no_such_entries')
        expect((await json('reconcile', 'show', run)).json.entries.map(({ entry }: { entry: number }) => entry)).to.eql(
          [4],
        )
        const all = await classify()
        expect([all.code, all.json.error.message]).to.deep.equal([
          2,
          'sente reconcile classify: expected --entry, --direction or --why',
        ])
        const named = await classify('--direction', 'between', '--reference', 'a')
        expect([named.code, named.json.error.message]).to.deep.equal([
          2,
          'sente reconcile classify: --reference and --another-than are for one --entry alone',
        ])
      }, notOurs),
  )

  rule('120.102', 'sente reconcile record records all rows that its options describe, and shows their sums', () =>
    withFile(async ({ compare, json, sente }) => {
      const { reconciliation_id: run } = (await compare('--sure')).json
      const { account_id: account } = (
        await json('account', 'create', '--name', 'Duka', '--activate', 'UGX', '--fund', 'UGX=20000')
      ).json
      const record = (...more: string[]) => json('reconcile', 'record', run, '--account', account, ...because, ...more)
      const lost = ['--references', 'lost-']
      const dry = await record('--direction', 'out', ...lost, '--dry-run')
      const sums = { payments: 2, in: 0, out: 15_000, available: 20_000, available_after: 5_000 }
      expect(dry.json.accounts).to.deep.equal([{ account_id: account, currency: 'UGX', ...sums }])
      expect((await json('transaction', 'list')).json.transactions).to.deep.equal([])
      const by = ['--account', account, ...because]
      const { out } = await sente('reconcile', 'record', run, '--direction', 'out', ...lost, ...by)
      expect(out).to.match(/^Entries recorded: 2\n\nBucket/)
      const { transactions } = (await json('transaction', 'list')).json
      expect(transactions.map(({ reference }: { reference: string }) => reference).sort()).to.eql(['lost-2', 'lost-3'])
      for (const [options, problem] of [
        [lost, 'expected --entry, --direction or --why'],
        [['--entry', '4'], 'expected --reference or --references'],
        [
          ['--direction', 'in', '--reference', 'a'],
          '--reference, --phone-number, --refund-of and --another-than are for one --entry alone',
        ],
      ] as const) {
        const { code, json } = await record(...options)
        expect([code, json.error.message]).to.deep.equal([2, `sente reconcile record: ${problem}`])
      }
    }, lacking),
  )

  rule('120.103', 'an open proposal about many rows shows their number and sums, and its approval the decision', () =>
    withFile(
      async ({ compare, json, sente, store }) => {
        const { reconciliation_id: run } = (await compare('--sure')).json
        Object.assign(store, { fourEyes: { kinds: new Set(), amountsMinor: new Map([['UGX', 14_999n]]) } })
        const classify = ['reconcile', 'classify', run, '--as', 'top-up', '--direction', 'between', ...because]
        const { proposal } = (await json(...classify, '--by', 'brian')).json.proposal
        const { scope } = (await json('proposal', 'show', String(proposal))).json
        const total = { bucket: 'not_ours', currency: 'UGX', rows: 2, in: 0, out: 0, between: 15_000 }
        expect(scope).to.deep.equal({ entries: 2, totals: [total], accounts: [] })
        const shown = (await sente('proposal', 'show', String(proposal))).out
        expect(shown).to.match(/\nIt would decide now: 2 entries\n\nBucket/)
        const { out } = await sente('proposal', 'approve', String(proposal), '--by', 'amina')
        expect(out).to.match(/\nEntries classified as top-up: 2\n/)
        expect((await json('proposal', 'show', String(proposal))).json).not.to.have.property('scope')
      },
      async ({ clock }) =>
        ['7000', '8000'].map((amount) =>
          ugandanCollection(written(clock.nowMs()), amount).replace('FRI:256770000001/MSISDN', 'FRI:bank/MM'),
        ),
    ),
  )
})
