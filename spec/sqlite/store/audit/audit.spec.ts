import { copyFileSync } from 'node:fs'
import { expect } from 'chai'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { type Audit, auditBooks } from '../../../../core/sente.ts'
import { fund } from '../../../contracts/kit/bookActs.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { type Folder, inFolder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { test } from '../../../rule.ts'
import { damage, damages, type Finding } from './damage.ts'
import { type Day, makeDay } from './day.ts'

/** The audit's name of the row. */
function named([rule, row]: Finding, { accountId, idOf: idIn }: Day): Finding {
  if (row === 'all of UGX') return [rule, 'UGX']
  if (row.startsWith('reference ')) return [rule, row.replace(' ', ` ${accountId} `)]
  if (rule === 'nothing_stray') return [rule, row.replace('ACCOUNT', accountId)]
  if (rule === 'one_event_each') return [rule, `${accountId} ${idIn(row) ? `transaction ${idIn(row)}` : row}`]
  if (row === 'UGX' || rule === 'events_without_gap' || rule === 'postings_fit_funding')
    return [rule, `${accountId} ${row}`]
  return [rule, idIn(row) || row]
}

async function auditIn(path: string): Promise<Audit> {
  const { books, close } = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
  return auditBooks({ books })().finally(close)
}

describe('The SQLite store: an audit of a database', () => {
  let folder: Folder
  let day: Day
  before(async () => {
    folder = makeFolder()
    day = await makeDay(folder.database)
  })
  /** Runs an example with a copy of the day's database. */
  const onCopy = (example: (path: string) => unknown) =>
    inFolder(({ database: path }) => {
      copyFileSync(folder.database, path)
      return example(path)
    })

  test('a database written only by use cases is in order', {
    'with payments in every state, fundings, a withdrawal, a decision and wrong PINs': () =>
      onCopy(async (path) => {
        // 6 holds, 1 settlement, 3 releases, 1 credit, 3 fundings; 1 balance; 12 transactions; 3 fundings; 10 events; 5
        // actions and the end of their chain
        expect(await auditIn(path)).to.deep.equal({
          ok: true,
          checked: 14 + 1 + 12 + 3 + 10 + 6,
          broken: [],
          contradicted: [],
        })
      }),
    'also while another connection writes': () =>
      onCopy(async (path) => {
        const other = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
        try {
          const written = Array.from({ length: 100 }, () => fund(other, aFunding(day.accountId)))
          const [first, ...later] = written
          await first
          const audits = [await auditIn(path), await auditIn(path), await auditIn(path)]
          await Promise.all(later)
          for (const { broken } of [...audits, await auditIn(path)]) expect(broken).to.deep.equal([])
          expect((await auditIn(path)).checked).to.equal(46 + 300)
        } finally {
          other.close()
        }
      }),
  })

  test(
    'every break of a rule of the books is found, with its row',
    Object.fromEntries(
      Object.entries(damages).map(([name, { sql, broken }]) => [
        name,
        () =>
          onCopy(async (path) => {
            damage(path, sql)
            const found = await auditIn(path)
            expect(found.broken.map(({ rule, row }) => [rule, row])).to.deep.equal(broken.map((one) => named(one, day)))
            expect(found.ok).to.equal(false)
          }),
      ]),
    ),
  )
})
