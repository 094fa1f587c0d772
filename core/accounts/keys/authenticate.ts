import type { Account, AccountKey } from '../../model/account.ts'
import { isExpired, type KeyScope, keyScopes, scopesOf } from '../../model/keyScopes.ts'
import type { RefundLimit, Role } from '../../model/people.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'
import type { People } from '../../ports/people/people.ts'

/** The present use of a key, and the origin of the request. */
export type KeyDemand = {
  /** The required scope; without it, all scopes are required. */
  readonly scope?: KeyScope | undefined
  /** Whether the request comes from one of these addresses and subnets; without it, from none. */
  readonly isFrom?: ((addresses: readonly string[]) => boolean) | undefined
}

/**
 * The caller: the account behind an active secret key, the key's id, and the data for finding it again. A user of the
 * account who is signed in has no key: the user's id takes its place.
 */
export type Caller = {
  readonly account: Account
  readonly keyId: string
  readonly keyDigest: string
  readonly demand?: KeyDemand
  /** The name of the user, under which acts are recorded, and the role. */
  readonly user?: string
  readonly role?: Role
  /** How much of one collection the user may refund, by currency; without it, all. */
  readonly refundLimits?: readonly RefundLimit[]
}

/** The function that {@link authenticate} returns. */
export type Authenticate = (request: { readonly secretKey: string } & KeyDemand) => Promise<Caller | Refusal>

/** The refusal of a caller whose account is closed. */
export const accountNotFound: Refusal = { refused: 'account_not_found' }

/** The ports for finding a caller. */
export type CallerPorts = Pick<AccountPorts, 'accounts' | 'clock' | 'secrets'> & {
  /** Finds users again; without it they keep the rights that they had. */
  readonly people?: Pick<People, 'user'>
}

const invalidSecretKey: Refusal = { refused: 'invalid_secret_key' }

/**
 * Finds the caller behind a secret key. Refused with `invalid_secret_key` when the key is unknown, revoked or expired,
 * with `key_not_allowed` when it may not be used for this purpose or from there, and with `account_not_found` when its
 * account is closed.
 */
export function authenticate(ports: CallerPorts): Authenticate {
  const find = findCaller(ports)
  return ({ secretKey, ...demand }) => find({ keyDigest: ports.secrets.digest(secretKey), demand })
}

/** The same by the key's digest, or for a user, for a caller whose account has changed since it was found. */
export function findCaller(ports: CallerPorts) {
  const { accounts, clock, secrets } = ports
  const hasExpired = async (key: AccountKey) =>
    key.expiresAtMs !== null && isExpired(key, await accounts.nowMs(clock.nowMs()))
  return async (known: Pick<Caller, 'keyDigest' | 'demand'> | Caller): Promise<Caller | Refusal> => {
    if ('user' in known && known.user !== undefined) return findAgain(ports, known)
    const { keyDigest, demand = {} } = known
    const account = await accounts.bySecretKey(keyDigest)
    const key = account?.keys.find(
      ({ kind, active, digest }) => kind === 'secret' && active && secrets.sameDigest(digest, keyDigest),
    )
    if (!account || !key || (await hasExpired(key))) return invalidSecretKey
    const lacks = lackOf(key, demand)
    if (lacks !== undefined) return { refused: 'key_not_allowed', lacks, accountId: account.id, keyId: key.id }
    if (account.closed) return accountNotFound
    return { account, keyId: key.id, keyDigest, demand }
  }
}

/** A user whose role has changed is refused like one who has left: the role was judged before. */
async function findAgain({ accounts, people }: CallerPorts, caller: Caller): Promise<Caller | Refusal> {
  const user = await people?.user(caller.keyId)
  if (user && (user.state !== 'active' || user.role !== (caller.role ?? user.role))) return invalidSecretKey
  const account = await accounts.byId(caller.account.id)
  return account && !account.closed ? { ...caller, account } : accountNotFound
}

/**
 * Whether a step may not rely on its caller's data: the account, with its keys, has changed since it was found, or the
 * key has expired.
 */
export function isOutdated(
  work: Pick<UnitOfWork, 'accountVersion' | 'nowMs'>,
  { account, keyId }: Pick<Caller, 'account' | 'keyId'>,
  atMs: number,
): boolean {
  if (work.accountVersion() !== account.version) return true
  const { expiresAtMs = null } = account.keys.find(({ id }) => id === keyId) ?? {}
  return isExpired({ expiresAtMs }, work.nowMs(atMs))
}

/** The scope that a key lacks; null if it may not be used from there, undefined if it may be used. */
function lackOf(key: AccountKey, { scope, isFrom = () => false }: KeyDemand): KeyScope | null | undefined {
  if (key.addresses !== null && !isFrom(key.addresses)) return null
  const needed = scope === undefined ? keyScopes : [scope]
  return needed.find((one) => !scopesOf(key).includes(one))
}
