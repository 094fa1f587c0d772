import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Context } from '../answers/context.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import { setHeaders } from '../answers/headers.ts'

/**
 * Counts a request under a key, shows the rest in the answer's headers, and refuses the request when nothing is left.
 */
type RateLimit = (ctx: Context, key: string | number) => Promise<RateLimited | undefined>

type RateLimited = Extract<HttpRefusal, { readonly refused: 'rate_limited' }>

/** How long a count lasts, in seconds from its first request. */
const windowSeconds = 10

/**
 * Limits each key to this many requests a second on average; ten seconds' worth may come at once. Its headers follow
 * draft-ietf-httpapi-ratelimit-headers-11; `policy` is its name in them.
 */
export function rateLimit(policy: string, perSecond: number): RateLimit {
  const quota = perSecond * windowSeconds
  const limiter = new RateLimiterMemory({ keyPrefix: '', points: quota, duration: windowSeconds })
  const policyField = `"${policy}";q=${quota};w=${windowSeconds}`
  return async (ctx, key) => {
    // Counts as `consume` does, but does not throw when nothing is left.
    const { consumedPoints, remainingPoints, msBeforeNext } = await limiter.penalty(key)
    const seconds = wholeSeconds(msBeforeNext)
    const left = `"${policy}";r=${remainingPoints};t=${seconds}`
    setHeaders(ctx, { 'RateLimit-Policy': policyField, RateLimit: left })
    if (consumedPoints <= quota) return undefined
    ctx.state.isNoise = consumedPoints > quota + 1
    return { refused: 'rate_limited', retryAfterSeconds: seconds }
  }
}

/** Bounded by the window: the value comes from the wall clock, which may have been set back. */
function wholeSeconds(ms: number): number {
  return Math.min(windowSeconds, Math.ceil(ms / 1_000))
}
