import type { Account, AccountKey } from '../account.ts'
import { type OperatorRefusal, unknownAccount } from '../operatorRefusal.ts'
import type { AccountPorts } from './createAccount.ts'

/** A new key in clear, which is shown this once and never again. */
export type RotatedKey = { readonly account: Account; readonly keyId: string; readonly key: string }

/** The operator's changes to an account's keys. */
export type AccountKeys = {
  /** Adds a key of a kind; the previous one stays valid until it is revoked. Two of a kind may be active at once. */
  rotate(accountId: string, kind: AccountKey['kind']): Promise<RotatedKey | OperatorRefusal>
  /** Invalidates a key at once and permanently; repeating it changes nothing. */
  revoke(keyId: string): Promise<{ readonly account: Account } | OperatorRefusal>
}

const activeAtOnce = 2

/** Builds the use cases from their ports. */
export function accountKeys({
  accounts,
  ids,
  secrets,
}: Pick<AccountPorts, 'accounts' | 'ids' | 'secrets'>): AccountKeys {
  return {
    async rotate(accountId, kind) {
      const key = secrets.newKey(kind)
      const added: AccountKey = { id: ids.ordered(), kind, digest: secrets.digest(key), active: true }
      const account = await accounts.change(accountId, (before) =>
        activeOf(before, kind).length < activeAtOnce ? { ...before, keys: [...before.keys, added] } : before,
      )
      if (!account) return unknownAccount(accountId)
      return account.keys.includes(added) ? { account, keyId: added.id, key } : tooManyKeys(activeOf(account, kind))
    },
    async revoke(keyId) {
      const owner = await accounts.byKeyId(keyId)
      const account = owner && (await accounts.change(owner.id, (before) => without(before, keyId)))
      return account ? { account } : { refused: 'unknown_key', message: `There is no key ${keyId}` }
    },
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
