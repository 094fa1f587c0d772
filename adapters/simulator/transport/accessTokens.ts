import { randomBytes } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/** The access tokens of one API. A restart loses them. */
export type AccessTokens = {
  /** How many seconds a token is valid. */
  readonly seconds: number
  /** Returns a new token. */
  grant(): string
  /** Whether this token was granted here and is still valid. */
  isGood(token: string): boolean
}

/** How many tokens are valid at once; one more ends the oldest. */
const mostTokens = 1_000

/** Grants tokens that are valid for `seconds`. */
export function openAccessTokens(seconds: number): AccessTokens {
  const goodUntilMs = new Map<string, number>()

  function forgetExpired() {
    for (const [token, untilMs] of goodUntilMs) if (untilMs <= performance.now()) goodUntilMs.delete(token)
  }

  return {
    seconds,
    grant() {
      forgetExpired()
      const token = randomBytes(24).toString('base64url')
      goodUntilMs.set(token, performance.now() + seconds * 1000)
      const [oldest = ''] = goodUntilMs.keys()
      if (goodUntilMs.size > mostTokens) goodUntilMs.delete(oldest)
      return token
    },
    isGood(token) {
      forgetExpired()
      return goodUntilMs.has(token)
    },
  }
}
