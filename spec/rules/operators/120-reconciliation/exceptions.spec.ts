import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'
import { openWorld, rowOf } from './paidWorld.ts'

describe('120 Reconciliation: exceptions of all comparisons', () => {
  const because = ['--because', 'ticket 4711']

  /** The rows of MTN's first file, its second, and one of Airtel's: okello has the first, and the third is resolved. */
  async function openThree() {
    const commandLine = await openCommandLine()
    const { store, clock, json } = commandLine
    const { compare, paid } = await openWorld(store, clock)
    const template = await paid({ createdAtMs: clock.nowMs() - 3_600_000 })
    const runs: string[] = []
    for (const [nth, network] of (['MTN', 'MTN', 'AIRTEL'] as const).entries()) {
      const row = { direction: 'in', amountMinor: BigInt(7_000 + nth), theirs: `their-${nth}` } as const
      const window = { fromMs: clock.nowMs() - 60_000, toMs: clock.nowMs(), file: `${nth}.csv` }
      const { run } = await compare([rowOf(template, 2, row)], { network, ...window })
      runs.push(run.id)
      clock.forwardMs(60_000)
    }
    const [first = '', second = '', third = ''] = runs
    await json('reconcile', 'assign', first, '--owner', 'okello', '--entry', '2', ...because)
    await json('reconcile', 'resolve', third, '--entry', '2', ...because)
    const names = new Map([
      [first, 'first'],
      [second, 'second'],
      [third, 'third'],
    ])
    const listed = async (...asked: string[]) => {
      const answer = (await json('reconcile', 'exceptions', ...asked)).json
      const shown: string[] = answer.exceptions.map((one: { reconciliation_id: string }) =>
        names.get(one.reconciliation_id),
      )
      return { ...answer, shown }
    }
    return { ...commandLine, first, second, listed }
  }

  rule(
    '120.56',
    'sente reconcile exceptions lists the exceptions of all comparisons, each with its comparison and network',
    {
      'asked for': table(
        ['options', 'shown'],
        [
          ['', 'second first'],
          ['--network MTN', 'second first'],
          ['--network AIRTEL', ''],
          ['--network AIRTEL --ended', 'third'],
          ['--bucket missing_here', 'second first'],
          ['--bucket not_ours', ''],
          ['--direction in', 'second first'],
          ['--direction out', ''],
          ['--direction in --why fee', ''],
          ['--owner okello', 'first'],
          ['--owner nakato', ''],
          ['--unassigned', 'second'],
          ['--ended', 'third'],
        ],
        async (options, shown) => {
          const { listed } = await openThree()
          expect((await listed(...options.split(' ').filter(Boolean))).shown.join(' ')).to.equal(shown)
        },
      ),
      answer: async () => {
        const { listed, first } = await openThree()
        expect((await listed('--owner', 'okello')).exceptions[0]).to.include({
          ...{ reconciliation_id: first, network: 'MTN', entry: 2, line: 2, bucket: 'missing_here' },
          ...{ amount: 7_000, currency: 'UGX', owner: 'okello', resolved: null },
        })
      },
      'page by page': async () => {
        const { listed, second } = await openThree()
        const page = await listed('--limit', '1')
        expect([page.shown, page.next]).to.deep.equal([['second'], `${second}.2`])
        const rest = await listed('--limit', '1', '--before', page.next)
        expect([rest.shown, rest.next]).to.deep.equal([['first'], null])
      },
      'as text': async () => {
        const { sente, first, second } = await openThree()
        const { out } = await sente('reconcile', 'exceptions', '--limit', '1')
        expect(out).to.match(/^Reconciliation +Network +Entry +At +Bucket /)
        expect(out).to.match(new RegExp(`\n${second} +MTN +2 .* missing_here +7001 +UGX `))
        expect(out).to.include(`--before ${second}.2\n`).and.not.include(first)
        expect((await sente('reconcile', 'exceptions', '--owner', 'nakato')).out).to.equal(
          'There are no open exceptions like these.\n',
        )
      },
    },
  )

  rule('120.57', 'an unknown network, bucket or place is refused, and does not pass for an empty list', async () => {
    const { sente, json } = await openCommandLine()
    const refused = await json('reconcile', 'exceptions', '--network', 'MTM')
    expect([refused.code, refused.json.error.code]).to.deep.equal([1, 'unknown_network'])
    for (const options of ['--bucket matched', '--before 17', '--owner okello --unassigned'])
      expect([options, (await sente('reconcile', 'exceptions', ...options.split(' '))).code]).to.deep.equal([
        options,
        2,
      ])
  })
})
