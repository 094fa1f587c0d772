import { type CreateKey, createKey, type NewKey } from '../../accounts/keys/createKey.ts'
import { type RevokedKey, type RevokePorts, revokeKey } from '../../accounts/keys/revokeKey.ts'
import { type KeyPorts, type RotatedKey, rotateKey } from '../../accounts/keys/rotateKey.ts'
import type { AccountKey } from '../../model/account.ts'
import { type OperatorRefusal, unknownKey } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import { type Managing, managedBy } from './managing.ts'

/** The function that {@link createOwnKey} returns. */
export type CreateOwnKey = (
  request: Managing & Omit<NewKey, 'accountId'>,
) => Promise<RotatedKey | OperatorRefusal | PeopleRefusal>

/** The function that {@link rotateOwnKey} returns. */
export type RotateOwnKey = (
  request: Managing & { readonly kind: AccountKey['kind']; readonly keyId?: string },
) => Promise<RotatedKey | OperatorRefusal | PeopleRefusal>

/** The function that {@link revokeOwnKey} returns. */
export type RevokeOwnKey = (
  request: Managing & { readonly keyId: string },
) => Promise<RevokedKey | OperatorRefusal | PeopleRefusal>

/**
 * Adds a secret key to a user's account. Refused with `not_allowed`, with `password_needed` unless the password was
 * given within the last minutes, and as {@link CreateKey} is.
 */
export function createOwnKey(ports: KeyPorts): CreateOwnKey {
  const create = createKey(ports)
  return async ({ who, ...key }) => {
    const managed = managedBy(ports, who, 'key.create')
    return 'refused' in managed ? managed : create({ ...key, ...managed })
  }
}

/**
 * Rotates a key of a user's account. The previous one stays valid until it is revoked. Refused as `createOwnKey` is.
 */
export function rotateOwnKey(ports: KeyPorts): RotateOwnKey {
  const rotate = rotateKey(ports)
  return async ({ who, kind, keyId }) => {
    const managed = managedBy(ports, who, 'key.rotate')
    return 'refused' in managed ? managed : rotate({ ...managed, kind, ...(keyId !== undefined && { keyId }) })
  }
}

/**
 * Revokes a key of a user's account, and disables the webhook endpoints behind it. It does not ask for the password:
 * a person who sees that a key is abused must be quick. Refused with `not_allowed` and `unknown_key`.
 */
export function revokeOwnKey(ports: RevokePorts): RevokeOwnKey {
  const revoke = revokeKey(ports)
  return async ({ who, keyId }) => {
    const managed = managedBy(ports, who, 'key.revoke')
    if ('refused' in managed) return managed
    const owner = await ports.accounts.byKeyId(keyId)
    return owner?.id === managed.accountId ? revoke({ ...managed, keyId }) : unknownKey(keyId)
  }
}
