import { expect } from 'chai'
import { stub } from 'sinon'
import { transactionList } from '../../../adapters/sql/books/lists/transactionList.ts'
import { sqliteDialect } from '../../../adapters/sqlite/dialect.ts'
import { paced } from '../../../adapters/sqlite/engine/paced.ts'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { test } from '../../rule.ts'
import { planOf, scansIn } from './plans.ts'

describe('The SQLite store: searches in all accounts', () => {
  test('a reference and a phone number are found by indexes that begin with the account', async () => {
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      const reads: string[] = []
      const list = transactionList({
        dialect: sqliteDialect,
        async ask({ text }) {
          reads.push(text)
          return text.startsWith('SELECT a.id') ? [{ id: 'a' } as never] : []
        },
      })
      await list({ reference: 'order-1', limit: 9 })
      await list({ phoneNumber: '256770000009', limit: 9 })
      const plans = reads.flatMap((sql) => planOf(database, sql))
      expect(scansIn(plans)).to.deep.equal([])
      expect(plans).to.include.members([
        'SEARCH a USING PRIMARY KEY (id>? AND id<?)',
        'SEARCH r USING PRIMARY KEY (account_id=? AND reference=?)',
        'SEARCH l USING PRIMARY KEY (account_id=? AND ending=? AND phone_number=?)',
        'SEARCH f USING PRIMARY KEY (account_id=?)',
      ])
    } finally {
      database.close()
    }
  })

  test('pieces are read one at a time, and each leaves the same time to all other work', async () => {
    const inPieces = paced()
    let nowMs = 0
    const clock = stub(performance, 'now').callsFake(() => nowMs)
    const taken: string[] = []
    let turns = 0
    const others = setInterval(() => {
      turns += 1
    }, 1)
    const piece = (name: string) =>
      inPieces(async () => {
        taken.push(`${name} begins at ${turns > 0 ? 'a turn' : 'once'}`)
        nowMs += 10
        taken.push(`${name} ends`)
        turns = 0
      })
    await Promise.all([piece('one'), piece('two')])
    clearInterval(others)
    clock.restore()
    expect(taken).to.deep.equal(['one begins at once', 'one ends', 'two begins at a turn', 'two ends'])
  })
})
