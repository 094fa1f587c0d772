import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { type Filling, filled } from './filledFile.ts'
import type { CommandLine } from './withFile.ts'
import { withFile, written } from './withFile.ts'
import { ugandanPayout } from './writtenFiles.ts'

const because = ['--because', 'ticket 4711']

/** Three rows between two wallets, to no phone. */
const notOurs = async ({ clock }: CommandLine) =>
  ['7000', '8000', '900'].map((amount) =>
    ugandanPayout(written(clock.nowMs()), amount, '256770000009').replace('FRI:256770000009/MSISDN', 'FRI:bank/MM'),
  )

/** A comparison with three rows that are no payments, and its exceptions in a file. */
const withExceptions = (
  ending: string,
  example: (given: CommandLine & { run: string; exported: string; open(): Promise<readonly unknown[]> }) => unknown,
) =>
  withFile(async ({ compare, file, ...given }) => {
    const { reconciliation_id: run } = (await compare('--sure')).json
    const exported = file.replace('march.csv', `exceptions.${ending}`)
    expect((await given.json('reconcile', 'exceptions', '--export', exported)).json).to.include({ lines: 3 })
    const open = async () => {
      const { entries } = (await given.json('reconcile', 'show', run)).json
      return entries.map(({ entry, owner }: Record<string, unknown>) => [entry, owner])
    }
    await example({ ...given, run, exported, open })
  }, notOurs)

const decided: readonly Filling[] = [
  () => ({ decision: 'Other', reason: 'a gift' }),
  () => ({ decision: 'resolve' }),
  () => ({ new_owner: 'okello' }),
]

describe('120 Reconciliation: decisions in a file', () => {
  rule(
    '120.108',
    'sente reconcile decide makes the decisions that people have filled into a file of exceptions, once',
    {
      ...Object.fromEntries(
        ['csv', 'xlsx'].map((ending) => [
          `as ${ending}`,
          () =>
            withExceptions(ending, async ({ json, sente, exported, run, open }) => {
              const file = await filled(exported, decided)
              const dry = (await json('reconcile', 'decide', file, '--dry-run', ...because)).json
              expect(dry).to.include({ dry_run: true, entries: 3, decided_before: 0 })
              const words = dry.decisions.map(({ decision, because }: Record<string, string>) => [decision, because])
              expect(words).to.deep.equal([
                ['other', 'a gift'],
                ['resolve', 'ticket 4711'],
                ['assign to okello', 'ticket 4711'],
              ])
              expect(dry.decisions[0].totals[0]).to.include({ rows: 1, between: 900 })
              expect(await open()).to.have.length(3)
              const { out } = await sente('reconcile', 'decide', file, ...because)
              expect(out).to.match(/^Entries decided as in exceptions-filled\.\w+: 3\n/)
              expect(await open()).to.deep.equal([[2, 'okello']])
              const { history } = (await json('reconcile', 'show', run, '--entry', '4')).json
              expect(history.map(({ because }: { because: string }) => because)).to.deep.equal(['other: a gift'])
              const actions = (await json('action', 'list')).json.actions.length
              const again = await json('reconcile', 'decide', file, ...because)
              expect([again.code, again.json]).to.deep.equal([0, { entries: 0, decided_before: 3, changed: [] }])
              expect((await json('action', 'list')).json.actions).to.have.length(actions)
            }),
        ]),
      ),
      'and a line whose entry has changed since is left out, and named': () =>
        withExceptions('csv', async ({ json, exported, run, open }) => {
          const file = await filled(exported, [
            () => ({ decision: 'other' }),
            () => ({ decision: 'other' }),
            () => ({ decision: 'other' }),
          ])
          await json('reconcile', 'resolve', run, '--entry', '4', '--because', 'known')
          await json('reconcile', 'assign', run, '--entry', '3', '--owner', 'okello', ...because)
          const { code, json: done } = await json('reconcile', 'decide', file, ...because)
          expect([code, done.entries]).to.deep.equal([1, 1])
          expect(done.changed.map(({ line, because }: Record<string, unknown>) => [line, because])).to.deep.equal([
            [2, 'amina has resolved it: known'],
            [3, 'its owner is now “okello”'],
          ])
          expect(await open()).to.deep.equal([[3, 'okello']])
        }),
    },
  )

  rule('120.109', 'a file of decisions with a fault changes nothing, and each faulty line is named', {
    'of what people write': () =>
      withExceptions('csv', async ({ json, exported, open }) => {
        const file = await filled(exported, [
          () => ({ decision: 'gift' }),
          () => ({ decision: 'other', new_owner: 'okello' }),
          () => ({ reason: 'a gift' }),
        ])
        const { code, json: answer } = await json('reconcile', 'decide', file, ...because)
        expect([code, answer.error.code]).to.deep.equal([1, 'unfit_file'])
        expect(answer.error.message.split('\n').slice(1)).to.deep.equal([
          'line 2 has the decision “gift”: expected resolve, top-up, liquidation, transfer, other, record',
          'line 3 has both a decision and a new owner: leave one of them empty',
          'line 4 has a reason, but neither a decision nor a new owner',
        ])
        expect(await open()).to.have.length(3)
      }),
    'of other books, or of a spreadsheet': () =>
      withExceptions('csv', async ({ json, exported, open }) => {
        const other = { decision: 'other' }
        const file = await filled(exported, [
          () => ({ ...other, reconciliation: 'none' }),
          () => ({ ...other, amount: '8.00E+03 ' }),
          () => ({ ...other, amount: '70' }),
        ])
        const { json: answer } = await json('reconcile', 'decide', file, ...because)
        expect(answer.error.message.split('\n').slice(1)).to.deep.equal([
          'line 2 is of another comparison or other books: There is no reconciliation none that has ended',
          'line 4 has another amount than its entry: “70”, not “7000”',
        ])
        expect(await open()).to.have.length(3)
      }),
    'of two lines about one entry, or without a column': () =>
      withExceptions('csv', async ({ json, exported }) => {
        const file = await filled(exported, decided)
        const [header = '', first = ''] = readFileSync(file, 'utf8').split('\r\n')
        writeFileSync(file, `${[header, first, first].join('\r\n')}\r\n`)
        const faults = async () =>
          (await json('reconcile', 'decide', file, ...because)).json.error.message.split('\n')[1]
        expect(await faults()).to.equal('line 3 is the entry of line 2')
        writeFileSync(file, `${header.replace('decision', 'verdict')}\r\n${first}\r\n`)
        expect(await faults()).to.equal('it has no column decision')
      }),
  })

  rule(
    '120.110',
    'movements of one file of decisions that exceed an amount together wait for a second person as a whole',
    () =>
      withExceptions('csv', async ({ json, sente, store, exported, open }) => {
        Object.assign(store, { fourEyes: { kinds: new Set(), amountsMinor: new Map([['UGX', 14_999n]]) } })
        const topUp = (reason: string) => () => ({ decision: 'top-up', reason })
        const file = await filled(exported, [() => ({ decision: 'other' }), topUp('bank 1'), topUp('bank 2')])
        const { proposal } = (await json('reconcile', 'decide', file, ...because, '--by', 'brian')).json.proposal
        expect([proposal > 0, await open()]).to.deep.equal([
          true,
          [
            [2, null],
            [3, null],
            [4, null],
          ],
        ])
        const { out } = await sente('proposal', 'approve', String(proposal), '--by', 'amina')
        expect(out).to.match(/\nEntries decided as in exceptions-filled\.csv: 3\n/)
        expect(await open()).to.deep.equal([])
        const moves = (await json('float', 'moves')).json.moves.map(({ amount }: { amount: number }) => amount)
        expect(moves.sort()).to.deep.equal([7_000, 8_000])
      }),
  )
})
