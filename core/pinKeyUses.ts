import type { AccountRepo, PinKeyCount } from './ports/accountRepo.ts'
import type { Secrets } from './ports/secrets.ts'

/** How many accounts have a PIN under a PIN key, and what the configuration calls that key; missing when it has it not. */
export type PinKeyUse = PinKeyCount & { readonly key: 'current' | 'previous' | 'missing' }

/** Under which PIN keys the PINs of accounts are; nobody can tell whether a PIN is right whose key is missing. */
export async function pinKeyUses({
  accounts,
  secrets,
}: {
  accounts: AccountRepo
  secrets: Secrets
}): Promise<readonly PinKeyUse[]> {
  const [current, ...previous] = secrets.pinKeyVersions
  const counts = await accounts.pinKeyCounts()
  return counts.map((count) => {
    if (count.keyVersion === current) return { ...count, key: 'current' }
    return { ...count, key: previous.includes(count.keyVersion) ? 'previous' : 'missing' }
  })
}
