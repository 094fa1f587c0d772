import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { type CommandLine, withFile, written } from './withFile.ts'
import { ugandanPayout } from './writtenFiles.ts'

const because = ['--because', 'the weekly sweep']
const dayMs = 86_400_000

/** Three sweeps of the wallet to the bank. */
const sweeps = async ({ clock }: CommandLine) =>
  ['7000', '8000', '900'].map((amount) =>
    ugandanPayout(written(clock.nowMs()), amount, '256770000009').replace('FRI:256770000009/MSISDN', 'FRI:bank/MM'),
  )

const sweep = ['reconcile', 'rule', 'add', 'sweep', '--network', 'MTN', '--currency', 'UGX', '--at-least', '7,000']

describe('120 Reconciliation: sente reconcile rule', () => {
  rule(
    '120.119',
    'sente reconcile rule adds, lists, tries, runs and removes rules, for the rows of last month by default',
    {
      'from the first to the last': () =>
        withFile(async ({ json, sente, compare, clock }) => {
          const { reconciliation_id: run } = (await compare('--sure')).json
          const open = async () => (await json('reconcile', 'show', run)).json.entries.length
          expect((await json(...sweep, '--classify', 'liquidation', ...because)).code).to.equal(0)
          expect((await sente('reconcile', 'rule', 'list')).out).to.match(
            /sweep +MTN +UGX from 7000 +classify as liquidation +the weekly sweep +amina/,
          )
          const none = (await json('reconcile', 'rule', 'run', '--dry-run', ...because)).json
          expect([none.entries, none.rules.length]).to.deep.equal([0, 1])
          clock.forwardMs(31 * dayMs)
          const dry = await json('reconcile', 'rule', 'run', '--dry-run', ...because)
          expect([dry.code, dry.json.dry_run, dry.json.entries, await open()]).to.deep.equal([0, true, 2, 3])
          expect(dry.json.rules[0]).to.deep.include({ rule: 'sweep', entries: 2 })
          expect(dry.json.rules[0].totals[0]).to.include({ rows: 2, between: 15_000 })
          const { code, out } = await sente('reconcile', 'rule', 'run', 'sweep', ...because)
          expect([code, out.split('\n')[2]]).to.deep.equal([0, 'Entries decided by rules sweep: 2'])
          const { history } = (await json('reconcile', 'show', run, '--entry', '2')).json
          expect(history[0]).to.include({ because: 'liquidation: rule sweep: the weekly sweep', by: 'amina' })
          const after = (await sente('reconcile', 'rule', 'run', '--dry-run', ...because)).out
          expect(after).to.match(/sweep +classify as liquidation +0 +2 +0\n/)
          expect((await json('reconcile', 'rule', 'remove', 'sweep', ...because)).code).to.equal(0)
          expect((await sente('reconcile', 'rule', 'list')).out).to.equal('There are no rules yet.\n')
        }, sweeps),
      'and lists each row of several rules': () =>
        withFile(async ({ json, sente, compare }) => {
          const { reconciliation_id: run } = (await compare('--sure')).json
          await json(...sweep, '--classify', 'liquidation', ...because)
          await json(
            'reconcile',
            'rule',
            'add',
            'all',
            '--network',
            'MTN',
            '--direction',
            'between',
            '--resolve',
            'not_ours',
            ...because,
          )
          const today = ['--from', 'today']
          const { code, out } = await sente('reconcile', 'rule', 'run', ...today, ...because)
          expect(code).to.equal(1)
          expect(out).to.include(`Entries decided by rules all: 1\n`)
          expect(out).to.match(
            new RegExp(`Rows that several rules cover stay open:\\n  entry 2 of ${run}: all, sweep\\n`),
          )
        }, sweeps),
      'and asks for what is missing': () =>
        withFile(async ({ sente }) => {
          const said = async (...argv: string[]) => (await sente(...argv, ...because)).err
          expect(await said(...sweep)).to.include('expected one of --classify, --record and --resolve')
          expect(await said(...sweep, '--record', 'a')).to.include('expected --record with --references')
          expect(await said(...sweep.slice(0, 6), '--at-most', '5', '--resolve', 'not_ours')).to.include(
            'expected --currency',
          )
          expect(await said('reconcile', 'rule', 'run', '--to', 'today')).to.include('expected --from beside --to')
          const empty = await said('reconcile', 'rule', 'run', '--from', 'today', '--to', 'yesterday')
          expect(empty).to.include('The period ends before it begins')
        }, sweeps),
    },
  )
})
