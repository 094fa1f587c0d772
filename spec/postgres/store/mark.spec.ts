import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import sinon from 'sinon'
import { ConnectionLost } from '../../../adapters/postgres/client/errors.ts'
import { askOver } from '../../../adapters/postgres/client/send.ts'
import { addressOf } from '../../../adapters/postgres/connection/databaseUrl.ts'
import { connectToPrimary } from '../../../adapters/postgres/connection/primary.ts'
import { primaryConnection } from '../../../adapters/postgres/connection/primaryConnection.ts'
import { writer } from '../../../adapters/postgres/connection/writer.ts'
import { newContinuity } from '../../../adapters/postgres/continuity/continuity.ts'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { dropOldBatches } from '../../../adapters/postgres/store/oldBatches.ts'
import { keepMark } from '../../../adapters/sql/store/markKeeper.ts'
import type { Store } from '../../../core/sente.ts'
import { fundedAccount } from '../../contracts/kit/bookActs.ts'
import { makeBooks, onServer, rowsOn } from '../../fixtures/postgres/postgres.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'
import { markIn, pay, quarantinesOf } from './goingBack.ts'

type Opened = Omit<ReturnType<typeof markIn>, 'mark' | 'path'> & {
  readonly path: string
  readonly markPath: string
  readonly accountId: string
  readonly store: Store
  /** Opens another store of the same node. */
  open(path?: string): Promise<Store>
}

/** Opens the store of a node with a mark, in a schema and a folder of their own. */
function withMark(use: (opened: Opened) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const { path, drop } = await makeBooks()
    const { said, path: markPath, mark } = markIn(folder.path)
    const stores: Store[] = []
    const open = async (at = `${path}&connections=8`) => {
      const store = await openPostgresStore({ path: at, purpose: 'sandbox', migrate: true, mark })
      stores.push(store)
      return store
    }
    try {
      const store = await open()
      const { account } = await fundedAccount(store)
      await use({ path, markPath, said, store, accountId: account.id, open })
    } finally {
      for (const store of stores) await store.close()
      await drop()
    }
  })
}

/** Ends every connection of a store to the server for tests. */
const endAll = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'sente %'"

const batchesIn = (markPath: string) => JSON.parse(readFileSync(markPath, 'utf8')).batches as readonly string[]

const idsOf = async (path: string, table: string) =>
  ((await rowsOn(path, `SELECT id FROM ${table}`)) as { id: string }[]).map(({ id }) => id)

describe('PostgreSQL: the mark of a node', () => {
  const isMissed = (loss: string, answer: 'paid' | 'refused') => () =>
    withMark(async ({ path, store, accountId }) => {
      expect(await pay(store, accountId, 'a')).to.equal('paid')
      await onServer(path, loss)
      await onServer(path, endAll)
      expect(await pay(store, accountId, 'b')).to.equal(answer)
    })

  test('any missing part of a mark at a new connection begins a quarantine', {
    nothing: isMissed('SELECT 1', 'paid'),
    'a batch': isMissed('DELETE FROM batches', 'refused'),
    'the latest payment': isMissed('DELETE FROM transactions', 'refused'),
    'a batch that was committed, and is now void': isMissed("UPDATE batches SET outcome = 'void'", 'refused'),
  })

  test('a mark has the last batch of each connection, since a batch says nothing about the others', () =>
    withMark(async ({ path, store, markPath, open }) => {
      // Enough for both lanes to have some of them.
      for (let n = 0; n < 20; n += 1) await pay(store, (await fundedAccount(store)).account.id, 'a')
      await store.close()
      const batches = batchesIn(markPath)
      // Two lanes, and each connection that added accounts.
      expect(batches.length).to.be.at.least(3)
      const [earliest] = [...batches].sort()
      await onServer(path, `DELETE FROM batches WHERE id = '${earliest}'`)
      expect((await quarantinesOf(await open())).map(({ why }) => why)).to.deep.equal(['behind_mark'])
    }))

  test('a server’s answers no longer count when another one is trusted', async () => {
    const { path, drop } = await makeBooks()
    const continuity = newContinuity()
    const client = await connectToPrimary(addressOf(path), { pipeline: true, answerMs: 60_000 }, continuity)
    const { server } = continuity.mark()
    const answered = rejection(askOver(client)({ text: 'SELECT pg_sleep(0.1)' }))
    if (server) continuity.trust({ ...server, timeline: server.timeline + 1, run: 'another', database: '5', major: 18 })
    expect(await answered).to.be.instanceOf(ConnectionLost)
    expect(continuity.acknowledge(client, { id: '019f00000000-a' })).to.equal(false)
    expect(continuity.mark().batches).to.deep.equal([])
    await drop()
  })

  test('a mark is in its file a second after a commit, and when the store is closed', {
    'a second after': () =>
      withMark(async ({ path, store, markPath, accountId }) => {
        await pay(store, accountId, 'a')
        const [id = '?'] = await idsOf(path, 'transactions')
        const isWritten = () => existsSync(markPath) && readFileSync(markPath, 'utf8').includes(id)
        while (!isWritten()) await setTimeout(50)
      }),
    'when it is closed': () =>
      withMark(async ({ path, store, markPath, accountId }) => {
        await pay(store, accountId, 'a')
        const [id = '?'] = await idsOf(path, 'transactions')
        await store.close()
        expect(JSON.parse(readFileSync(markPath, 'utf8')).transaction.transactionId).to.equal(id)
      }),
  })

  test('the reason why a database that goes back may go unnoticed is logged at the start, and when it begins or ends', {
    'there is no mark, or it cannot be read': () =>
      withMark(async ({ said, store, markPath, open }) => {
        expect(said).to.deep.equal(['no_mark'])
        await store.close()
        await (await open()).close()
        expect(said).to.deep.equal(['no_mark'])
        for (const text of ['', '{"batches":["\\u0000"]}', '[]', 'null']) {
          said.splice(0)
          writeFileSync(markPath, text)
          await (await open()).close()
          expect(said, text).to.deep.equal(['no_mark'])
        }
      }),
    'the mark cannot be written for a while': () =>
      withMark(async ({ said, markPath }) => {
        await occupy(`${markPath}.new`)
        while (said.length < 2) await setTimeout(50)
        rmdirSync(`${markPath}.new`)
        while (said.length < 3) await setTimeout(50)
        expect(said).to.deep.equal(['no_mark', said[1], undefined])
        expect(said[1]).to.match(/^EISDIR/)
      }),
    'the server does not identify itself': () =>
      withMark(async ({ said, path, markPath, accountId, open }) => {
        const plain = `plain_${process.pid}`
        const [schema] = /sente_\d+_\d+/.exec(decodeURIComponent(path)) ?? []
        await onServer(
          path,
          `CREATE ROLE ${plain} LOGIN PASSWORD 'password'; GRANT ALL ON SCHEMA ${schema} TO ${plain};
           GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO ${plain}; REVOKE ALL ON FUNCTION pg_control_system FROM PUBLIC`,
        )
        try {
          said.splice(0)
          rmSync(markPath, { force: true })
          const store = await open(path.replace(/\/\/[^:]+:/, `//${plain}:`))
          expect(said).to.include('unknown_server')
          expect(await pay(store, accountId, 'a')).to.equal('paid')
          await onServer(path, 'DELETE FROM batches')
          await onServer(path, endAll)
          expect(await pay(store, accountId, 'b')).to.equal('refused')
          await store.close()
        } finally {
          await onServer(
            path,
            `DROP OWNED BY ${plain}; DROP ROLE ${plain}; GRANT EXECUTE ON FUNCTION pg_control_system TO PUBLIC`,
          )
        }
      }),
  })

  test('a mark that cannot be written is logged once, however often it is tried', async () => {
    const clock = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const said: (string | undefined)[] = []
      let tries = 0
      const write = () => (++tries > 3 ? Promise.resolve() : Promise.reject(new Error('no room')))
      const keeper = keepMark({ current: () => ({ tries }), write, onMark: (error) => void said.push(error?.message) })
      await clock.tickAsync(2_000)
      expect([tries, said]).to.deep.equal([3, ['no room']])
      await clock.tickAsync(2_000)
      expect([tries, said]).to.deep.equal([5, ['no room', undefined]])
      await keeper.stop()
    } finally {
      clock.restore()
    }
  })

  const keeps = (days: number) => () =>
    withMark(async ({ path, store, accountId }) => {
      const clock = sinon
        .stub(Date, 'now')
        .callsFake(() => performance.timeOrigin + performance.now() + days * 86_400_000)
      const connection = primaryConnection({ address: addressOf(path), use: { pipeline: true, answerMs: 60_000 } })
      try {
        await pay(store, accountId, 'a')
        const before = await idsOf(path, 'batches')
        const dropping = dropOldBatches(writer(connection, 60_000), 10)
        while ((await idsOf(path, 'batches')).length < before.length + 2) await setTimeout(20)
        dropping.stop()
        const ids = await idsOf(path, 'batches')
        expect(ids).to.include.members(before)
        const times = ids.map((id) => Number.parseInt(id, 16) - performance.timeOrigin)
        expect(times.every((time) => Math.abs(time) < 3_600_000)).to.equal(true)
      } finally {
        clock.restore()
        await connection.close()
      }
    })

  test('the outcome of a commit is kept for a day by the database’s clock, whatever the time of a node', {
    'two days ahead': keeps(2),
    'two days behind': keeps(-2),
  })
})

/** Puts a folder in the place of a file that is repeatedly written and renamed, at a moment without the file. */
async function occupy(path: string): Promise<void> {
  for (;;) {
    try {
      return mkdirSync(path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      await setTimeout(5)
    }
  }
}
