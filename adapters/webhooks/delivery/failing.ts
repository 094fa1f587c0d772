import { type ClaimedEndpoint, type Clock, failingWhenClaimed } from '../../../core/sente.ts'

/** How long an endpoint has been failing, by the monotonic clock of this process. */
export type Failing = {
  /** In milliseconds; null after a successful attempt. */
  ms(): number | null
  /** Notes whether an attempt has succeeded. */
  note(hasSucceeded: boolean): void
}

/** Tracks how long endpoints have been failing, and remembers it between claims. */
export function failingEndpoints(clock: Pick<Clock, 'monotonicMs'>): (claimed: ClaimedEndpoint) => Failing {
  const known = new Map<string, { readonly ms: number; readonly atMs: number }>()

  return function failingOf(claimed) {
    const { id } = claimed.endpoint
    const ms = () => {
      const before = known.get(id)
      return before ? before.ms + Math.floor(clock.monotonicMs() - before.atMs) : null
    }
    const set = (failingMs: number | null) => {
      if (failingMs === null) known.delete(id)
      else known.set(id, { ms: failingMs, atMs: clock.monotonicMs() })
    }
    set(failingWhenClaimed(claimed, ms()))
    return {
      ms,
      note(hasSucceeded) {
        if (hasSucceeded) set(null)
        else if (!known.has(id)) set(0)
      },
    }
  }
}
