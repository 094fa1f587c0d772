import { attemptsKeptMs, type ClaimedEndpoint, longestAttemptPauseMs } from '../../../core/sente.ts'
import { failingEndpoints } from './failing.ts'
import { type EndpointDeps, leaseMs, servedEndpoint } from './servedEndpoint.ts'

/** The dependencies of deliveries. */
type DelivererDeps = Omit<EndpointDeps, 'failing'> & {
  /** How long attempts are kept, with the answers of merchants, in milliseconds. */
  readonly attemptsKeptMs?: number
  /** Called with the error when deliveries to an endpoint break. They continue when its claim is over. */
  readonly onBreakage: (error: unknown) => void
}

/** Delivers events to the endpoints that this node has claimed. */
export type Deliverer = {
  /**
   * Claims due deliveries, for all accounts or for one that is known to have endpoints, and begins them. Resolves once
   * they are begun.
   */
  claim(accountId?: string): Promise<void>
  /** Stops claiming, and resolves when the requests under way have ended and are recorded. */
  stop(): Promise<void>
}

/** How many endpoints are claimed at once, so that several nodes share them. */
const claimedAtOnce = 100

/** The most endpoints that are served at once: each may take eight connections. */
const mostServed = 2_000

/** How often old attempts are deleted, in milliseconds. */
const forgetEveryMs = 3_600_000

/** Makes a deliverer. */
export function deliverer(deps: DelivererDeps): Deliverer {
  const { webhooks, clock, by, onBreakage, attemptsKeptMs: keptMs = attemptsKeptMs } = deps
  const serving = new Map<string, { done: Promise<void>; stop(): void }>()
  /** The endpoints of accounts that this node has met. An account without endpoints costs nothing. */
  const known = new Map<string, Set<string>>()
  const failingOf = failingEndpoints(clock)
  const claiming = new Set<Promise<void>>()
  let claims = 0
  let isStopping = false
  let forgetAtMs = clock.monotonicMs()

  function serve(claimed: ClaimedEndpoint, claimedBy: string): void {
    const { id, accountId } = claimed.endpoint
    const { run, stop } = servedEndpoint(claimed, { ...deps, by: claimedBy, failing: failingOf(claimed) })
    // Endpoints claimed meanwhile are given back at once.
    if (isStopping) stop()
    const done = run()
      .catch(onBreakage)
      .finally(() => serving.delete(id))
    serving.set(id, { done, stop })
    known.set(accountId, (known.get(accountId) ?? new Set()).add(id))
    // For events between its last look and the end of its claim.
    void done.then(() => claim(accountId))
  }

  /**
   * Serves a claimed endpoint after its last run. It may be claimed again before that run has returned: it was given
   * back, or the lease was over.
   */
  function serveInTurn(claimed: ClaimedEndpoint, claimedBy: string): void {
    const before = serving.get(claimed.endpoint.id)
    if (before) void before.done.then(() => serveInTurn(claimed, claimedBy))
    else serve(claimed, claimedBy)
  }

  /** Whether an account has endpoints to which this node is not delivering now, as far as it knows. */
  function hasOthers(accountId: string): boolean {
    return [...(known.get(accountId) ?? [])].some((id) => !serving.has(id))
  }

  async function forget(): Promise<void> {
    if (clock.monotonicMs() < forgetAtMs) return
    forgetAtMs = clock.monotonicMs() + forgetEveryMs
    await webhooks.forgetAttempts({ nowMs: clock.nowMs(), keptMs })
  }

  async function claim(accountId?: string): Promise<void> {
    const limit = Math.min(claimedAtOnce, mostServed - serving.size)
    if (isStopping || limit <= 0 || (accountId !== undefined && !hasOthers(accountId))) return
    try {
      claims += 1
      const claimedBy = `${by} ${claims}`
      const given = { by: claimedBy, nowMs: clock.nowMs(), leaseMs, longestPauseMs: longestAttemptPauseMs, limit }
      const claimed = await webhooks.claim(accountId === undefined ? given : { ...given, accountId })
      for (const one of claimed) serveInTurn(one, claimedBy)
      if (accountId === undefined) await forget()
    } catch (error) {
      onBreakage(error)
    }
  }

  return {
    async claim(accountId) {
      const begun = claim(accountId).finally(() => claiming.delete(begun))
      claiming.add(begun)
      await begun
    },
    async stop() {
      isStopping = true
      await Promise.all(claiming)
      for (const { stop } of serving.values()) stop()
      while (serving.size > 0) await Promise.all([...serving.values()].map(({ done }) => done))
    },
  }
}
