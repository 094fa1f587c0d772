import { memoryStore } from '../../../adapters/memory/memory.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { openInSchema } from '../../fixtures/postgres/postgres.ts'
import { makeFolderWithBooks } from '../../fixtures/sqliteFolder.ts'
import type { OpenStore } from './sequences.ts'
import type { ReopenedStore } from './stage/stage.ts'

/** The stores for the model, by the name of their books. */
export const modelStores = {
  memory: () => ({ ...memoryStore(), close() {} }),
  sqlite: () => openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true }),
  /** In the file of a serving process; the next process takes it over after a crash. */
  file: inFile,
  postgres: () => openInSchema(),
} as const satisfies Record<string, OpenStore>

/** The name of such a store. */
export type BooksName = keyof typeof modelStores

function inFile(): ReopenedStore {
  const folder = makeFolderWithBooks()
  const serving = {
    onLost(error: unknown) {
      throw error
    },
  }
  const open = () => openSqliteStore({ path: folder.database, purpose: 'sandbox', migrate: true, serving })
  let store = open()
  const opened = (): ReopenedStore => ({
    ...store,
    async reopen() {
      await store.close()
      store = open()
      return opened()
    },
    async close() {
      await store.close()
      folder.remove()
    },
  })
  return opened()
}
