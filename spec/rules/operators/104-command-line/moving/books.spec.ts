import { expect } from 'chai'
import { openSqliteStore, sqlite } from '../../../../../adapters/sqlite/sqlite.ts'
import { authenticate, isRefusal } from '../../../../../core/sente.ts'
import { anAccount } from '../../../../contracts/kit/records.ts'
import { openCore } from '../../../../fixtures/core.ts'
import {
  arrivedIn,
  changeFile,
  fillBooks,
  heldIn,
  inPair,
  moveOver,
  openNode,
  openSource,
  quietly,
  servingQuietly,
} from '../../../../fixtures/moved/movedBooks.ts'
import { rejection } from '../../../../fixtures/rejection.ts'
import { rule } from '../../../../rule.ts'

describe('104 The command line: moving into PostgreSQL', () => {
  rule('104.58', 'move copies everything unchanged', {
    'accounts, payments, postings, fundings, notes, quarantines and batches': () =>
      inPair(async ({ from, to, database, target }) => {
        await fillBooks(database)
        const before = await heldIn(openSource(database))
        const { rows, already } = await moveOver({ from, to })
        expect(await arrivedIn(openNode(target))).to.deep.equal(before)
        expect(already).to.equal(false)
        expect(rows).to.include({ accounts: 3, keys: 6, pinCounts: 2, transactions: 10, postings: 89, annotations: 7 })
      }),
    'the next payment and the next wrong PIN count on from there': () =>
      inPair(async ({ from, to, database, target }) => {
        const source = openSource(database)
        const { secretKey, request, payout, caller, send } = await openCore({}, source)
        for (const reference of ['1', '2', '3', '4']) {
          await send({ caller: await caller(), request: { ...payout, reference, pin: '0000' } })
        }
        await source.close()
        await moveOver({ from, to })
        const node = await openNode(target)
        const there = await openCore({}, node)
        const owner = await authenticate(there.ports)({ secretKey })
        if (isRefusal(owner)) expect.fail(owner.refused)
        const collected = await there.collect({ caller: owner, request })
        const pay = (pin: string) => there.send({ caller: owner, request: { ...payout, reference: '5', pin } })
        // The fifth wrong one locks the PIN.
        const [wrong, right] = [await pay('0000'), await pay('4071')]
        await node.close()
        expect(isRefusal(collected)).to.equal(false)
        expect(wrong).to.include({ refused: 'invalid_pin' })
        expect(right).to.include({ refused: 'pin_locked' })
      }),
    'but a NUL in a text, which PostgreSQL can’t keep': () =>
      inPair(async ({ from, to, database, target }) => {
        await fillBooks(database)
        changeFile(
          database,
          "UPDATE transactions SET provider_ref = 'x' || char(0) || 'y' WHERE reference = 'in doubt'",
        )
        const before = await heldIn(openSource(database))
        expect(await moveOver({ from, to })).to.include({ replaced: 1, already: false })
        const kept = JSON.parse(JSON.stringify(before, asText).replaceAll('x\\u0000y', 'x\uFFFDy'))
        expect(JSON.parse(JSON.stringify(await arrivedIn(openNode(target)), asText))).to.deep.equal(kept)
      }),
    'books without rows': () =>
      inPair(async ({ from, to, database, target }) => {
        const before = await heldIn(openSource(database))
        await moveOver({ from, to })
        expect(await arrivedIn(openNode(target))).to.deep.equal(before)
      }),
    'an open quarantine': () =>
      inPair(async ({ from, to, database, target }) => {
        await fillBooks(database)
        const copy = `${database}-backup`
        await sqlite.inFiles.backUp({ path: database, file: copy, purpose: 'live', say: quietly })
        sqlite.inFiles.restore({ path: database, file: copy, purpose: 'live', say: quietly, acting: unrecorded })
        await moveOver({ from, to })
        const [lasting, ended] = (await heldIn(openNode(target))).quarantines
        expect(lasting).to.include({ why: 'restored_backup', ended: null })
        expect(ended).to.include({ why: 'by_operator' })
      }),
  })

  rule('104.59', 'nothing else can use the source during a move, and no move begins while a server uses it', {
    'a server has it': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        const claim = await sqlite.claim(pair.database, 4_711)
        expect((await rejection(moveOver(pair))).message).to.match(
          /is served already by process 4711: books can only be moved while nothing serves them$/,
        )
        claim.release()
        await moveOver(pair)
      }),
    'a server starts': () =>
      inPair(async ({ database }) => {
        await fillBooks(database)
        const source = await sqlite.moveOut(database, 'live')
        const refused = await rejection(sqlite.claim(database, 4_711))
        expect(refused.message).to.equal(`${database} is being moved into another store`)
        source.close()
        ;(await sqlite.claim(database, 4_711)).release()
      }),
    'a command writes': () =>
      inPair(async ({ database }) => {
        await fillBooks(database)
        const source = await sqlite.moveOut(database, 'live')
        const command = openSqliteStore({ path: database, purpose: 'live', migrate: false, patienceMs: 50 })
        expect((await rejection(command.accounts.add(anAccount({})))).message).to.match(/still locked/)
        source.close()
        await command.accounts.add(anAccount({}))
        await command.close()
      }),
  })

  rule('104.60', 'after a move nothing can open the source any more, and earlier connections cannot write to it', {
    'a server, a command, a backup': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        await moveOver(pair)
        const { database: path } = pair
        const attempts = [
          sqlite.open(path, { purpose: 'live', serving: servingQuietly(path) }),
          sqlite.open(path, { purpose: 'live' }),
          sqlite.migrate(path, 'live'),
          sqlite.inFiles.backUp({ path, file: `${path}-backup`, purpose: 'live', say: quietly }),
        ]
        for (const { message } of await Promise.all(attempts.map(rejection))) {
          expect(message).to.match(/^the books of .*books\.db were moved to postgres:\/\//)
        }
      }),
    'a connection from before': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        const before = openSource(pair.database)
        const core = await openCore({}, before)
        await moveOver(pair)
        const moved = 'the books were moved to another database'
        expect((await rejection(core.pay('succeeds'))).message).to.include(moved)
        expect((await rejection(before.accounts.add(anAccount({})))).message).to.include(moved)
        expect((await rejection(core.change((account) => account))).message).to.include(moved)
        await before.close()
      }),
    'a second move elsewhere': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        await moveOver(pair)
        await inPair(async ({ to }) => {
          const { message } = await rejection(moveOver({ from: pair.from, to }))
          expect(message).to.match(/^the books of sqlite:.*books\.db were moved to another database than /)
        })
      }),
  })
})

/** A restore that was not recorded. */
const unrecorded = { proposal: null, chain: () => undefined }

/** Amounts are no JSON. */
function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
