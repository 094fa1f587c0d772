import type { AccountKey, KeyTerms } from '../../model/account.ts'
import { keyScopes } from '../../model/keyScopes.ts'
import { isName, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { Facts } from '../../ports/operators/actions.ts'

/** The terms of an account's first keys: all scopes, all addresses, no expiry. */
export const firstTerms: KeyTerms = { name: null, scopes: null, expiresAtMs: null, addresses: null }

/** The terms of a key alone. */
export function termsOf({ name, scopes, expiresAtMs, addresses }: AccountKey): KeyTerms {
  return { name, scopes, expiresAtMs, addresses }
}

/** Terms in the words of an action; those of the first keys are left out. */
export function termFacts({ name, scopes, expiresAtMs, addresses }: KeyTerms): Facts {
  return {
    ...(name !== null && { name }),
    ...(scopes !== null && { scopes }),
    ...(expiresAtMs !== null && { expires_at_ms: expiresAtMs }),
    ...(addresses !== null && { addresses }),
  }
}

/** The longest name of a key. */
const longestName = 40

/** Refuses terms that no key can have. */
export function refuseTerms({ name, scopes, expiresAtMs }: KeyTerms, nowMs: number): OperatorRefusal | undefined {
  if (name !== null && (!isName(name) || name.length > longestName))
    return malformed('name', `its name must be 1 to ${longestName} printable characters`)
  if (scopes?.length === 0 || scopes?.some((scope) => !keyScopes.includes(scope)))
    return malformed('scope', `its scopes must be some of ${keyScopes.join(', ')}`)
  if (expiresAtMs !== null && !(Number.isSafeInteger(expiresAtMs) && expiresAtMs > nowMs))
    return malformed('expires', 'it must expire later than now')
  return undefined
}

/** The refusal of a text that is not a list of addresses. */
export const malformedAddresses = malformed(
  'addresses',
  'its addresses must be addresses and subnets, such as 203.0.113.7 and 10.0.0.0/8',
)

function malformed(about: string, form: string): OperatorRefusal {
  return { refused: 'malformed_key', message: `Such a key is not possible: ${form}`, about }
}
