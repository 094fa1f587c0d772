import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { uuids } from '../../../../adapters/node/node.ts'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import type { Transaction } from '../../../../core/sente.ts'
import { fundedAccount, inStep, openPayout } from '../../../contracts/kit/bookActs.ts'
import { aPayout, holdPosting } from '../../../contracts/kit/records.ts'
import { type Gateway, openProcesses, program } from '../../../fixtures/processes.ts'
import { rule } from '../../../rule.ts'
import { headings } from './writtenFiles.ts'

const beginMs = Date.UTC(2026, 0, 2, 9)

/** More rows than decide whether a file is likely, so that the first are stored before the last are compared. */
const [payments, missing] = [300, 14_700]

/** Makes payouts that have succeeded, a second apart. */
async function fill(path: string): Promise<readonly Transaction[]> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  const made: Transaction[] = []
  try {
    const { account } = await fundedAccount(store)
    for (let nth = 0; nth < payments; nth += 1) {
      const createdAtMs = beginMs + nth * 1_000
      const times = { createdAtMs, updatedAtMs: createdAtMs, submitUntilMs: createdAtMs }
      const payout = aPayout(account.id, { id: uuids.ordered(createdAtMs), amountMinor: 1n, ...times })
      await openPayout(store, payout)
      await inStep(store, payout, (work) => {
        work.record({ ...payout, state: 'succeeded', followUp: { ...payout.followUp, askAtMs: null } })
        work.ledger.post({ ...holdPosting(payout), from: 'held', to: `float:${payout.network}`, atMs: createdAtMs })
      })
      made.push(payout)
    }
  } finally {
    await store.close()
  }
  return made
}

/** A file that calls every third payout failed, and has many payouts that the books lack. */
function fileOf(made: readonly Transaction[]): string {
  const time = (ms: number) => new Date(ms + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const row = (atMs: number, id: string, status: string) => `${time(atMs)},${id},${id},out,256770000001,1,UGX,${status}`
  const own = made.map(({ createdAtMs, providerId }, nth) =>
    row(createdAtMs, providerId, nth % 3 === 0 ? 'Failed' : 'Successful'),
  )
  const others = Array.from({ length: missing }, (_, nth) => row(beginMs + nth * 1_000, `other-${nth}`, 'Successful'))
  return `${[headings.externalId, ...own, ...others].join('\n')}\n`
}

/** The entries of a comparison, the exceptions of all, and the marked payments with the number of their notes. */
async function foundIn(path: string, runId: string) {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
  try {
    const limit = 2 * (payments + missing)
    const entries = await store.reconciliations.entries({ runId, limit })
    const exceptions = await store.reconciliations.findExceptions({ isOpen: true, limit })
    const { transactions } = await store.books.list({ limit: payments })
    const marked = await Promise.all(transactions.map(({ id }) => store.books.annotated(id)))
    return {
      entries,
      exceptions: exceptions.map(({ run, entry }) => [run.id === runId, entry.item]),
      marked: marked.map((found) => [found?.transaction.id, found?.transaction.attention, found?.annotations.length]),
    }
  } finally {
    await store.close()
  }
}

/** Kills a process once its comparison has stored some rows, and before it has stored another one. */
async function killInTheMiddle({ child, ended }: Gateway, path: string): Promise<{ id: string; entries: number }> {
  const database = keptDatabase(path)
  try {
    const count = database.prepare('SELECT count(*) FROM reconciliation_entries').pluck()
    while (Number(count.get()) === 0 && child.exitCode === null) await setTimeout(1)
    // The next row waits for this lock.
    database.exec('BEGIN IMMEDIATE')
    child.kill('SIGKILL')
    await ended
    database.exec('ROLLBACK')
    const id = database.prepare('SELECT id FROM reconciliations WHERE ended_at_ms IS NULL').pluck().get()
    return { id: String(id), entries: Number(count.get()) }
  } finally {
    database.close()
  }
}

describe('120 Reconciliation: a comparison whose process is killed', () => {
  rule(
    '120.124',
    'after a comparison was killed, the next one names it, ends as one without a disturbance, and doubles no exception',
    async () => {
      const { folder, serve, sente } = openProcesses()
      const [path, copy, file] = ['books.db', 'copy.db', 'january.csv'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      writeFileSync(file, fileOf(await fill(path)))
      copyFileSync(path, copy)
      const period = ['--provider', 'MTN', '--from', '2026-01-02', '--to', '2026-01-02', '--sure', '--by', 'amina']
      const words = ['reconcile', file, ...period, '--json']
      const on = (database: string) => ({ DATABASE_URL: `sqlite:${database}` })
      const compared = async (database: string) => {
        const { code, stdout, stderr } = await sente(words, on(database))
        expect(code, stderr + stdout).to.equal(0)
        return JSON.parse(stdout)
      }

      const killed = await killInTheMiddle(serve(on(path), ['node', program, ...words]), path)
      expect(killed.entries).to.be.within(1, payments + missing - 1)
      const left = await foundIn(path, killed.id)
      expect([left.exceptions, left.marked.filter(([, attention]) => attention !== null).length > 0]).to.deep.equal([
        [],
        true,
      ])

      const [again, undisturbed] = [await compared(path), await compared(copy)]
      expect([again.unended, undisturbed.unended]).to.deep.equal([killed.id, null])
      expect(again.totals).to.deep.equal(undisturbed.totals)
      const found = await foundIn(path, again.reconciliation_id)
      expect(found).to.deep.equal(await foundIn(copy, undisturbed.reconciliation_id))
      expect([found.entries.length, found.exceptions.length]).to.deep.equal([
        payments + missing,
        payments / 3 + missing,
      ])
      expect(await compared(path)).to.deep.include({ already: true, unended: null })
    },
  )
})
