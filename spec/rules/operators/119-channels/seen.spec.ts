import { expect } from 'chai'
import type { Behaviour } from '../../../../adapters/memory/memoryProvider.ts'
import { scopeOf } from '../../../contracts/kit/bookActs.ts'
import { anExchange } from '../../../contracts/kit/records.ts'
import { rule, table } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

/** Payouts over MTN with these answers; the state that the command shows, and a command line to continue. */
async function openAnswered(answers: readonly { readonly tookMs: number; readonly behaviour?: Behaviour }[]) {
  const line = await openCommandLine()
  const { store, pay, json, clock } = line
  for (const [nth, { tookMs, behaviour }] of answers.entries()) {
    const payment = await pay(behaviour, `order-${nth}`)
    if (behaviour) continue
    const exchange = anExchange({ question: 'submission', atMs: clock.nowMs() + 1, tookMs })
    await store.books.atomically(scopeOf(payment), (work) => work.keepExchanges(payment.id, [exchange]))
  }
  const states = async (...command: string[]) => {
    const { networks } = (await json('network', ...command)).json
    const state = (kind: string) =>
      networks.find((one: Record<string, string>) => one.network === 'MTN' && one.kind === kind).state
    return [state('payout'), state('collection')]
  }
  return { ...line, states }
}

const fast = { tookMs: 5_000 }
const late = { tookMs: 5_001 }
const lost = { tookMs: 0, behaviour: 'losesRequest' } as const
const times = <One>(count: number, one: One) => Array.from({ length: count }, () => one)

describe('119 The channels to the networks: as their latest answers show them', () => {
  rule(
    '119.26',
    'sente network list and show call a network slow or unreachable by its latest answers, of five minutes at most',
    {
      'by the answers': table(
        ['answers', 'state'],
        [
          ['ten in time', 'open'],
          ['one of ten late', 'open'],
          ['one of nine late', 'slow'],
          ['one of nine lost', 'slow'],
          ['nine of nine lost', 'slow'],
          ['ten of ten lost', 'unreachable'],
        ] as const,
        async (answers, state) => {
          const { states } = await openAnswered(given[answers])
          expect(await states('list')).to.deep.equal([state, 'open'])
          expect(await states('show', 'MTN')).to.deep.equal([state, 'open'])
        },
      ),
      'until five minutes have passed': async () => {
        const { states, clock } = await openAnswered([late])
        clock.forwardMs(299_000)
        expect(await states('list')).to.deep.equal(['slow', 'open'])
        clock.forwardMs(2_000)
        expect(await states('list')).to.deep.equal(['open', 'open'])
      },
      'not instead of a stop': async () => {
        const { states, sente } = await openAnswered([late])
        await sente('network', 'pause', 'MTN', '--because', 'ticket 4711')
        expect(await states('list')).to.deep.equal(['paused', 'paused'])
      },
    },
  )
})

const given = {
  'ten in time': times(10, fast),
  'one of ten late': [...times(9, fast), late],
  'one of nine late': [...times(8, fast), late],
  'one of nine lost': [...times(8, fast), lost],
  'nine of nine lost': times(9, lost),
  'ten of ten lost': times(10, lost),
}
