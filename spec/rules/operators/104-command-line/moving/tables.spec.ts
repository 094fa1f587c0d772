import { expect } from 'chai'
import { tables } from '../../../../../adapters/sql/schema/tables.ts'
import { held, heldNames } from '../../../../../adapters/sql/store/contents.ts'
import { keptDatabase } from '../../../../../adapters/sqlite/file/keptDatabase.ts'
import type { FloatReport } from '../../../../../core/sente.ts'
import { fillBooks, inPair, moveOver, onTarget, openSource } from '../../../../fixtures/moved/movedBooks.ts'
import { rule } from '../../../../rule.ts'
import { textOf } from '../../../../sourceTree.ts'

/** Tables of one engine: the identity of a database, the way of its books, and the transactions that it has committed. */
const ofOneEngine = ['batches', 'meta', 'moved', 'sente_database']

const namesOf = (moves: string) => tables.filter((table) => table.moves === moves).map(({ name }) => name)

describe('104 The command line: moving each table', () => {
  rule(
    '104.97',
    'a move copies every table or derives its rows, except sessions, marks of audits and the time of the last question to networks',
    {
      'every row of a copied table arrives': () =>
        inPair(async ({ from, to, database, target }) => {
          await fillBooks(database)
          await addOthers(database)
          const before = countsIn(database)
          await moveOver({ from, to })
          const after: Record<string, number> = {}
          await onTarget(target, async (client) => {
            for (const { name } of tables) {
              const { rows } = await client.query(`SELECT count(*)::int AS rows FROM ${name}`)
              after[name] = rows[0].rows
            }
          })
          for (const name of namesOf('copied')) {
            expect(before[name], `${name} before`).to.be.above(0)
            // The move itself is an action.
            expect(after[name], name).to.equal((before[name] ?? 0) + (name === 'actions' ? 1 : 0))
          }
          for (const name of namesOf('left')) expect([name, after[name]]).to.deep.equal([name, 0])
        }),
      'only these are left': () =>
        expect(namesOf('left')).to.deep.equal([
          ...['float_turn', 'sessions'],
          ...['audit_marks', 'marked_balances', 'marked_events', 'marked_transactions'],
        ]),
      'each copied table is among the contents of a store': () =>
        expect(heldNames.map((name) => held[name].table.name).sort()).to.deep.equal(namesOf('copied').sort()),
      'neither engine has another table': () =>
        inPair(async ({ database, to, from, target }) => {
          await openSource(database).close()
          await moveOver({ from, to })
          const all = tables.map(({ name }) => name).sort()
          const there = await onTarget(target, (client) =>
            client.query('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'),
          )
          expect(booksIn(Object.keys(countsIn(database)))).to.deep.equal(all)
          expect(booksIn(there.rows.map(({ name }) => name))).to.deep.equal(all)
        }),
      'the page lists them': () => {
        const page = textOf('docs/operating/moving.md')
        for (const moves of ['copied', 'derived', 'left']) {
          const [, row = ''] = page.match(new RegExp(`^\\| ${moves} \\|(.*)$`, 'm')) ?? []
          const listed = [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name)
          expect(listed, moves).to.deep.equal(namesOf(moves))
        }
      },
    },
  )
})

function booksIn(names: readonly string[]): string[] {
  return names.filter((name) => !ofOneEngine.includes(name)).sort()
}

/** The number of rows in each table of a SQLite database. */
function countsIn(path: string): Record<string, number> {
  const database = keptDatabase(path, { readonly: true })
  try {
    const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    const counted = names.pluck().all() as string[]
    const count = (name: string) => database.prepare(`SELECT count(*) FROM ${name}`).pluck().get() as number
    return Object.fromEntries(counted.map((name) => [name, count(name)]))
  } finally {
    database.close()
  }
}

/** Adds rows that limits count, a report of a network, and a failed sign-in. */
async function addOthers(path: string): Promise<void> {
  const store = openSource(path)
  try {
    const { accounts } = await store.accounts.list({ limit: 100 })
    const nowMs = 1_000
    for (const { id } of accounts) {
      await store.accounts.countNameLookUp(id, { nowMs, most: 5 })
      const limits = { withinMs: 3_600_000, ofEvent: 5, ofAccount: 500 }
      await store.webhooks.redeliver(id, { sequence: 1, nowMs, limits })
    }
    await store.people.countAttempt({ counts: [{ key: 'amina', most: 5 }], withinMs: 60_000, nowMs })
    const report: FloatReport = {
      ...{ currency: 'UGX', account: 'float:MTN:disbursement', minor: 5_000n, paidMinor: 700n, atMs: nowMs },
    }
    await store.operatorMoney.keepReports([report])
    await store.operatorMoney.takeTurn({ nowMs, everyMs: 60_000 })
  } finally {
    await store.close()
  }
}
