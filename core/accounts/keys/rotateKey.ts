import { type Attribution, type Done, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { Account, AccountKey } from '../../model/account.ts'
import { type OperatorRefusal, unknownAccount } from '../../model/operatorRefusal.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'

/** A new key in clear, which is shown once and never again. */
export type RotatedKey = { readonly account: Account; readonly keyId: string; readonly key: string }

/** The function that {@link rotateKey} returns. */
export type RotateKey = (
  request: { readonly accountId: string; readonly kind: AccountKey['kind'] } & Attribution,
) => Promise<RotatedKey | OperatorRefusal>

const activeAtOnce = 2

/** How many characters of a key are kept in clear: of ours, its kind and 6 of 48 random digits. */
const prefixLength = 15

/** A new key as it is stored. */
export function storedKey(
  kind: AccountKey['kind'],
  key: string,
  { ids, secrets }: Pick<AccountPorts, 'ids' | 'secrets'>,
): AccountKey {
  const prefix = key.slice(0, prefixLength)
  return { id: ids.ordered(), kind, digest: secrets.digest(key), prefix, active: true, lastUsedAtMs: null }
}

/**
 * Adds a key of a kind to an account; the previous one stays valid until it is revoked. Refused with `unknown_account`, and
 * with `too_many_keys` while two of the kind are active.
 */
export function rotateKey(ports: Pick<AccountPorts, 'accounts' | 'clock' | 'ids' | 'secrets'>): RotateKey {
  const { accounts, ids, secrets } = ports
  return async (request) => {
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    const { accountId, kind } = request
    const key = secrets.newKey(kind)
    const added = storedKey(kind, key, { ids, secrets })
    const account = await accounts.change(
      accountId,
      (before) =>
        activeOf(before, kind).length < activeAtOnce ? { ...before, keys: [...before.keys, added] } : before,
      recording(ports, request)((_before: Account, after: Account) => rotatedDone(after, added)),
    )
    if (!account) return unknownAccount(accountId)
    const isAdded = account.keys.some(({ id }) => id === added.id)
    return isAdded ? { account, keyId: added.id, key } : tooManyKeys(activeOf(account, kind))
  }
}

function rotatedDone({ id, keys }: Account, { id: keyId, kind, prefix }: AccountKey): Done | undefined {
  if (!keys.some((key) => key.id === keyId)) return undefined
  return { kind: 'key.rotate', accountId: id, subject: `key ${keyId}`, before: null, after: { kind, prefix } }
}

function activeOf({ keys }: Account, kind: AccountKey['kind']): AccountKey[] {
  return keys.filter((key) => key.kind === kind && key.active)
}

function tooManyKeys(active: readonly AccountKey[]): OperatorRefusal {
  const ids = active.map(({ id }) => id).join(' and ')
  return { refused: 'too_many_keys', message: `${active.length} keys are active already, ${ids}: revoke one first` }
}
