import type { Clock, Deadline } from '../../core/sente.ts'
import { deadlineIn, hasPassed } from './deadline.ts'
import type { Guard } from './guard.ts'
import { sharedWait, type Wait } from './sharedWait.ts'

/** An access token as the network issued it. */
export type Token = { readonly value: string; readonly lifetimeMs: number }

/** Why there is no token, for operators. */
export type NoToken = { readonly because: string }

/** Fetches a token under the eyes of its guard; never rejects. */
export type FetchToken = (guard: Guard) => Promise<Token | NoToken>

/** The access tokens of one product of one network. */
export type Tokens = {
  /** A token that should still be good, fetched if need be; waits no longer than `until`. */
  get(until: Deadline): Promise<Pick<Token, 'value'> | NoToken>
  /** Forgets a token that the network refused, unless another has taken its place. */
  drop(value: string): void
}

/** Keeps a token until shortly before it expires; one fetch serves all who wait for it. */
export function tokenCache(clock: Clock, fetchToken: FetchToken): Tokens {
  let kept: { value: string; until: Deadline } | undefined
  let fetching: Wait<Token | NoToken> | undefined

  async function fetchAndKeep(guard: Guard): Promise<Token | NoToken> {
    const asked = deadlineIn(clock, 0)
    const token = await fetchToken(guard)
    if ('because' in token) return token
    const goodMs = token.lifetimeMs - marginMs(token.lifetimeMs)
    kept = {
      value: token.value,
      until: { wallMs: asked.wallMs + goodMs, monotonicMs: asked.monotonicMs + goodMs },
    }
    return token
  }

  function begin(): Wait<Token | NoToken> {
    const begun = sharedWait(clock, fetchAndKeep, () => {
      if (fetching === begun) fetching = undefined
    })
    return begun
  }

  return {
    async get(until) {
      if (kept && !hasPassed(clock, kept.until)) return kept
      if (hasPassed(clock, until)) return { because: 'the deadline passed' }
      fetching ??= begin()
      return (await fetching(until)) ?? { because: 'no token came in time' }
    },
    drop(value) {
      if (kept?.value === value) kept = undefined
    },
  }
}

/** How early a token is replaced: ten minutes, as MTN advises, or a tenth of a life below twenty. */
function marginMs(lifetimeMs: number): number {
  return lifetimeMs >= 20 * minuteMs ? 10 * minuteMs : lifetimeMs / 10
}

const minuteMs = 60_000
