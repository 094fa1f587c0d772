import { expect } from 'chai'
import type pg from 'pg'
import { postgres } from '../../../../../adapters/postgres/postgres.ts'
import { sqlite } from '../../../../../adapters/sqlite/sqlite.ts'
import { openHere } from '../../../../fixtures/inThisProcess.ts'
import {
  arrivedIn,
  beginMove,
  fillBooks,
  heldIn,
  inPair,
  moveOver,
  onTarget,
  openNode,
  openSource,
  type Pair,
  servingQuietly,
} from '../../../../fixtures/moved/movedBooks.ts'
import { openOwnServer } from '../../../../fixtures/postgres/postgres.ts'
import { type Gateway, openProcesses, type Processes, program } from '../../../../fixtures/processes.ts'
import { rejection } from '../../../../fixtures/rejection.ts'
import { inFolder } from '../../../../fixtures/sqliteFolder.ts'
import { fifthOf } from '../../../../night.ts'
import { rule } from '../../../../rule.ts'

describe('104 The command line: moving into PostgreSQL is interrupted', () => {
  let processes: Processes
  beforeEach(() => {
    processes = openProcesses()
  })
  /** Moves in a process of its own, as an operator does. */
  const start = ({ from, to }: Pick<Pair, 'from' | 'to'>) =>
    processes.serve({}, ['node', program, 'move', '--from', from, '--to', to])

  /** Interrupts a move at a held point, and expects that nodes can use the books only after it has run again. */
  const interrupted = (hold: Hold, end: End, isMarked = false) =>
    inPair(async (pair) => {
      await fillBooks(pair.database)
      const before = await heldIn(openSource(pair.database))
      await postgres.migrate(pair.target, 'live')
      await onTarget(pair.target, async (client) => {
        const free = await hold(client, () => start(pair))
        await end(free.move, client)
        await free.letGo()
      })
      const refused = /are being moved into .* and have not all arrived: run `sente move` to its end$/
      const attempts = [
        postgres.open(pair.target, { purpose: 'live', serving: servingQuietly(pair.database) }),
        postgres.open(pair.target, { purpose: 'live' }),
        postgres.migrate(pair.target, 'live'),
      ]
      for (const { message } of await Promise.all(attempts.map(rejection))) expect(message).to.match(refused)
      if (isMarked) expect(() => openSource(pair.database)).to.throw(/ were moved to postgres:/)
      else expect(await heldIn(openSource(pair.database))).to.deep.equal(before)
      await moveOver(pair)
      expect(await arrivedIn(openNode(pair.target))).to.deep.equal(before)
      expect(() => openSource(pair.database)).to.throw(/ were moved to postgres:/)
    })

  rule('104.66', 'after an interrupted move no node can use the books, and the move is run again from the beginning', {
    ...fifthOf({
      'killed before anything has arrived': () => interrupted(beforeAll, by('SIGKILL')),
      'killed when half has arrived': () => interrupted(halfway, by('SIGKILL')),
      'stopped by Ctrl-C when half has arrived': () => interrupted(halfway, by('SIGINT')),
      'cut off from the database when half has arrived': () => interrupted(halfway, cutOff),
      'killed between the last look and the release': () => interrupted(atRelease, by('SIGKILL'), true),
      'cut off from the database between the last look and the release': () => interrupted(atRelease, cutOff, true),
      'the server of the database loses its power': () =>
        inFolder(async ({ database }) => {
          await fillBooks(database)
          const before = await heldIn(openSource(database))
          const server = await openOwnServer()
          const urls = { from: `sqlite:${database}`, to: `postgres:${server.path}` }
          try {
            await postgres.migrate(server.path, 'live')
            await onTarget(server.path, async (client) => {
              const { move } = await halfway(client, () => start(urls))
              await server.kill()
              expect(await move.ended, move.stdout()).to.equal(1)
            }).catch(() => undefined)
            await server.start()
            expect((await rejection(openNode(server.path))).message).to.match(/have not all arrived/)
            await onTarget(server.path, (client) => client.query('DROP TRIGGER hold ON fundings'))
            await moveOver(urls)
            expect(await arrivedIn(openNode(server.path))).to.deep.equal(before)
          } finally {
            await server.close()
          }
        }),
    }),
    'books that were served meanwhile move in their latest state': () =>
      inPair(async (pair) => {
        await fillBooks(pair.database)
        await beginMove(pair)
        const source = openSource(pair.database)
        const [account] = (await source.accounts.list({ limit: 1 })).accounts
        await source.accounts.change(account?.id ?? '', (before) => ({ ...before, name: 'renamed' }))
        await source.close()
        const before = await heldIn(openSource(pair.database))
        await moveOver(pair)
        expect(await arrivedIn(openNode(pair.target))).to.deep.equal(before)
      }),
    'a complete move finds nothing to do': () =>
      inPair(async (pair) => {
        await sqlite.migrate(pair.database, 'live')
        const args = ['move', '--from', pair.from, '--to', pair.to]
        await moveOver(pair)
        const { code, stdout } = await openHere(processes).sente(args)
        expect([code, stdout]).to.deep.equal([
          0,
          `The books of ${pair.from} had already been moved to ${pair.to.replace(/:password|\?.*/g, '')}: there was nothing to do\n`,
        ])
      }),
  })
})

/** Starts a move and resolves when it is held up; `letGo` releases it and cleans up. */
type Hold = (client: pg.Client, start: () => Gateway) => Promise<{ move: Gateway; letGo(): Promise<unknown> }>

/** Interrupts a move that is held up. */
type End = (move: Gateway, client: pg.Client) => Promise<unknown>

const beforeAll: Hold = async (client, start) => {
  await client.query('BEGIN; LOCK TABLE accounts IN EXCLUSIVE MODE')
  const move = start()
  await heldUpBy(client, move)
  return { move, letGo: () => client.query('ROLLBACK') }
}

/** Accounts and transactions have arrived, and the fundings are held up. */
const halfway: Hold = async (client, start) => {
  await client.query(`
    CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
    CREATE TRIGGER hold BEFORE INSERT ON fundings FOR EACH ROW EXECUTE FUNCTION hold();
    SELECT pg_advisory_lock(1)`)
  const move = start()
  await heldUpBy(client, move)
  const letGo = () => client.query('SELECT pg_advisory_unlock(1); DROP TRIGGER hold ON fundings')
  return { move, letGo }
}

/** Everything has arrived and was checked, and the SQLite database is marked as moved. */
const atRelease: Hold = async (client, start) => {
  const { move, letGo } = await halfway(client, start)
  await client.query('BEGIN; SELECT one FROM sente_database FOR UPDATE')
  await client.query('SELECT pg_advisory_unlock(1)')
  await heldUpBy(client, move)
  return {
    move,
    async letGo() {
      await client.query('ROLLBACK')
      await letGo()
    },
  }
}

/** Resolves when a session of the server waits for this one. */
async function heldUpBy(client: pg.Client, move: Gateway): Promise<void> {
  let ended: number | string | undefined
  void move.ended.then((code) => {
    ended = code
  })
  for (;;) {
    const { rows } = await client.query(
      'SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))',
    )
    if (rows.length > 0) return
    if (ended !== undefined) throw new Error(`it ended with ${ended}: ${move.stderr()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function by(signal: NodeJS.Signals): End {
  return async ({ child, ended }) => {
    child.kill(signal)
    expect(await ended).to.equal(signal)
  }
}

/** The session of the move ends, as when the database restarts. */
async function cutOff({ ended, stderr }: Gateway, client: pg.Client): Promise<void> {
  await client.query(
    'SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))',
  )
  expect(await ended).to.equal(1)
  expect(stderr()).to.match(/terminating connection|connection was lost/)
}
