import type { AccountRepo } from '../../ports/accountRepo.ts'
import type { Clock } from '../../ports/clock.ts'
import { isRefusal } from '../../refusal.ts'
import type { Authenticate } from './authenticate.ts'
import { type KeyUse, noteKeyUse, useToNote } from './noteKeyUse.ts'

/** Notes when keys are used, apart from the requests that use them. */
export type KeyUses = {
  /** The use case, with the keys of its callers noted. */
  noting(authenticate: Authenticate): Authenticate
  /** Writes what was noted since the last call. What can't be written now is left to the next one. */
  write(): Promise<void>
}

/** Notes what {@link useToNote} tells. */
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
