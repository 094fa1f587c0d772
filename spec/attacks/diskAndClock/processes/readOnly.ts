import { join } from 'node:path'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import './endsWithParent.ts'

/** A start where nothing may be written, in a process of its own: prints the error of each way to open the database. */
const path = join(process.argv[2] ?? '', 'books.db')
const opening = { path, purpose: 'sandbox', migrate: true } as const

function errorOf(open: () => unknown): string {
  try {
    open()
    return 'nothing'
  } catch (error) {
    return String(error)
  }
}

const claim = errorOf(() => claimServing(path, process.pid))
const serve = errorOf(() => openSqliteStore({ ...opening, serving: { onLost: () => process.exit(74) } }))
process.stdout.write(`${JSON.stringify({ claim, serve })}\n`, () => process.exit())
