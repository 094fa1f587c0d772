import type { Account, PinVerifier } from './account.ts'
import type { AccountRepo } from './ports/accountRepo.ts'
import type { Secrets } from './ports/secrets.ts'

/** Seals a PIN that was right anew, unless it is under the current PIN key already; never rejects. */
export type ResealPin = (account: Account, pin: string) => Promise<void>

type ResealPorts = { accounts: AccountRepo; secrets: Secrets; resealBroke?: (error: unknown) => void }

/** Makes it over its ports; a PIN that was changed meanwhile stays as it is. */
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
