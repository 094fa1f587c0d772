import { memoryStore } from '../../adapters/memory/memory.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqliteStore.ts'
import { accountRepoContract } from '../contracts/accountRepo.ts'
import { booksContract } from '../contracts/books.ts'
import type { Stores } from '../contracts/everyStore.ts'
import { makeFolder } from './sqliteFolder.ts'

const stores: Stores = {
  'in memory': () => ({ ...memoryStore(), close() {} }),
  'SQLite in a file': () => {
    const folder = makeFolder()
    try {
      const store = openSqliteStore({ path: folder.database, purpose: 'sandbox', migrate: true })
      return { ...store, close: () => folder.remove(store.close) }
    } catch (error) {
      folder.remove()
      throw error
    }
  },
  'SQLite in memory': () => openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true }),
}

accountRepoContract(stores)
booksContract(stores)
