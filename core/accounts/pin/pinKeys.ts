import type { Account, PinVerifier } from '../../model/account.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import type { AccountRepo, PinKeyCount } from '../../ports/accountRepo.ts'
import type { Secrets } from '../../ports/secrets.ts'

/**
 * The number of accounts with a PIN under a PIN key, and the role of that key in the configuration; missing if it has
 * none.
 */
export type PinKeyUse = PinKeyCount & { readonly key: 'current' | 'previous' | 'missing' }

/** The function that {@link countPinKeyUses} returns. */
export type CountPinKeyUses = () => Promise<readonly PinKeyUse[]>

/** Counts the accounts' PINs by the key that seals them. A PIN whose key is missing cannot be checked. */
export function countPinKeyUses({ accounts, secrets }: Pick<AccountPorts, 'accounts' | 'secrets'>): CountPinKeyUses {
  return async () => {
    const [current, ...previous] = secrets.pinKeyVersions
    const counts = await accounts.pinKeyCounts()
    return counts.map((count) => {
      if (count.keyVersion === current) return { ...count, key: 'current' }
      return { ...count, key: previous.includes(count.keyVersion) ? 'previous' : 'missing' }
    })
  }
}

/** Reseals a right PIN, unless it is already under the current PIN key. Never rejects. */
type ResealPin = (account: Account, pin: string) => Promise<void>

type ResealPorts = { accounts: AccountRepo; secrets: Secrets; resealBroke?: (error: unknown) => void }

/** Builds it from its ports. A PIN that has been changed meanwhile stays unchanged. */
export function resealPin({ accounts, secrets, resealBroke }: ResealPorts): ResealPin {
  const underWay = new Set<string>()
  return async ({ id, pin: sealed }, pin) => {
    // For many payouts at once, one resealing is enough.
    if (!sealed || sealed.keyVersion === secrets.pinKeyVersions[0] || underWay.has(sealed.id)) return
    underWay.add(sealed.id)
    try {
      const resealed = secrets.reseal(id, pin, sealed)
      await accounts.change(id, (account) => (isSame(account.pin, sealed) ? { ...account, pin: resealed } : account))
    } catch (error) {
      resealBroke?.(error)
    } finally {
      underWay.delete(sealed.id)
    }
  }
}

/** Whether it is still the same PIN, sealed under the same key. */
function isSame(one: PinVerifier | null, { id, keyVersion }: PinVerifier): boolean {
  return one?.id === id && one.keyVersion === keyVersion
}

/** The error when a PIN's key is not configured. */
export function missingPinKey({ id, pin }: Account): Error {
  const key = `PIN key ${pin?.keyVersion}, which is not configured`
  return new Error(
    `the PIN of account ${id} is sealed under ${key}: configure it as the previous PIN key, or set a new PIN`,
  )
}
