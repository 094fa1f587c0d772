import {
  type ClaimedEndpoint,
  type DeliveryAttempt,
  type DeliveryProgress,
  reachOf,
  type WaitingDelivery,
  type WebhookEndpoint,
  type Webhooks,
} from '../../core/sente.ts'

type Kept = {
  endpoint: WebhookEndpoint
  progress: DeliveryProgress
  readonly waiting: Map<number, WaitingDelivery>
  attempts: readonly { readonly n: number; readonly attempt: DeliveryAttempt }[]
  claim: { readonly by: string; readonly untilMs: number } | undefined
}

/** Endpoints in memory: gone with the process. */
export function memoryWebhooks(lastEvent: (accountId: string) => number): Webhooks {
  const all = new Map<string, Kept>()
  const dueIn = ({ waiting }: Kept, nowMs: number) =>
    [...waiting.values()].filter(({ dueAtMs }) => dueAtMs <= nowMs).sort((one, other) => one.dueAtMs - other.dueAtMs)
  const ofAccount = (accountId: string) =>
    [...all.values()].filter(({ endpoint }) => endpoint.accountId === accountId).map(({ endpoint }) => endpoint)

  function hasWork(kept: Kept, nowMs: number): boolean {
    const { endpoint, progress } = kept
    if (endpoint.disabledBecause !== null) return false
    return progress.upTo < lastEvent(endpoint.accountId) || dueIn(kept, nowMs).length > 0
  }

  return {
    async add(endpoint, most) {
      if (ofAccount(endpoint.accountId).length >= most) return false
      const progress = { upTo: lastEvent(endpoint.accountId), failingSinceMs: null }
      all.set(endpoint.id, { endpoint, progress, waiting: new Map(), attempts: [], claim: undefined })
      return true
    },
    ofAccount: async (accountId) => ofAccount(accountId),
    async change(id, change) {
      const kept = all.get(id)
      if (!kept) return undefined
      const wasDisabled = kept.endpoint.disabledBecause !== null
      kept.endpoint = change(kept.endpoint)
      if (wasDisabled && kept.endpoint.disabledBecause === null)
        kept.progress = { ...kept.progress, failingSinceMs: null }
      kept.claim = undefined
      return kept.endpoint
    },
    remove: async (id) => all.delete(id),
    async claim({ by, nowMs, leaseMs, accountId, limit }) {
      const claimed: ClaimedEndpoint[] = []
      for (const kept of all.values()) {
        if (claimed.length === limit) break
        if (accountId !== undefined && kept.endpoint.accountId !== accountId) continue
        if ((kept.claim && kept.claim.untilMs > nowMs) || !hasWork(kept, nowMs)) continue
        kept.claim = { by, untilMs: nowMs + leaseMs }
        claimed.push({ endpoint: kept.endpoint, progress: kept.progress })
      }
      return claimed
    },
    isClaimed: async (id, by) => all.get(id)?.claim?.by === by,
    async due(id, { nowMs, limit }) {
      const kept = all.get(id)
      return kept ? dueIn(kept, nowMs).slice(0, limit) : []
    },
    async settle(id, { by, nowMs, leaseMs }, settlement) {
      const { progress, waiting, ended, attempts, disabledBecause } = settlement
      const kept = all.get(id)
      if (kept?.claim?.by !== by || reachOf(settlement) > lastEvent(kept.endpoint.accountId)) return false
      kept.progress = progress
      for (const one of waiting) kept.waiting.set(one.sequence, one)
      for (const sequence of ended) kept.waiting.delete(sequence)
      const last = kept.attempts.at(-1)?.n ?? 0
      kept.attempts = [...kept.attempts, ...attempts.map((attempt, index) => ({ n: last + 1 + index, attempt }))]
      if (disabledBecause) kept.endpoint = { ...kept.endpoint, disabledBecause }
      kept.claim = { by, untilMs: nowMs + leaseMs }
      return true
    },
    async redeliver(id, { sequence, atMs }) {
      const kept = all.get(id)
      if (!kept || sequence > lastEvent(kept.endpoint.accountId)) return
      kept.waiting.set(sequence, { sequence, attempts: 0, dueAtMs: atMs })
    },
    async attempts(id, { before, limit }) {
      const end = before === undefined ? Number.POSITIVE_INFINITY : Number(before)
      const latest = (all.get(id)?.attempts ?? []).filter(({ n }) => n < end).reverse()
      const page = latest.slice(0, limit)
      return {
        attempts: page.map(({ attempt }) => attempt),
        next: latest.length > limit ? `${page.at(-1)?.n}` : null,
      }
    },
    async forgetAttempts(beforeMs) {
      for (const kept of all.values()) kept.attempts = kept.attempts.filter(({ attempt }) => attempt.atMs >= beforeMs)
    },
  }
}
