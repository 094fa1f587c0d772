/**
 * A store and a network in memory, for tests and for trying out the core. Nothing survives the process.
 *
 * @module @sente/core/memory
 */

import type {
  AccountRepo,
  Books,
  Figures,
  LineStops,
  PaymentCases,
  Quarantines,
  Reconciliations,
  Webhooks,
} from '../../core/sente.ts'
import { memoryAccountRepo } from './memoryAccountRepo.ts'
import { memoryBooks } from './memoryBooks.ts'
import { memoryLineStops } from './memoryLineStops.ts'
import { memoryQuarantines } from './memoryQuarantines.ts'
import { memoryReconciliations } from './memoryReconciliations.ts'
import { memoryWebhooks } from './memoryWebhooks.ts'

export { type Behaviour, type MemoryProvider, type MemoryProviderOptions, memoryProvider } from './memoryProvider.ts'

/** Accounts, books, quarantines, stops of lines, comparisons with networks, endpoints and figures in memory. */
export type MemoryStore = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly quarantines: Quarantines
  readonly lineStops: LineStops
  readonly cases: PaymentCases
  readonly reconciliations: Reconciliations
  readonly webhooks: Webhooks
  readonly figures: Figures
}

/** Makes an empty store in memory, for tests and for trying out the core: it forgets everything when the process ends. */
export function memoryStore(): MemoryStore {
  const { versionOf, isApiOff, ...accounts } = memoryAccountRepo()
  const { isQuarantined, ...quarantines } = memoryQuarantines()
  const { stopsOf, ...lineStops } = memoryLineStops()
  const { lastEvent, open, attention, cases, ...books } = memoryBooks({
    accountVersion: versionOf,
    isQuarantined,
    stopsOf,
  })
  const { endpoints, ...webhooks } = memoryWebhooks(lastEvent, isApiOff, books.events)
  const reconciliations = memoryReconciliations(books)
  return {
    accounts,
    books,
    quarantines,
    lineStops,
    cases,
    reconciliations,
    webhooks,
    figures: { open, attention, endpoints },
  }
}
