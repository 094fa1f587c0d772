import type { Logger } from 'pino'
import {
  type AccountPorts,
  type Authenticate,
  isRefusal,
  type KeyUse,
  noteKeyUse,
  type Store,
  useToNote,
} from '../../core/sente.ts'

/** Notes when keys are used, apart from the requests that use them. */
export type KeyUses = {
  /** Wraps a use case so that the keys of its callers are noted. */
  noting(authenticate: Authenticate): Authenticate
  /** Writes what was noted from now on, once a minute. */
  begin(): { stop(): Promise<void> }
}

type Deps = Pick<AccountPorts, 'accounts' | 'clock'> & {
  readonly store: Pick<Store, 'isTroubled'>
  readonly log: Logger
}

/** How often what was noted is written, in milliseconds. */
const everyMs = 60_000

/** Notes the first use of a key, and one in an hour after that. */
export function keyUses({ accounts, clock, store, log }: Deps): KeyUses {
  const write = noteKeyUse({ accounts })
  const noted = new Map<string, KeyUse>()

  /** What can't be written now is written later, unless the process is killed before. */
  async function writeAll(): Promise<void> {
    for (const [keyId, use] of noted) {
      if (store.isTroubled()) return
      noted.delete(keyId)
      await write(use)
    }
  }

  const writeOrLog = () =>
    writeAll().catch((err: unknown) => log.warn({ err }, 'when a key was last used was not written'))

  return {
    noting: (authenticate) => async (request) => {
      const caller = await authenticate(request)
      const use = isRefusal(caller) ? undefined : useToNote(caller, clock.nowMs())
      if (use) noted.set(use.keyId, use)
      return caller
    },
    begin() {
      let written = Promise.resolve()
      const timer = setInterval(() => {
        written = written.then(writeOrLog)
      }, everyMs)
      return {
        async stop() {
          clearInterval(timer)
          await written.then(writeOrLog)
        },
      }
    },
  }
}
