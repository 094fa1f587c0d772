import { isRefusal } from '../../model/refusal.ts'
import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Authenticate, Caller } from './authenticate.ts'

/** Notes the uses of keys, apart from the requests that use them. */
export type KeyUses = {
  /** The use case, with the keys of its callers noted. */
  noting(authenticate: Authenticate): Authenticate
  /** Writes the uses noted since the last call. Uses that can't be written now are left to the next one. */
  write(): Promise<void>
}

/** Notes the uses that {@link useToNote} returns. */
export function keyUses(ports: {
  readonly accounts: AccountRepo
  readonly clock: Clock
  /** Whether accounts can be written now. */
  readonly canWrite: () => boolean
}): KeyUses {
  const noted = new Map<string, KeyUse>()
  const note = noteKeyUse(ports)
  return {
    noting: (authenticate) => async (request) => {
      const caller = await authenticate(request)
      const use = isRefusal(caller) ? undefined : useToNote(caller, ports.clock.nowMs())
      if (use) noted.set(use.keyId, use)
      return caller
    },
    async write() {
      for (const [keyId, use] of noted) {
        if (!ports.canWrite()) return
        noted.delete(keyId)
        await note(use)
      }
    },
  }
}

/** A use of a key. */
export type KeyUse = { readonly accountId: string; readonly keyId: string; readonly atMs: number }

/** The function that {@link noteKeyUse} returns. */
export type NoteKeyUse = (use: KeyUse) => Promise<void>

/** How far a key's `lastUsedAtMs` may be behind its last use. */
const staleMs = 3_600_000

/** The present use of a caller's key, if it is to be noted: it is the first one, or an hour from the last noted one. */
export function useToNote({ account, keyId }: Caller, nowMs: number): KeyUse | undefined {
  const lastMs = account.keys.find(({ id }) => id === keyId)?.lastUsedAtMs ?? null
  // From, not after: a clock that was ahead must not hide later uses.
  const isFresh = lastMs !== null && Math.abs(nowMs - lastMs) < staleMs
  return isFresh ? undefined : { accountId: account.id, keyId, atMs: nowMs }
}

/** Notes the use of a key; does nothing for an unknown key or account. */
export function noteKeyUse({ accounts }: { readonly accounts: AccountRepo }): NoteKeyUse {
  return async ({ accountId, keyId, atMs }) => {
    await accounts.change(accountId, (before) => ({
      ...before,
      keys: before.keys.map((key) => (key.id === keyId ? { ...key, lastUsedAtMs: atMs } : key)),
    }))
  }
}
