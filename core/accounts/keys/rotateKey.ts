import { type Attribution, type Done, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { Account, AccountKey, KeyTerms } from '../../model/account.ts'
import { isExpired } from '../../model/keyScopes.ts'
import { type OperatorRefusal, unknownAccount, unknownKey } from '../../model/operatorRefusal.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import { momentIn } from '../../ports/ids.ts'
import { firstTerms, refuseTerms, termFacts, termsOf } from './keyTerms.ts'

/** A new key in clear, which is shown once and never again. */
export type RotatedKey = { readonly account: Account; readonly keyId: string; readonly key: string }

/** The function that {@link rotateKey} returns. */
export type RotateKey = (
  request: {
    readonly accountId: string
    readonly kind: AccountKey['kind']
    /** The key that gives the new one its name, scopes and addresses; by default one of the account's first keys. */
    readonly keyId?: string
    /**
     * The expiry of the new one, null for never; by default it lasts from now on for as long as the other was made for.
     */
    readonly expiresAtMs?: number | null
  } & Attribution,
) => Promise<RotatedKey | OperatorRefusal>

/** The ports for new keys. */
export type KeyPorts = Pick<AccountPorts, 'accounts' | 'clock' | 'ids' | 'secrets'> & {
  /** Whether these are addresses and subnets; without it, every text counts as one. */
  readonly isAddressList?: (addresses: readonly string[]) => boolean
}

const activeAtOnce = 2

/** How many characters of a key are stored in clear: of ours, its kind and 6 of 48 random digits. */
const prefixLength = 15

/** A new key in its stored form. Its id has the time of its making. */
export function storedKey(
  kind: AccountKey['kind'],
  key: string,
  { clock, ids, secrets }: Pick<AccountPorts, 'clock' | 'ids' | 'secrets'>,
  terms: KeyTerms = firstTerms,
): AccountKey {
  const prefix = key.slice(0, prefixLength)
  return {
    id: ids.ordered(clock.nowMs()),
    kind,
    digest: secrets.digest(key),
    prefix,
    active: true,
    lastUsedAtMs: null,
    ...terms,
  }
}

/**
 * Adds a key of a kind to an account, with the terms of one of its keys. The previous one stays valid until it is
 * revoked. Refused with `unknown_account`, `unknown_key` and `malformed_key`, and with `too_many_keys` while two of the
 * kind and name are active.
 */
export function rotateKey(ports: KeyPorts): RotateKey {
  const { accounts, clock, secrets } = ports
  return async (request) => {
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    const { accountId, kind, keyId } = request
    const nowMs = clock.nowMs()
    const owner = await accounts.byId(accountId)
    if (!owner) return unknownAccount(accountId)
    const rotated = owner.keys.find((key) => key.id === keyId && key.kind === kind)
    if (keyId !== undefined && !rotated) return unknownKey(keyId)
    const terms = rotated ? termsAfter(rotated, request.expiresAtMs, nowMs) : firstTerms
    const unfit = refuseTerms(terms, nowMs)
    if (unfit) return unfit
    const key = secrets.newKey(kind)
    const added = storedKey(kind, key, ports, terms)
    const others = (account: Account) => activeBeside(account, added, nowMs)
    const account = await accounts.change(
      accountId,
      (before) => (others(before).length < activeAtOnce ? { ...before, keys: [...before.keys, added] } : before),
      recording(ports, request)((_before: Account, after: Account) => rotatedDone(after, added)),
    )
    if (!account) return unknownAccount(accountId)
    const isAdded = account.keys.some(({ id }) => id === added.id)
    return isAdded ? { account, keyId: added.id, key } : tooManyKeys(others(account))
  }
}

function termsAfter(rotated: AccountKey, expiresAtMs: number | null | undefined, nowMs: number): KeyTerms {
  const lastsMs = rotated.expiresAtMs === null ? null : rotated.expiresAtMs - momentIn(rotated.id)
  const asBefore = lastsMs === null ? null : nowMs + lastsMs
  return { ...termsOf(rotated), expiresAtMs: expiresAtMs === undefined ? asBefore : expiresAtMs }
}

function rotatedDone({ id, keys }: Account, added: AccountKey): Done | undefined {
  const { id: keyId, kind, prefix } = added
  if (!keys.some((key) => key.id === keyId)) return undefined
  const after = { kind, prefix, ...termFacts(added) }
  return { kind: 'key.rotate', accountId: id, subject: `key ${keyId}`, before: null, after }
}

/** The keys that can be used in place of one: of its kind and name, neither revoked nor expired. */
function activeBeside({ keys }: Account, { kind, name }: AccountKey, nowMs: number): AccountKey[] {
  return keys.filter((key) => key.kind === kind && key.name === name && key.active && !isExpired(key, nowMs))
}

function tooManyKeys(active: readonly AccountKey[]): OperatorRefusal {
  const ids = active.map(({ id }) => id).join(' and ')
  return { refused: 'too_many_keys', message: `${active.length} keys are already active, ${ids}: revoke one first` }
}
