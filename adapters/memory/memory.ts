import type { AccountRepo, Books } from '../../core/sente.ts'
import { memoryAccountRepo } from './memoryAccountRepo.ts'
import { memoryBooks } from './memoryBooks.ts'

export { type Behaviour, type MemoryProvider, memoryProvider } from './memoryProvider.ts'

/** Accounts and books in memory, for tests and for a first try at embedding. */
export function memoryStore(): { accounts: AccountRepo; books: Books } {
  const accounts = memoryAccountRepo()
  return { accounts, books: memoryBooks(accounts.versionOf) }
}
