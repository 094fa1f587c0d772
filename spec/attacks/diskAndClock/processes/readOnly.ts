import { join } from 'node:path'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'

/** A start in a read-only folder, in a process of its own: prints the error of each way to open the database. */
const path = join(process.argv[2] ?? '', 'books.db')
const serving = { onLost: () => process.exit(74) }

const errors = [
  () => claimServing(path, process.pid),
  () => openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving }),
].map((open) => {
  try {
    open()
    return 'nothing'
  } catch (error) {
    return String(error)
  }
})
process.stdout.write(`${JSON.stringify(errors)}\n`, () => process.exit())
