import { memoryStore } from '../../adapters/memory/memory.ts'
import { openSqliteStore, type SqliteServing } from '../../adapters/sqlite/store/sqliteStore.ts'
import type { ReconciliationStore } from '../contracts/208-reconciliations/reconciliations.ts'
import type { OperatorMoneyStore } from '../contracts/209-operator-money/operatorMoney.ts'
import type { BatchStore } from '../contracts/210-batches/batches.ts'
import type { PeopleStore } from '../contracts/211-people/people.ts'
import type { LinkStore } from '../contracts/212-payment-links/paymentLinks.ts'
import type { NoticeStore } from '../contracts/213-notices/notices.ts'
import type { FigureStore, Trial } from '../contracts/conformance.ts'
import { everyAdapter } from '../contracts/everyAdapter.ts'
import { openInSchema } from '../fixtures/postgres/postgres.ts'
import { makeFolderWithBooks } from '../fixtures/sqliteFolder.ts'
import { isNight } from '../night.ts'

/** A store that keeps everything. */
type WholeStore = FigureStore &
  ReconciliationStore &
  OperatorMoneyStore &
  BatchStore &
  PeopleStore &
  LinkStore &
  NoticeStore

const serving: SqliteServing = {
  onLost(error) {
    throw error
  },
}

type OpenStore = () => WholeStore | Promise<WholeStore>

const all: Readonly<Record<string, OpenStore>> = {
  'in memory': memoryStore,
  'SQLite in a file': () => openInFolder(),
  'SQLite in a file, serving': () => openInFolder({ serving }),
  'SQLite in memory': () => openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true }),
  PostgreSQL: () => openInSchema(),
}

/** One of each kind. The others of SQLite differ in their flushes and locks, which have specs of their own. */
const oneOfAKind = ['in memory', 'SQLite in a file, serving', 'PostgreSQL']

/** The stores for the contracts, by their names: by day one of a kind, at night all. */
export const stores: Readonly<Record<string, OpenStore>> = Object.fromEntries(
  Object.entries(all).filter(([name]) => isNight || oneOfAKind.includes(name)),
)

/** States each promise of a contract as a rule, with an example for each store. */
export function everyStore(contract: (open: OpenStore) => readonly Trial[]): void {
  everyAdapter(stores, contract)
}

function openInFolder(options: { serving?: SqliteServing } = {}): WholeStore {
  const folder = makeFolderWithBooks()
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
