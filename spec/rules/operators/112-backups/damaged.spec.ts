import { expect } from 'chai'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { fundedAccount, openPayout, record } from '../../../contracts/kit/bookActs.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule, table } from '../../../rule.ts'

/** Books with a payout and a collection that its network has contradicted. */
async function fill(path: string): Promise<void> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  const { account } = await fundedAccount(store)
  await openPayout(store, aPayout(account.id))
  await record(
    store,
    aPayout(account.id, { kind: 'collection', state: 'failed', reason: 'cancelled', attention: 'contradiction' }),
  )
  await store.close()
}

describe('112 Backups: of damaged books', () => {
  rule(
    '112.11',
    'damaged books are backed up only on request, and their restore says so; a contradiction is not damage',
    table(
      ['damage', 'message'],
      [
        ['a balance', '999'],
        ['a derived row', 'missing from used_references'],
      ] as const,
      (damage, said) =>
        inFolder(async ({ database: path }) => {
          await fill(path)
          const lines: string[] = []
          const copy = (name: string) =>
            ({ path, file: `${path}-${name}`, purpose: 'sandbox', say: (line: string) => lines.push(line) }) as const
          expect(await sqlite.inFiles.backUp(copy('sound'))).to.include({ damage: null })
          const database = keptDatabase(path)
          database.exec(
            damage === 'a balance' ? 'UPDATE balances SET available_minor = 999' : 'DELETE FROM used_references',
          )
          database.close()
          expect((await rejection(sqlite.inFiles.backUp(copy('refused')))).message)
            .to.include(said)
            .and.match(/were not backed up/)
          const made = await sqlite.inFiles.backUp({ ...copy('damaged'), mayBeDamaged: true })
          expect(made.damage).to.include(said)
          const acting = { proposal: null, chain: () => undefined }
          sqlite.inFiles.restore({ ...copy('sound'), acting })
          expect(lines.join('\n')).not.to.include('damaged')
          sqlite.inFiles.restore({ ...copy('damaged'), acting })
          expect(lines.at(-1)).to.equal(`its books were damaged when it was made: ${made.damage}`)
        }),
    ),
  )
})
