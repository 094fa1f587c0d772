import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Caller } from './authenticate.ts'

/** That a key was used. */
export type KeyUse = { readonly accountId: string; readonly keyId: string; readonly atMs: number }

/** The function that {@link noteKeyUse} returns. */
export type NoteKeyUse = (use: KeyUse) => Promise<void>

/** How far behind its last use a key's `lastUsedAtMs` may be. */
const staleMs = 3_600_000

/** The use of a caller's key now, if it is to be noted: it is the first one, or an hour from the one that was noted last. */
export function useToNote({ account, keyId }: Caller, nowMs: number): KeyUse | undefined {
  const lastMs = account.keys.find(({ id }) => id === keyId)?.lastUsedAtMs ?? null
  // From, not after: a clock that was ahead must not hide what comes later.
  const isFresh = lastMs !== null && Math.abs(nowMs - lastMs) < staleMs
  return isFresh ? undefined : { accountId: account.id, keyId, atMs: nowMs }
}

/** Notes when a key was used; nothing for a key or an account that is unknown. */
export function noteKeyUse({ accounts }: { readonly accounts: AccountRepo }): NoteKeyUse {
  return async ({ accountId, keyId, atMs }) => {
    await accounts.change(accountId, (before) => ({
      ...before,
      keys: before.keys.map((key) => (key.id === keyId ? { ...key, lastUsedAtMs: atMs } : key)),
    }))
  }
}
