import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Context } from '../answers/context.ts'
import { setHeaders } from '../answers/headers.ts'
import type { HttpRefusal } from '../answers/refusals.ts'

/** Counts a request under a key, tells in its answer's headers what is left, and refuses it when nothing was. */
export type RateLimit = (ctx: Context, key: string | number) => Promise<HttpRefusal | undefined>

/** How long a count lasts, in seconds from the first request that it counts. */
const windowSeconds = 10

/**
 * A limit of so many requests a second for each key, on average: ten seconds' worth may come at once. Its headers are
 * those of draft-ietf-httpapi-ratelimit-headers-11; `policy` names it in them.
 */
export function rateLimit(policy: string, perSecond: number): RateLimit {
  const quota = perSecond * windowSeconds
  const limiter = new RateLimiterMemory({ keyPrefix: '', points: quota, duration: windowSeconds })
  const policyField = `"${policy}";q=${quota};w=${windowSeconds}`
  return async (ctx, key) => {
    // Counts as `consume` does, and answers instead of throwing when nothing is left.
    const { consumedPoints, remainingPoints, msBeforeNext } = await limiter.penalty(key)
    const seconds = wholeSeconds(msBeforeNext)
    const left = `"${policy}";r=${remainingPoints};t=${seconds}`
    setHeaders(ctx, { 'RateLimit-Policy': policyField, RateLimit: left })
    if (consumedPoints <= quota) return undefined
    ctx.state.isNoise = consumedPoints > quota + 1
    return { refused: 'rate_limited', retryAfterSeconds: seconds }
  }
}

/** Until the window ends: the wall clock that it is reckoned by may have been put back, the timer that ends it not. */
function wholeSeconds(ms: number): number {
  return Math.min(windowSeconds, Math.ceil(ms / 1_000))
}
