import type { Account, AccountKey } from '../account.ts'
import { type OperatorRefusal, unknownAccount } from '../operatorRefusal.ts'
import type { AccountPorts } from './createAccount.ts'

/** A new key in clear, which is shown this once and never again. */
export type RotatedKey = { readonly account: Account; readonly keyId: string; readonly key: string }

/** The function that {@link rotateKey} returns. */
export type RotateKey = (request: {
  readonly accountId: string
  readonly kind: AccountKey['kind']
}) => Promise<RotatedKey | OperatorRefusal>

/** The function that {@link revokeKey} returns. */
export type RevokeKey = (request: {
  readonly keyId: string
}) => Promise<{ readonly account: Account } | OperatorRefusal>

const activeAtOnce = 2

/**
 * Adds a key of a kind to an account; the previous one stays valid until it is revoked. Refused with `unknown_account`, and
 * with `too_many_keys` while two of the kind are active.
 */
export function rotateKey({ accounts, ids, secrets }: Pick<AccountPorts, 'accounts' | 'ids' | 'secrets'>): RotateKey {
  return async ({ accountId, kind }) => {
    const key = secrets.newKey(kind)
    const added: AccountKey = { id: ids.ordered(), kind, digest: secrets.digest(key), active: true }
    const account = await accounts.change(accountId, (before) =>
      activeOf(before, kind).length < activeAtOnce ? { ...before, keys: [...before.keys, added] } : before,
    )
    if (!account) return unknownAccount(accountId)
    return account.keys.includes(added) ? { account, keyId: added.id, key } : tooManyKeys(activeOf(account, kind))
  }
}

/** Invalidates a key at once and permanently; repeating it changes nothing. Refused with `unknown_key`. */
export function revokeKey({ accounts }: Pick<AccountPorts, 'accounts'>): RevokeKey {
  return async ({ keyId }) => {
    const owner = await accounts.byKeyId(keyId)
    const account = owner && (await accounts.change(owner.id, (before) => without(before, keyId)))
    return account ? { account } : { refused: 'unknown_key', message: `There is no key ${keyId}` }
  }
}

function activeOf({ keys }: Account, kind: AccountKey['kind']): AccountKey[] {
  return keys.filter((key) => key.kind === kind && key.active)
}

function without(account: Account, keyId: string): Account {
  return { ...account, keys: account.keys.map((key) => (key.id === keyId ? { ...key, active: false } : key)) }
}

function tooManyKeys(active: readonly AccountKey[]): OperatorRefusal {
  const ids = active.map(({ id }) => id).join(' and ')
  return { refused: 'too_many_keys', message: `${active.length} keys are active already, ${ids}: revoke one first` }
}
