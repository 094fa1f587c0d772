import type { Done } from '../actions/attribution.ts'
import type { ActionKind } from '../actions/ownKinds.ts'
import type { Account } from '../model/account.ts'
import type { Facts } from '../ports/operators/actions.ts'

/** The settings of an account in the words of an action; of a PIN only its identity. */
export function factsOf({ kyc, apiAccess, closed, activatedCurrencies, pin, language }: Account): Facts {
  return { kyc, api_access: apiAccess, closed, currencies: activatedCurrencies, pin: pin?.id ?? null, language }
}

/** The action for a change of an account; undefined when nothing has changed, unless that is to be recorded, too. */
export function changedDone(
  kind: ActionKind,
  [before, after]: readonly [Account, Account],
  { evenIfSame }: { readonly evenIfSame: boolean },
): Done | undefined {
  const [was, is] = differing(factsOf(before), factsOf(after))
  if (Object.keys(is).length === 0 && !evenIfSame) return undefined
  return { kind, accountId: after.id, subject: `account ${after.id}`, before: was, after: is }
}

/** The facts that differ. */
function differing(before: Facts, after: Facts): readonly [Facts, Facts] {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
  return [only(before), only(after)]
}
