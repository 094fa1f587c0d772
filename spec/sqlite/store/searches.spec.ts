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
  /** The plans of the statements of a search, as if a row of texts before the last block could match. */
  async function plansOf(query: Partial<TransactionQuery>) {
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      const reads: string[] = []
      const list = transactionList({
        dialect: sqliteDialect,
        async ask({ text }) {
          reads.push(text)
          if (text.includes('AS last')) return [{ last: 20_000n } as never]
          return text.includes('AS "highestId"') && !text.includes('bits')
            ? [{ lastEvent: 64n, highestId: 'a' } as never]
            : []
        },
      })
      await list({ accountId: 'a', limit: 9, ...query })
      return reads.flatMap((sql) => planOf(database, sql))
    } finally {
      database.close()
    }
  }

  test(
    'last digits of a number are found by an index, and texts and amounts by the keys of the rows of texts',
    table(
      ['a search for', 'its step'],
      [
        ['three digits', 'SEARCH l USING PRIMARY KEY (account_id=? AND ending=? AND phone_number>?)'],
        ['four digits', 'SEARCH l USING PRIMARY KEY (account_id=? AND ending=? AND phone_number=?)'],
        ['a text', 'SEARCH b USING PRIMARY KEY (account_id=? AND part=? AND last_event>? AND last_event<?)'],
        ['a text', 'SEARCH x USING COVERING INDEX text_lists_by_id (account_id=?)'],
        ['a text until a day', 'SEARCH x USING PRIMARY KEY (account_id=? AND last_event=?)'],
        ['an amount', 'SEARCH x USING PRIMARY KEY (account_id=? AND last_event=?)'],
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
    const idOf = (event: number) => `id ${String(event).padStart(9, '0')}`
    const list = transactionList({
      dialect: sqliteDialect,
      async ask({ text, values = [] }) {
        if (text.startsWith('SELECT 1')) return [{} as never]
        if (text.includes('AS last')) return [{ last: 1_280_000n } as never]
        if (text.includes('text_bits')) return []
        if (text.includes('+x.last_event')) return [{ highestId: idOf(Number(values[1])) } as never]
        const events = values.slice(1).find((value) => String(value).startsWith('['))
        if (events === undefined) return []
        const asked: number[] = JSON.parse(String(events))
        if (text.includes('AS "highestId"'))
          return asked.map((event) => ({ lastEvent: BigInt(event), highestId: idOf(event) }) as never)
        pieces.push(asked.length)
        return []
      },
    })
    const page = await list({ accountId: 'a', part: 'shoes', limit: 9 })
    const read = pieces.reduce((sum, piece) => sum + piece, 0) * 64
    expect(read).to.be.above(500_000).and.below(541_000)
    const last = Math.ceil(1_280_000 / 16_384) * 16_384 - read + 64
    expect(page).to.deep.equal({ transactions: [], next: idOf(last) })
    expect(pieces.slice(0, 8)).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128])
    await list({ accountId: 'a', part: 'shoes', limit: 9, before: page.next ?? '' })
    expect(pieces).to.have.length(80)
  })
})
