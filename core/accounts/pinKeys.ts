import type { Account, PinVerifier } from '../account.ts'
import type { AccountRepo, PinKeyCount } from '../ports/accountRepo.ts'
import type { Secrets } from '../ports/secrets.ts'

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

/** Seals a PIN that was right anew, unless it is under the current PIN key already; never rejects. */
export type ResealPin = (account: Account, pin: string) => Promise<void>

type ResealPorts = { accounts: AccountRepo; secrets: Secrets; resealBroke?: (error: unknown) => void }

/** Builds it from its ports; a PIN that was changed meanwhile stays as it is. */
export function resealPin({ accounts, secrets, resealBroke }: ResealPorts): ResealPin {
  const underWay = new Set<string>()
  return async ({ id, pin: sealed }, pin) => {
    // Of many payouts at once one is enough.
    if (!sealed || sealed.keyVersion === secrets.pinKeyVersions[0] || underWay.has(sealed.id)) return
    underWay.add(sealed.id)
    try {
      const anew = secrets.reseal(id, pin, sealed)
      await accounts.change(id, (account) => (isSame(account.pin, sealed) ? { ...account, pin: anew } : account))
    } catch (error) {
      resealBroke?.(error)
    } finally {
      underWay.delete(sealed.id)
    }
  }
}

function isSame(one: PinVerifier | null, { id, keyVersion, mac }: PinVerifier): boolean {
  return one?.id === id && one.keyVersion === keyVersion && one.mac === mac
}
