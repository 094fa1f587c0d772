import { type Attribution, type Done, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { Account, AccountKey } from '../../model/account.ts'
import { isExpired, type KeyScope, keyScopes } from '../../model/keyScopes.ts'
import { type OperatorRefusal, unknownAccount } from '../../model/operatorRefusal.ts'
import { firstTerms, malformedAddresses, refuseTerms, termFacts } from './keyTerms.ts'
import { type KeyPorts, type RotatedKey, storedKey } from './rotateKey.ts'

/** The name and the rights of a new secret key. */
export type NewKey = {
  readonly accountId: string
  /** 1 to 40 printable characters; no other active secret key of the account has it. */
  readonly name: string
  readonly scopes: readonly KeyScope[]
  /** From this time on it is refused like an unknown key; never by default. */
  readonly expiresAtMs?: number
  /** The addresses and subnets that may use it; all by default. */
  readonly addresses?: readonly string[]
}

/** The function that {@link createKey} returns. */
export type CreateKey = (request: NewKey & Attribution) => Promise<RotatedKey | OperatorRefusal>

/** The most active secret keys of an account. */
const mostActive = 20

/**
 * Adds a secret key with limited scopes to an account. Refused with `unknown_account`, `malformed_key`,
 * `key_name_taken` while an active key has the name, and `too_many_keys`.
 */
export function createKey(ports: KeyPorts): CreateKey {
  const { accounts, clock, secrets, isAddressList = () => true } = ports
  return async (request) => {
    const { accountId, name, scopes, expiresAtMs = null, addresses = null } = request
    const nowMs = clock.nowMs()
    const terms = {
      ...firstTerms,
      name,
      scopes: keyScopes.filter((one) => scopes.includes(one)),
      expiresAtMs,
      addresses,
    }
    const refusal = refuseAttribution(request) ?? refuseTerms({ ...terms, scopes }, nowMs)
    if (refusal) return refusal
    if (addresses && !(addresses.length > 0 && isAddressList(addresses))) return malformedAddresses
    const key = secrets.newKey('secret')
    const added = storedKey('secret', key, ports, terms)
    const account = await accounts.change(
      accountId,
      (before) => (refuseBeside(before, name, nowMs) ? before : { ...before, keys: [...before.keys, added] }),
      recording(ports, request)((_before: Account, after: Account) => createdDone(after, added)),
    )
    if (!account) return unknownAccount(accountId)
    if (account.keys.some(({ id }) => id === added.id)) return { account, keyId: added.id, key }
    return refuseBeside(account, name, nowMs) ?? unknownAccount(accountId)
  }
}

function refuseBeside({ keys }: Account, name: string, nowMs: number): OperatorRefusal | undefined {
  const active = keys.filter((key) => key.kind === 'secret' && key.active && !isExpired(key, nowMs))
  const namesake = active.find((key) => key.name === name)
  if (namesake) return { refused: 'key_name_taken', message: `Key ${namesake.id} has this name: rotate it` }
  const message = `${mostActive} secret keys are already active: revoke one first`
  return active.length < mostActive ? undefined : { refused: 'too_many_keys', message }
}

function createdDone({ id, keys }: Account, added: AccountKey): Done | undefined {
  if (!keys.some((key) => key.id === added.id)) return undefined
  const after = { ...termFacts(added), prefix: added.prefix }
  return { kind: 'key.create', accountId: id, subject: `key ${added.id}`, before: null, after }
}
