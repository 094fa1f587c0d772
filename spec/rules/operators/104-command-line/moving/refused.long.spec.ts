import { expect } from 'chai'
import { postgres } from '../../../../../adapters/postgres/postgres.ts'
import { sqlite } from '../../../../../adapters/sqlite/sqlite.ts'
import { anAccount } from '../../../../contracts/kit/records.ts'
import {
  beginMove,
  changeFile,
  fillBooks,
  heldIn,
  inPair,
  moveOver,
  onTarget,
  openNode,
  openSource,
  type Pair,
  quietly,
} from '../../../../fixtures/moved/movedBooks.ts'
import { rejection } from '../../../../fixtures/rejection.ts'
import { makeFolder } from '../../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../../rule.ts'

describe('104 The command line: moving into PostgreSQL is refused', () => {
  rule('104.63', 'a target that is not empty, or not live, is refused and stays unchanged', {
    'it has an account': () =>
      inPair(async (pair) => {
        const node = await openNode(pair.target)
        await node.accounts.add(anAccount({ name: 'was here' }))
        await node.close()
        const before = await heldIn(openNode(pair.target))
        await refuses(pair, /is not empty, it has accounts: books move into an empty one/)
        expect(await heldIn(openNode(pair.target))).to.deep.equal(before)
      }),
    'it has an account since the move began': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        const node = await openNode(pair.target)
        const source = await sqlite.moveOut(pair.database, 'live')
        const move = { path: pair.target, purpose: 'live', from: source.name, movedAs: undefined } as const
        const target = await postgres.moveIn(move)
        await node.accounts.add(anAccount({ name: 'came in between' }))
        expect((await rejection(target.take(source.contents, quietly))).message).to.match(/is not empty/)
        await target.close()
        source.close()
        await node.close()
        expect((await heldIn(openNode(pair.target))).accounts).to.have.length(1)
      }),
    'the books of another database are being moved into it': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        const other = makeFolder()
        await openSource(other.database).close()
        await beginMove({ ...pair, ...other })
        await refuses(pair, new RegExp(`the books of sqlite:${other.database} are being moved into`))
        other.remove()
      }),
    'another session has locked it': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        await postgres.migrate(pair.target, 'live')
        await onTarget(pair.target, async (client) => {
          await client.query('BEGIN; LOCK TABLE accounts IN SHARE MODE')
          await refuses(pair, /^\/\/.* is in use: end the program that uses it, and run `sente move` again$/)
        })
        await moveOver(pair)
      }),
    'it is the database of a sandbox': () =>
      inPair(async (pair) => {
        await postgres.migrate(pair.target, 'sandbox')
        await refuses(pair, /is a sandbox database and is not opened as live/)
      }),
    'it has the tables of another program': () =>
      inPair(async (pair) => {
        await onTarget(pair.target, (client) => client.query('CREATE TABLE orders (id INT)'))
        await refuses(pair, /holds the tables of another program/)
      }),
  })

  rule('104.64', 'damage in the books, or during the copy, is named, and the books are not moved', {
    'in the source': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        changeFile(pair.database, 'UPDATE balances SET available_minor = available_minor + 1')
        const { message } = await rejection(moveOver(pair))
        expect(message).to.match(/^the books do not agree, and were not moved: .* UGX: available is \d+, postings make/)
        expect((await heldIn(openNode(pair.target))).accounts).to.deep.equal([])
        await openSource(pair.database).close()
      }),
    'a row that has changed': () =>
      arrivesDamaged(
        "UPDATE transactions SET network = 'OTHER' WHERE id = (SELECT min(id) FROM transactions)",
        /^the books have not arrived as they were, and were not moved: payouts over MTN/,
      ),
    'a row that is missing': () =>
      arrivesDamaged('DELETE FROM account_keys WHERE place = 0', /^3 of 6 keys have arrived: nothing was moved/),
    'a payment that its network contradicts is not damage, and moves': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        changeFile(pair.database, "UPDATE transactions SET attention = 'contradiction' WHERE reference = 'declined'")
        await moveOver(pair)
        const { transactions } = (await heldIn(openNode(pair.target))).attention
        expect(transactions.map(({ reference }) => reference)).to.include('declined')
      }),
  })

  rule('104.65', 'databases that cannot be moved, or moved into, are named with the expected form', {
    'from PostgreSQL': () =>
      cannot({ from: 'postgres://h/d', to: 'postgres://h/d' }, '--from is postgres://h/d, but must be sqlite:PATH'),
    'from a database in memory': () =>
      cannot({ from: 'sqlite::memory:', to: 'postgres://h/d' }, '--from is sqlite::memory:, but must be sqlite:PATH'),
    'into SQLite': () =>
      cannot(
        { from: 'sqlite:a.db', to: 'sqlite:b.db' },
        '--to is sqlite:b.db, but must be postgres://USER:PASSWORD@HOST',
      ),
    'into nothing known': () => cannot({ from: 'sqlite:a.db', to: 'mysql://h' }, '--to must be postgres://USER:'),
    'from a file that does not exist': () =>
      inPair((pair) =>
        refuses({ ...pair, from: 'sqlite:/nowhere/a.db' }, /^there is no database at \/nowhere\/a\.db$/),
      ),
    'from the database of a sandbox': () =>
      inPair(async (pair) => {
        await sqlite.migrate(pair.database, 'sandbox')
        await refuses(pair, /is a sandbox database and is not opened as live/)
      }),
    'into a server that cannot be reached': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        await refuses(
          { ...pair, to: 'postgres://u:secret@127.0.0.1:1/d' },
          /^the database \/\/u@127\.0\.0\.1:1\/d cannot/,
        )
        await openSource(pair.database).close()
      }),
  })
})

/** Expects a move to be refused; a database that is missing is filled first. */
async function refuses(pair: Pair, expected: RegExp) {
  const source = await sqlite.migrate(pair.database, 'live').catch(() => undefined)
  expect(source === undefined || source.to > 0).to.equal(true)
  expect((await rejection(moveOver(pair))).message).to.match(expected)
}

async function cannot(move: { from: string; to: string }, expected: string) {
  expect((await rejection(moveOver(move))).message).to.include(expected)
}

/** Moves into a database that changes a row once everything is there. */
async function arrivesDamaged(damage: string, expected: RegExp) {
  await inPair(async (pair) => {
    await fillBooks(pair.database)
    const before = await heldIn(openSource(pair.database))
    await postgres.migrate(pair.target, 'live')
    // The last rows that arrive.
    await onTarget(pair.target, (client) =>
      client.query(`
        CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${damage}; RETURN NULL; END $$;
        CREATE TRIGGER damage AFTER INSERT ON quarantines FOR EACH STATEMENT EXECUTE FUNCTION damage()`),
    )
    expect((await rejection(moveOver(pair))).message).to.match(expected)
    expect((await rejection(openNode(pair.target))).message).to.match(/have not all arrived: run `sente move`/)
    expect(await heldIn(openSource(pair.database))).to.deep.equal(before)
  })
}
