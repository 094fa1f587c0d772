import {
  type Books,
  type ClaimedEndpoint,
  type DeliveryAttempt,
  type DeliveryProgress,
  type DueQuery,
  type EndpointFigure,
  type Figures,
  reachOf,
  redeliveryPauseMs,
  type WaitingDelivery,
  type WebhookEndpoint,
  type Webhooks,
  withoutNumber,
} from '../../core/sente.ts'
import type { ActBeside } from './operators/actions.ts'

type StoredEndpoint = {
  endpoint: WebhookEndpoint
  progress: DeliveryProgress
  readonly waiting: Map<number, WaitingDelivery>
  attempts: readonly { readonly n: number; readonly attempt: DeliveryAttempt }[]
  claim: { readonly by: string; readonly untilMs: number } | undefined
}

type Redelivery = { readonly sequence: number; readonly atMs: number }

/** The redeliveries of an account, first one first, counted for one of its events. */
function countedOf(made: readonly Redelivery[], { sequence, nowMs }: { sequence: number; nowMs: number }) {
  const ofEvent = made.filter((one) => one.sequence === sequence)
  const sinceMs = ([first]: readonly Redelivery[]) => (first ? nowMs - first.atMs : null)
  return {
    ofEvent: ofEvent.length,
    eventSinceMs: sinceMs(ofEvent),
    ofAccount: made.length,
    accountSinceMs: sinceMs(made),
  }
}

/** Endpoints in memory: gone with the process. */
export function memoryWebhooks({
  lastEvent,
  isApiOff,
  events,
  actBeside,
}: {
  lastEvent(accountId: string): number
  isApiOff(accountId: string): boolean
  readonly events: Books['events']
  readonly actBeside: ActBeside
}): Webhooks & Pick<Figures, 'endpoints'> {
  const all = new Map<string, StoredEndpoint>()
  const redeliveries = new Map<string, readonly Redelivery[]>()
  const dueIn = ({ waiting }: StoredEndpoint, { nowMs, longestPauseMs, limit }: DueQuery) =>
    [...waiting.values()]
      .filter(({ dueAtMs }) => dueAtMs <= nowMs || dueAtMs > nowMs + longestPauseMs)
      .sort((one, other) => one.dueAtMs - other.dueAtMs)
      .slice(0, limit)
  const ofAccount = (accountId: string) =>
    [...all.values()].filter(({ endpoint }) => endpoint.accountId === accountId).map(({ endpoint }) => endpoint)

  /** Whether an endpoint comes from a key, and keys are disabled now. */
  function isHeld({ accountId, createdByKey, changedByKeys }: WebhookEndpoint): boolean {
    return (createdByKey !== null || changedByKeys.length > 0) && isApiOff(accountId)
  }

  function hasWork(kept: StoredEndpoint, query: DueQuery): boolean {
    const { endpoint, progress } = kept
    if (endpoint.disabledBecause !== null || isHeld(endpoint)) return false
    return progress.upTo < lastEvent(endpoint.accountId) || dueIn(kept, query).length > 0
  }

  async function figureOf({ endpoint, progress }: StoredEndpoint): Promise<EndpointFigure> {
    if (endpoint.disabledBecause !== null) return { state: 'disabled', endpoints: 1, untriedSinceMs: null }
    if (progress.failingMs !== null) return { state: 'failing', endpoints: 1, untriedSinceMs: null }
    const { accountId } = endpoint
    const [next] = isHeld(endpoint) ? [] : (await events({ accountId, after: progress.upTo, limit: 1 })).events
    return { state: 'enabled', endpoints: 1, untriedSinceMs: next?.event.atMs ?? null }
  }

  return {
    async endpoints() {
      const found = new Map<string, EndpointFigure>()
      for (const figure of await Promise.all([...all.values()].map(figureOf))) {
        const before = found.get(figure.state)
        const since = [before, figure].flatMap((one) => one?.untriedSinceMs ?? [])
        const untriedSinceMs = since.length > 0 ? Math.min(...since) : null
        found.set(figure.state, { ...figure, endpoints: (before?.endpoints ?? 0) + 1, untriedSinceMs })
      }
      return [...found.values()]
    },
    async add(endpoint, most, acting) {
      if (all.has(endpoint.id)) return true
      if (ofAccount(endpoint.accountId).length >= most) return false
      actBeside(acting)
      const progress = { upTo: lastEvent(endpoint.accountId), failingMs: null }
      all.set(endpoint.id, { endpoint, progress, waiting: new Map(), attempts: [], claim: undefined })
      return true
    },
    ofAccount: async (accountId) => ofAccount(accountId),
    async change(id, change, acting) {
      const kept = all.get(id)
      if (!kept) return undefined
      const changed = change(kept.endpoint)
      actBeside(acting, kept.endpoint, changed)
      kept.endpoint = changed
      kept.progress = { ...kept.progress, failingMs: null }
      kept.claim = undefined
      return kept.endpoint
    },
    async remove(id, acting) {
      const kept = all.get(id)
      if (kept) actBeside(acting, kept.endpoint)
      return all.delete(id)
    },
    async claim({ by, leaseMs, accountId, ...query }) {
      const { nowMs, limit } = query
      const claimed: ClaimedEndpoint[] = []
      for (const kept of all.values()) {
        if (claimed.length === limit) break
        if (accountId !== undefined && kept.endpoint.accountId !== accountId) continue
        const { claim } = kept
        // A claim for a longer time was made by a clock that was ahead.
        const isTaken = claim && claim.untilMs > nowMs && claim.untilMs <= nowMs + leaseMs
        if (isTaken || !hasWork(kept, query)) continue
        kept.claim = { by, untilMs: nowMs + leaseMs }
        const idleMs = Math.max(0, nowMs - (claim?.untilMs ?? nowMs))
        claimed.push({ endpoint: kept.endpoint, progress: kept.progress, idleMs })
      }
      return claimed
    },
    async isClaimed(id, by) {
      const kept = all.get(id)
      return kept?.claim?.by === by && !isHeld(kept.endpoint)
    },
    async due(id, query) {
      const kept = all.get(id)
      return kept ? dueIn(kept, query) : []
    },
    async settle(id, { by, nowMs, leaseMs }, settlement) {
      const { progress, waiting, ended, attempts, disabledBecause } = settlement
      const kept = all.get(id)
      if (kept?.claim?.by !== by || reachOf(settlement) > lastEvent(kept.endpoint.accountId)) return false
      kept.progress = progress
      for (const { pauseMs, ...one } of waiting) kept.waiting.set(one.sequence, { ...one, dueAtMs: nowMs + pauseMs })
      for (const sequence of ended) kept.waiting.delete(sequence)
      const last = kept.attempts.at(-1)?.n ?? 0
      const made = attempts.map((attempt, index) => ({
        n: last + 1 + index,
        attempt: { ...attempt, atMs: nowMs - attempt.tookMs },
      }))
      kept.attempts = [...kept.attempts, ...made]
      if (disabledBecause) kept.endpoint = { ...kept.endpoint, disabledBecause }
      kept.claim = { by, untilMs: nowMs + leaseMs }
      return true
    },
    async redeliver(accountId, { sequence, nowMs, limits }, acting) {
      const endpoints = [...all.values()].filter(({ endpoint }) => endpoint.accountId === accountId)
      if (sequence > lastEvent(accountId) || endpoints.length === 0) return { endpoints: 0 }
      if (limits) {
        const made = (redeliveries.get(accountId) ?? []).filter(
          ({ atMs }) => atMs > nowMs - limits.withinMs && atMs <= nowMs,
        )
        const pauseMs = redeliveryPauseMs(countedOf(made, { sequence, nowMs }), limits)
        if (pauseMs > 0) return { pauseMs }
        redeliveries.set(accountId, [...made, { sequence, atMs: nowMs }])
      }
      actBeside(acting, endpoints.length)
      for (const { waiting } of endpoints) waiting.set(sequence, { sequence, attempts: 0, dueAtMs: nowMs })
      return { endpoints: endpoints.length }
    },
    async failing({ nowMs, limit }) {
      const found = [...all.values()].flatMap(({ endpoint, progress, claim }) => {
        const { disabledBecause } = endpoint
        const isFailing = disabledBecause === null ? progress.failingMs !== null : disabledBecause !== 'asked'
        if (!isFailing) return []
        const idleMs = Math.max(0, nowMs - (claim?.untilMs ?? nowMs))
        return [{ endpoint, failingMs: progress.failingMs === null ? null : progress.failingMs + idleMs }]
      })
      return found.sort((one, other) => (other.failingMs ?? -1) - (one.failingMs ?? -1)).slice(0, limit)
    },
    async rewind(id, upTo, acting) {
      const kept = all.get(id)
      if (!kept) return undefined
      const begun = Math.min(upTo, kept.progress.upTo)
      kept.progress = { upTo: begun, failingMs: null }
      kept.claim = undefined
      for (const sequence of kept.waiting.keys()) if (sequence > begun) kept.waiting.delete(sequence)
      const rewound = { endpoint: kept.endpoint, events: lastEvent(kept.endpoint.accountId) - begun }
      actBeside(acting, rewound)
      return rewound
    },
    async attempts(id, { sequence, before, limit }) {
      const end = before === undefined ? Number.POSITIVE_INFINITY : Number(before)
      const theirs = (all.get(id)?.attempts ?? []).filter(
        ({ attempt }) => (sequence ?? attempt.sequence) === attempt.sequence,
      )
      const latest = theirs.filter(({ n }) => n < end).reverse()
      const page = latest.slice(0, limit)
      return {
        attempts: page.map(({ attempt }) => attempt),
        next: latest.length > limit ? `${page.at(-1)?.n}` : null,
      }
    },
    async eraseFromAnswers(id, { after, limit, ...number }) {
      const kept = all.get(id)
      const stretch = (kept?.attempts ?? []).filter(({ n }) => n > after).slice(0, limit)
      const numbers = new Set(stretch.map(({ n }) => n))
      if (kept)
        kept.attempts = kept.attempts.map(({ n, attempt }) => {
          if (!numbers.has(n)) return { n, attempt }
          return { n, attempt: { ...attempt, answer: withoutNumber(attempt.answer, number) } }
        })
      return stretch.length < limit ? null : (stretch.at(-1)?.n ?? null)
    },
    async forgetAttempts({ nowMs, keptMs }) {
      for (const kept of all.values())
        kept.attempts = kept.attempts.filter(({ attempt }) => attempt.atMs >= nowMs - keptMs)
    },
  }
}
