import { type ChannelFault, type Clock, type Deadline, deadlineIn, remainingMs } from '../../../../core/sente.ts'
import { atDeadline, type Guard, guardWithin } from '../http/guard.ts'
import { usualTimeouts } from '../timeouts.ts'

/** An access token as the network issued it. */
type Token = { readonly value: string; readonly lifetimeMs: number }

/** The reason, for operators, why there is no token, and the fault on the way to the network, if there is one. */
type NoToken = { readonly because: string; readonly fault?: ChannelFault }

/** Fetches a token within its guard; never rejects. */
export type FetchToken = (guard: Guard) => Promise<Token | NoToken>

/** The access tokens of one product of one network. */
export type Tokens = {
  /** A token that should still be valid, fetched if needed. Waits no longer than `until`. */
  get(until: Deadline): Promise<Pick<Token, 'value'> | NoToken>
  /** Discards a token that the network refused, unless another has taken its place. */
  drop(value: string): void
}

/** The dependencies of a token cache; `tokenMs` is the longest time for a request for a token. */
type TokenParts = {
  readonly clock: Clock
  readonly fetchToken: FetchToken
  readonly tokenMs?: number | undefined
}

/**
 * Keeps a token until shortly before it expires. One fetch serves all waiting callers. It continues for later callers
 * when these have given up. If it takes too long, the remaining callers start another.
 */
export function tokenCache({ clock, fetchToken, tokenMs = usualTimeouts.tokenMs }: TokenParts): Tokens {
  let cached: { value: string; until: Deadline } | undefined
  let fetching: Promise<Token | NoToken | 'tooSlow'> | undefined

  async function fetchAndCache(): Promise<Token | NoToken | 'tooSlow'> {
    const sent = deadlineIn(clock, 0)
    const guard = guardWithin(clock, { until: deadlineIn(clock, tokenMs) })
    const token = await fetchToken(guard)
    guard.stop()
    fetching = undefined
    if ('because' in token) return guard.cancellation.because() === undefined ? token : 'tooSlow'
    const goodMs = token.lifetimeMs - marginMs(token.lifetimeMs)
    cached = {
      value: token.value,
      until: { wallMs: sent.wallMs + goodMs, monotonicMs: sent.monotonicMs + goodMs },
    }
    return token
  }

  return {
    async get(until) {
      if (cached && remainingMs(clock, cached.until) > 0) return cached
      if (remainingMs(clock, until) <= 0) return { because: 'the deadline passed' }
      fetching ??= fetchAndCache()
      const token = await within(fetching, clock, until)
      return token === 'tooSlow'
        ? this.get(until)
        : (token ?? { because: 'the token did not arrive in time', fault: 'unreachable' })
    },
    drop(value) {
      if (cached?.value === value) cached = undefined
    },
  }
}

/** The result of the work, or undefined when the deadline comes first. */
async function within<T>(work: Promise<T>, clock: Clock, until: Deadline): Promise<T | undefined> {
  let callOff = () => {}
  const tooLate = new Promise<undefined>((resolve) => {
    callOff = atDeadline(clock, until, () => resolve(undefined))
  })
  return Promise.race([work, tooLate]).finally(callOff)
}

/** How early a token is replaced: ten minutes, as MTN advises, or a tenth of a lifetime below twenty minutes. */
function marginMs(lifetimeMs: number): number {
  return lifetimeMs >= 20 * minuteMs ? 10 * minuteMs : lifetimeMs / 10
}

const minuteMs = 60_000
