import { memoryStore } from '../../adapters/memory/memory.ts'
import { openSqliteStore, type SqliteServing } from '../../adapters/sqlite/store/sqliteStore.ts'
import { openInSchema } from '../fixtures/postgres/postgres.ts'
import { makeFolder } from '../fixtures/sqliteFolder.ts'
import type { ReconciliationStore } from './208-reconciliations/reconciliations.ts'
import type { OperatorMoneyStore } from './209-operator-money/operatorMoney.ts'
import type { BatchStore } from './210-batches/batches.ts'
import type { PeopleStore } from './211-people/people.ts'
import type { LinkStore } from './212-payment-links/paymentLinks.ts'
import type { FigureStore } from './conformance.ts'

/** A store that keeps everything. */
type WholeStore = FigureStore & ReconciliationStore & OperatorMoneyStore & BatchStore & PeopleStore & LinkStore

const serving: SqliteServing = {
  onLost(error) {
    throw error
  },
}

/** Every store, by its name. */
export const stores: Readonly<Record<string, () => WholeStore | Promise<WholeStore>>> = {
  'in memory': memoryStore,
  'SQLite in a file': () => openInFolder(),
  'SQLite in a file, serving': () => openInFolder({ serving }),
  'SQLite in memory': () => openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true }),
  PostgreSQL: () => openInSchema(),
}

function openInFolder(options: { serving?: SqliteServing } = {}): WholeStore {
  const folder = makeFolder()
  try {
    const store = openSqliteStore({ path: folder.database, purpose: 'sandbox', migrate: true, ...options })
    return {
      ...store,
      async close() {
        await store.close()
        folder.remove()
      },
    }
  } catch (error) {
    folder.remove()
    throw error
  }
}
