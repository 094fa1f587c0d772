import type { AccountKey } from '../model/account.ts'
import { isExpired } from '../model/keyScopes.ts'
import type { Refusal } from '../model/refusal.ts'
import type { AccountPorts } from '../ports/accountPorts.ts'
import type { Caller } from './keys/authenticate.ts'
import { refuseApiUse } from './refuseApiUse.ts'

/** A key of an account, and whether it can be used, or why not. */
export type ListedKey = { readonly key: AccountKey; readonly state: 'active' | 'expired' | 'revoked' }

/** The function that {@link listKeys} returns. */
export type ListKeys = (request: {
  readonly caller: Caller
}) => Promise<{ readonly keys: readonly ListedKey[] } | Refusal>

/** The keys of the caller's account, oldest first. Refused with `kyc_incomplete` and `api_access_off`. */
export function listKeys({ accounts, clock }: Pick<AccountPorts, 'accounts' | 'clock'>): ListKeys {
  return async ({ caller: { account } }) => {
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const nowMs = await accounts.nowMs(clock.nowMs())
    return { keys: account.keys.map((key) => ({ key, state: stateOf(key, nowMs) })) }
  }
}

function stateOf(key: AccountKey, nowMs: number): ListedKey['state'] {
  if (!key.active) return 'revoked'
  return isExpired(key, nowMs) ? 'expired' : 'active'
}
