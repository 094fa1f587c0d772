import type { Account } from '../../model/account.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'

/** Who is calling: the account behind an active secret key, the key's id, and its digest to look it up again. */
export type Caller = { readonly account: Account; readonly keyId: string; readonly keyDigest: string }

/** The function that {@link authenticate} returns. */
export type Authenticate = (request: { readonly secretKey: string }) => Promise<Caller | Refusal>

/**
 * Finds the caller behind a secret key. Refused with `invalid_secret_key` when the key is unknown or revoked, and with
 * `account_not_found` when its account is closed.
 */
export function authenticate({ accounts, secrets }: Pick<AccountPorts, 'accounts' | 'secrets'>): Authenticate {
  const find = findCaller({ accounts, secrets })
  return ({ secretKey }) => find(secrets.digest(secretKey))
}

/** The same by the key's digest, for a caller whose account has changed since it was authenticated. */
export function findCaller({ accounts, secrets }: Pick<AccountPorts, 'accounts' | 'secrets'>) {
  return async (keyDigest: string): Promise<Caller | Refusal> => {
    const account = await accounts.bySecretKey(keyDigest)
    const key = account?.keys.find(
      ({ kind, active, digest }) => kind === 'secret' && active && secrets.sameDigest(digest, keyDigest),
    )
    if (!account || !key) return { refused: 'invalid_secret_key' }
    if (account.closed) return { refused: 'account_not_found' }
    return { account, keyId: key.id, keyDigest }
  }
}
