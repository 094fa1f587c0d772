import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'

/** Books that are open twice, as by two nodes, or by two commands. */
export const openedTwice = {
  async SQLite() {
    const { database: path, remove } = makeFolder()
    const open = () => openSqliteStore({ path, purpose: 'sandbox', migrate: true })
    const [first, second] = [open(), open()]
    return {
      ...{ first, second },
      async close() {
        await first.close()
        await second.close()
        remove()
      },
    }
  },
  async PostgreSQL() {
    const { path, drop } = await makeSchema()
    const open = () => openPostgresStore({ path, purpose: 'sandbox', migrate: true, clock: 'caller' })
    const [first, second] = [await open(), await open()]
    return {
      ...{ first, second },
      async close() {
        await first.close()
        await second.close()
        await drop()
      },
    }
  },
} as const
