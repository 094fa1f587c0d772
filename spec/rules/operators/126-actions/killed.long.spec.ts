import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { ranHere as sente } from '../../../fixtures/inThisProcess.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { type Gateway, openAccount, openProcesses, type Processes, program } from '../../../fixtures/processes.ts'
import { reached } from '../../../fixtures/until.ts'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'

const funded = 2_000_000

/** Books that processes approve in, their contents, and a way to hold up the writer of an action. */
type HeldBooks = {
  readonly env: Record<string, string>
  /** A number selected by a statement. */
  number(sql: string): Promise<number>
  /** Holds up approvals until the returned function is called; `isWaiting` resolves when somebody waits. */
  hold(): Promise<{ isWaiting(process: Gateway): Promise<void>; letGo(): Promise<unknown> }>
  close(): Promise<unknown>
}

async function inSqlite(live: Record<string, string>): Promise<HeldBooks> {
  const path = (live.DATABASE_URL ?? '').replace('sqlite:', '')
  const open = () => keptDatabase(path)
  return {
    env: live,
    async number(sql) {
      const database = open()
      try {
        return Number(database.prepare(sql).pluck().get())
      } finally {
        database.close()
      }
    },
    async hold() {
      const database = open()
      database.exec('BEGIN IMMEDIATE')
      return {
        // Nothing shows that a process waits for the lock of a file: it is killed on its way to it.
        isWaiting: (process) => hasOpened(process, path),
        async letGo() {
          database.close()
        },
      }
    },
    close: async () => undefined,
  }
}

async function inPostgres(live: Record<string, string>): Promise<HeldBooks> {
  const schema = await makeSchema()
  const client = new pg.Client({ connectionString: `postgres:${schema.path}` })
  await client.connect()
  return {
    env: { ...live, DATABASE_URL: `postgres:${schema.path}` },
    number: async (sql) => Number(Object.values((await client.query(sql)).rows[0])[0]),
    async hold() {
      await client.query('BEGIN; LOCK TABLE actions IN SHARE MODE')
      return {
        async isWaiting({ child }) {
          const waiting =
            'SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))'
          const waits = async () => Number((await client.query(waiting)).rows[0].count) > 0
          await reached('it waits', async () => child.exitCode !== null || (await waits()))
        },
        letGo: () => client.query('ROLLBACK'),
      }
    },
    async close() {
      await client.end()
      await schema.drop()
    },
  }
}

/** Resolves when a process has a file open, or has ended. */
function hasOpened({ child }: Gateway, path: string): Promise<void> {
  const folder = join('/proc', String(child.pid), 'fd')
  return reached('it opens the books', () => {
    try {
      return readdirSync(folder).some((name) => readlinkSync(join(folder, name)) === path)
    } catch {
      // A file was closed meanwhile, or the process has ended.
      return child.exitCode !== null
    }
  })
}

/** The moment to kill a process that was held up and released. */
const moments = {
  'at once': async () => undefined,
  'as it says so': ({ child, ended }: Gateway) =>
    Promise.race([ended, new Promise((resolve) => child.stdout?.once('data', resolve))]),
}

describe('126 Who did what: a process that is killed while it approves', () => {
  let processes: Processes
  beforeEach(() => {
    processes = openProcesses()
  })
  const killing = (open: (live: Record<string, string>) => Promise<HeldBooks>) => async () => {
    const books = await open(await processes.startNetworks())
    try {
      const env = { ...books.env, SENTE_FOUR_EYES: 'UGX:1000000', SENTE_OPERATOR: 'brian' }
      expect((await sente(['migrate'], env)).code).to.equal(0)
      const { accountId } = await openAccount((args) => sente(args, env))
      const before = await books.number('SELECT available_minor FROM balances')
      const propose = async (reference: string) => {
        const words = ['account', 'fund', accountId, 'UGX', `${funded}`, '--reference', reference, '--because', 'x']
        return String(JSON.parse((await sente([...words, '--json'], env)).stdout).proposal.proposal)
      }
      const approving = (proposal: string, by: string) =>
        processes.serve(env, ['node', program, 'proposal', 'approve', proposal, '--by', by, '--json'])
      const ends = (proposal: string) => books.number(`SELECT count(*) FROM actions WHERE proposal = ${proposal}`)
      const made = async () => ((await books.number('SELECT available_minor FROM balances')) - before) / funded

      const first = await propose('held')
      const { isWaiting, letGo } = await books.hold()
      const killed = [approving(first, 'amina'), approving(first, 'carol')]
      await Promise.all(killed.map(isWaiting))
      for (const { child } of killed) child.kill('SIGKILL')
      for (const { ended } of killed) expect(await ended).to.equal('SIGKILL')
      await letGo()
      expect([await ends(first), await made()]).to.deep.equal([0, 0])
      const several = [approving(first, 'amina'), approving(first, 'carol')]
      expect((await Promise.all(several.map(({ ended }) => ended))).sort()).to.deep.equal([0, 1])
      expect([await ends(first), await made()]).to.deep.equal([1, 1])

      let total = 1
      for (const [name, moment] of Object.entries(moments)) {
        const proposal = await propose(name.replaceAll(' ', '-'))
        const held = await books.hold()
        const some = approving(proposal, 'amina')
        await held.isWaiting(some)
        await held.letGo()
        await moment(some)
        some.child.kill('SIGKILL')
        await some.ended
        const made1 = await ends(proposal)
        expect([made1 <= 1, await made()]).to.deep.equal([true, total + made1])
        const { code, stdout } = await sente(['proposal', 'approve', proposal, '--by', 'carol', '--json'], env)
        expect(code, stdout).to.equal(made1)
        if (made1 === 1) expect(JSON.parse(stdout).error.code).to.equal('proposal_ended')
        total += 1
        expect([await ends(proposal), await made()]).to.deep.equal([1, total])
      }
      expect((await sente(['action', 'verify'], env)).code).to.equal(0)
      expect((await sente(['audit'], env)).code).to.equal(0)
    } finally {
      await books.close()
    }
  }

  rule(
    '126.38',
    'a process that is killed during an approval has made the whole change or nothing, and another person can approve a change that was not made',
    oneOf({ SQLite: killing(inSqlite), PostgreSQL: killing(inPostgres) }),
  )
})
