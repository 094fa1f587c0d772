import { expect } from 'chai'
import fc from 'fast-check'
import { memoryStore } from '../../../../adapters/memory/memory.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { changeOf } from '../../../../core/ports/books/ledger.ts'
import {
  fundAccount,
  type Posting,
  type StatementEntry,
  type StatementQuery,
  statementOf,
  withdrawFunds,
} from '../../../../core/sente.ts'
import { type OpenCore, openCore } from '../../../fixtures/core.ts'
import { declined, succeeded } from '../../../fixtures/doubt.ts'
import { openInSchema } from '../../../fixtures/postgres/postgres.ts'
import { times } from '../../../night.ts'
import { rule } from '../../../rule.ts'

type Query = Omit<StatementQuery, 'limit' | 'accountId' | 'currency'>

const hourMs = 3_600_000

const act = fc.oneof(
  fc.record({ act: fc.constant('move' as const), amount: fc.integer({ min: 1, max: 5_000 }), isIn: fc.boolean() }),
  fc.record({
    act: fc.constant('pay' as const),
    how: fc.constantFrom('succeeds', 'declines', 'accepts', 'losesAnswer', 'unreachable'),
    isPayout: fc.boolean(),
  }),
  fc.record({ act: fc.constant('sweep' as const), isPaid: fc.boolean() }),
  fc.record({ act: fc.constant('clock' as const), hours: fc.integer({ min: -30, max: 60 }) }),
)

const history = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 25 }),
  limit: fc.integer({ min: 1, max: 7 }),
  cuts: fc.array(fc.integer({ min: -40, max: 200 }), { maxLength: 4 }),
})

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

async function live(core: OpenCore, { acts }: History): Promise<void> {
  const { ports, account, network, clock, pay, collect, caller, request, sweep } = core
  for (const [index, one] of acts.entries()) {
    const reference = `act-${index}`
    if (one.act === 'clock') clock.jumpMs(one.hours * hourMs)
    if (one.act === 'move') {
      const request = { by: 'amina', accountId: account.id, currency: 'UGX', amount: one.amount, reference }
      await (one.isIn ? fundAccount(ports)(request) : withdrawFunds(ports)({ ...request, because: 'asked for' }))
    }
    if (one.act === 'pay' && one.isPayout) await pay(one.how, { reference }).catch(() => {})
    if (one.act === 'pay' && !one.isPayout) {
      network.behaves(one.how)
      const opened = await collect({ caller: await caller(), request: { ...request, reference } })
      if (!('refused' in opened)) await opened.outcome
    }
    if (one.act === 'sweep') {
      network.answersEnquiry(one.isPaid ? succeeded : declined)
      clock.forwardMs(hourMs)
      await sweep()
    }
  }
}

/** All lines of a period; checks each page on the way. */
async function linesOf({ ports, account }: OpenCore, query: Query, limit: number): Promise<StatementEntry[]> {
  const lines: StatementEntry[] = []
  let closing: object | undefined
  for (let after: string | null | undefined; after !== null; ) {
    const request = { ...query, accountId: account.id, currency: 'UGX', limit, ...(after !== undefined && { after }) }
    const rows = await ports.books.statement(request)
    if (!rows) throw new Error('a page that another page names is not there')
    const page = statementOf(rows)
    const sum = (part: 'available' | 'held') =>
      page.lines.reduce((total, { posting }) => total + changeOf(posting, part), 0n)
    expect(page.closing).to.deep.equal({
      availableMinor: page.opening.availableMinor + sum('available'),
      heldMinor: page.opening.heldMinor + sum('held'),
    })
    if (closing) expect(page.opening).to.deep.equal(closing)
    closing = page.closing
    lines.push(...page.lines)
    after = page.next
  }
  return lines
}

async function postingsOf({ ports }: OpenCore): Promise<Posting[]> {
  return ports.books.snapshot(async ({ postings }) => {
    const found: Posting[] = []
    for await (const posting of postings()) found.push(posting)
    return found
  })
}

async function judge(core: OpenCore, { limit, cuts }: History): Promise<void> {
  const whole = await linesOf(core, {}, limit)
  expect(whole.map(({ posting }) => posting)).to.deep.equal(await postingsOf(core))
  const { available, held } = await core.balance()
  expect(whole.at(-1)?.after).to.deep.equal({ availableMinor: available, heldMinor: held })
  const beginsMs = Date.UTC(2026, 0, 2, 8)
  const moments = [...new Set(cuts)].sort((one, other) => one - other).map((hours) => beginsMs + hours * hourMs)
  const parts: StatementEntry[] = []
  for (const [index, toMs] of [...moments, undefined].entries()) {
    const fromMs = moments[index - 1]
    const period = { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) }
    parts.push(...(await linesOf(core, period, limit)))
  }
  expect(parts).to.deep.equal(whole)
}

const holdsIn =
  (open: () => Promise<Parameters<typeof openCore>[1] & { close?(): Promise<void> }>, runs: number) => () =>
    fc.assert(
      fc.asyncProperty(history, async (given) => {
        const { close, ...store } = await open()
        try {
          const core = await openCore({}, store)
          await live(core, given)
          await judge(core, given)
        } finally {
          await close?.()
        }
      }),
      { numRuns: runs },
    )

describe('10 Statements: every history', () => {
  rule(
    '10.8',
    'after any movements, opening plus lines is closing, periods have each line once, and the last balance is the ledger’s',
    {
      'in memory': holdsIn(async () => memoryStore(), times({ night: 100, day: 25 })),
      SQLite: holdsIn(
        async () => openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true }),
        times({ night: 40, day: 8 }),
      ),
      PostgreSQL: holdsIn(() => openInSchema(), times({ night: 12, day: 3 })),
    },
  )
})
