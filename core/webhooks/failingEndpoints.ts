import type { Clock } from '../ports/clock.ts'
import type { FailingEndpoint, Webhooks } from '../ports/webhooks.ts'

/** The function that {@link listFailingEndpoints} returns. */
export type ListFailingEndpoints = (request: {
  /** The most endpoints. */
  readonly limit: number
}) => Promise<{ readonly endpoints: readonly FailingEndpoint[] }>

/** Endpoints of all accounts that accept no events, longest failing first; for the operator. */
export function listFailingEndpoints({
  webhooks,
  clock,
}: {
  readonly webhooks: Pick<Webhooks, 'failing'>
  readonly clock: Clock
}): ListFailingEndpoints {
  return async ({ limit }) => ({ endpoints: await webhooks.failing({ nowMs: clock.nowMs(), limit }) })
}
