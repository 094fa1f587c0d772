import { join } from 'node:path'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import './endsWithParent.ts'

/** A start where nothing may be written, in a process of its own: prints what each way to open the database is told. */
const path = join(process.argv[2] ?? '', 'books.db')
const opening = { path, purpose: 'sandbox', migrate: true } as const

function told(open: () => unknown): string {
  try {
    open()
    return 'nothing'
  } catch (error) {
    return String(error)
  }
}

const claim = told(() => claimServing(path, process.pid))
const serve = told(() => openSqliteStore({ ...opening, serving: { onLost: () => process.exit(74) } }))
process.stdout.write(`${JSON.stringify({ claim, serve })}\n`, () => process.exit())
