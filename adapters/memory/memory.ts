/**
 * A store and a network in memory, for tests and for trying out the core. Nothing survives the process.
 *
 * @module @sente/core/memory
 */

import type { AccountRepo, Books, Quarantines, Webhooks } from '../../core/sente.ts'
import { memoryAccountRepo } from './memoryAccountRepo.ts'
import { memoryBooks } from './memoryBooks.ts'
import { memoryQuarantines } from './memoryQuarantines.ts'
import { memoryWebhooks } from './memoryWebhooks.ts'

export { type Behaviour, type MemoryProvider, type MemoryProviderOptions, memoryProvider } from './memoryProvider.ts'

/** Accounts, books and quarantines in memory. */
export type MemoryStore = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly quarantines: Quarantines
  readonly webhooks: Webhooks
}

/** Makes an empty store in memory, for tests and for trying out the core: it forgets everything when the process ends. */
export function memoryStore(): MemoryStore {
  const { versionOf, isApiOff, ...accounts } = memoryAccountRepo()
  const { isQuarantined, ...quarantines } = memoryQuarantines()
  const { lastEvent, ...books } = memoryBooks(versionOf, isQuarantined)
  return { accounts, books, quarantines, webhooks: memoryWebhooks(lastEvent, isApiOff) }
}
