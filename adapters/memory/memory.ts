import type { AccountRepo, Books, Quarantines } from '../../core/sente.ts'
import { memoryAccountRepo } from './memoryAccountRepo.ts'
import { memoryBooks } from './memoryBooks.ts'
import { memoryQuarantines } from './memoryQuarantines.ts'

export { type Behaviour, type MemoryProvider, memoryProvider } from './memoryProvider.ts'

/** Accounts and books in memory, for tests and for trying out the core. */
export function memoryStore(): { accounts: AccountRepo; books: Books; quarantines: Quarantines } {
  const accounts = memoryAccountRepo()
  const { isQuarantined, ...quarantines } = memoryQuarantines()
  return { accounts, books: memoryBooks(accounts.versionOf, isQuarantined), quarantines }
}
