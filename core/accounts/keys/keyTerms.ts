import type { AccountKey, KeyTerms } from '../../model/account.ts'
import { keyScopes } from '../../model/keyScopes.ts'
import { isName, type OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { Facts } from '../../ports/operators/actions.ts'

/** The terms of the keys that an account begins with: they may be used for everything, from everywhere, without an end. */
export const firstTerms: KeyTerms = { name: null, scopes: null, expiresAtMs: null, addresses: null }

/** The terms of a key alone. */
export function termsOf({ name, scopes, expiresAtMs, addresses }: AccountKey): KeyTerms {
  return { name, scopes, expiresAtMs, addresses }
}

/** Terms as an action tells them; those of the first keys are not worth a word. */
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
    return malformed(`its name is 1 to ${longestName} characters, all printable`)
  if (scopes?.length === 0 || scopes?.some((scope) => !keyScopes.includes(scope)))
    return malformed(`its scopes are some of ${keyScopes.join(', ')}`)
  if (expiresAtMs !== null && !(Number.isSafeInteger(expiresAtMs) && expiresAtMs > nowMs))
    return malformed('it expires later than now')
  return undefined
}

/** The refusal of what is no list of addresses. */
export const malformedAddresses = malformed(
  'it may be used from addresses and subnets, such as 203.0.113.7 and 10.0.0.0/8',
)

function malformed(form: string): OperatorRefusal {
  return { refused: 'malformed_key', message: `There can be no such key: ${form}` }
}
