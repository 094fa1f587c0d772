import { expect } from 'chai'
import { transactionList } from '../../../adapters/sql/books/lists/transactionList.ts'
import { sqliteDialect } from '../../../adapters/sqlite/dialect.ts'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import type { TransactionQuery } from '../../../core/sente.ts'
import { table, test } from '../../rule.ts'
import { planOf, scansIn } from './plans.ts'

const queries: Readonly<Record<string, Partial<TransactionQuery>>> = {
  'three digits': { phoneEnding: '123' },
  'four digits': { phoneEnding: '0123' },
  'a text': { part: 'shoes' },
  'a text until a day': { part: 'shoes', createdToMs: 9 },
  'an amount': { amountsMinor: { from: 1n, to: 2n } },
}

describe('The SQLite store: searches for parts', () => {
  /** The plans of the statements of a search, as if each piece of texts had an end. */
  async function plansOf(query: Partial<TransactionQuery>) {
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      const reads: string[] = []
      const list = transactionList({
        dialect: sqliteDialect,
        async ask({ text }) {
          reads.push(text)
          const isFirst = reads.filter((read) => read.includes('AS last')).length === 1
          return text.includes('AS last') && isFirst ? [{ last: 'a' } as never] : []
        },
      })
      await list({ accountId: 'a', limit: 9, ...query })
      return reads.flatMap((sql) => planOf(database, sql))
    } finally {
      database.close()
    }
  }

  test(
    'last digits of a number are found by an index, and texts and amounts by the index of the rows of texts',
    table(
      ['a search for', 'its step'],
      [
        ['three digits', 'SEARCH l USING PRIMARY KEY (account_id=? AND ending=? AND phone_number>?)'],
        ['four digits', 'SEARCH l USING PRIMARY KEY (account_id=? AND ending=? AND phone_number=?)'],
        ['a text', 'SEARCH x USING INDEX text_lists_by_id (account_id=? AND highest_id>?)'],
        ['a text until a day', 'SEARCH x USING COVERING INDEX text_lists_by_id (account_id=?)'],
        ['an amount', 'SEARCH x USING COVERING INDEX text_lists_by_id (account_id=?)'],
      ],
      async (search, step) => {
        const plans = await plansOf(queries[search] ?? {})
        expect(plans).to.include(step)
        expect(scansIn(plans)).to.deep.equal([])
      },
    ),
  )

  test('a search that finds nothing in the rows of half a million transactions ends, and the next page goes on', async () => {
    const pieces: number[] = []
    const list = transactionList({
      dialect: sqliteDialect,
      async ask({ text, values = [] }) {
        if (!text.includes('AS last')) return text.startsWith('SELECT 1') ? [{} as never] : []
        pieces.push(Number(values.at(-1)))
        return [{ last: `reached ${pieces.length}` } as never]
      },
    })
    const page = await list({ accountId: 'a', part: 'shoes', limit: 9 })
    expect(page).to.deep.equal({ transactions: [], next: 'reached 40' })
    expect(pieces.slice(0, 8)).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128])
    expect(pieces.reduce((sum, piece) => sum + piece, 0) * 64).to.equal(540_608)
    await list({ accountId: 'a', part: 'shoes', limit: 9, before: page.next ?? '' })
    expect(pieces).to.have.length(80)
  })
})
