import {
  type EndpointClaim,
  type Redelivered,
  reachOf,
  redeliveryPauseMs,
  type Settlement,
  type WebhookEndpoint,
  type Webhooks,
} from '../../../core/sente.ts'
import type { Ask, Statement, StoreClock } from '../connection/statement.ts'
import type { Write } from '../connection/writer.ts'
import {
  type AttemptRow,
  attemptOf,
  type ClaimedRow,
  claimedOf,
  type EndpointRow,
  endpointOf,
  type RedeliveriesRow,
  redeliveriesOf,
  type WaitingRow,
  waitingOf,
} from './webhookRows.ts'
import * as sql from './webhookStatements.ts'

type Parts = { readonly ask: Ask; readonly write: Write; readonly clock: StoreClock }

/** The endpoints in PostgreSQL, claimed by the database's clock. */
export function postgresWebhooks({ ask, write, clock }: Parts): Webhooks {
  const momentOf = (nowMs: number) => (clock === 'caller' ? nowMs : null)
  return {
    add: (endpoint, most) =>
      write(async (using) => {
        // Locked, so that two requests at once do not both find room, and no event is written meanwhile.
        await using({ ...sql.lockAccount, values: [endpoint.accountId] })
        const rows = await using({ ...sql.ofAccount, values: [endpoint.accountId] })
        const values = [...valuesOf(endpoint), endpoint.accountId, endpoint.createdByKey, endpoint.createdAtMs]
        return { value: rows.length < most, writes: rows.length < most ? [{ ...sql.insert, values }] : [] }
      }),
    ofAccount: async (accountId) => (await ask<EndpointRow>({ ...sql.ofAccount, values: [accountId] })).map(endpointOf),
    change: (id, change) =>
      write(async (using) => {
        const [row] = await using<EndpointRow>({ ...sql.byId, values: [id] })
        if (!row) return { value: undefined, writes: [] }
        const changed = change(endpointOf(row))
        return { value: changed, writes: [{ ...sql.update, values: valuesOf(changed) }] }
      }),
    remove: (id) =>
      write(async (using) => {
        const found = await using({ ...sql.byId, values: [id] })
        return { value: found.length > 0, writes: sql.removing.map((text) => ({ text, values: [id] })) }
      }),
    async claim({ by, nowMs, leaseMs, longestPauseMs, accountId, limit }) {
      const values = [momentOf(nowMs), leaseMs, by, limit, longestPauseMs]
      const rows = await (accountId === undefined
        ? ask<ClaimedRow>({ ...sql.claim, values })
        : ask<ClaimedRow>({ ...sql.claimOf, values: [...values, accountId] }))
      return rows.map(claimedOf)
    },
    isClaimed: async (id, by) => (await ask({ ...sql.isClaimed, values: [id, by] })).length > 0,
    due: async (id, { nowMs, longestPauseMs, limit }) =>
      (await ask<WaitingRow>({ ...sql.due, values: [momentOf(nowMs), id, limit, longestPauseMs] })).map(waitingOf),
    settle: (id, claim, settlement) =>
      write(async (using) => {
        const [claimed] = await using<{ last: bigint }>({ ...sql.claimed, values: [id, claim.by] })
        if (!claimed || reachOf(settlement) > Number(claimed.last)) return { value: false, writes: [] }
        return {
          value: true,
          writes: settling(id, { leaseMs: claim.leaseMs, momentMs: momentOf(claim.nowMs) }, settlement),
        }
      }),
    redeliver: (accountId, { sequence, nowMs, limits }) =>
      write<Redelivered>(async (using) => {
        const momentMs = momentOf(nowMs)
        await using({ ...sql.lockAccount, values: [accountId] })
        const found = await using<{ id: string }>({ ...sql.toRedeliver, values: [accountId, sequence] })
        if (found.length === 0) return { value: { endpoints: 0 }, writes: [] }
        const due = { ...sql.redeliver, values: [found.map(({ id }) => id), sequence, momentMs] }
        const value = { endpoints: found.length }
        if (!limits) return { value, writes: [due] }
        await using({ ...sql.forgetRedeliveries, values: [accountId, momentMs, limits.withinMs] })
        const [made] = await using<RedeliveriesRow>({ ...sql.redeliveries, values: [accountId, sequence, momentMs] })
        const pauseMs = made ? redeliveryPauseMs(redeliveriesOf(made), limits) : 0
        if (pauseMs > 0) return { value: { pauseMs }, writes: [] }
        return { value, writes: [due, { ...sql.noteRedelivery, values: [accountId, sequence, momentMs] }] }
      }),
    async attempts(id, { before, limit }) {
      const rows = await ask<AttemptRow>({ ...sql.attempts, values: [id, before ?? null, limit + 1] })
      const page = rows.slice(0, limit)
      return { attempts: page.map(attemptOf), next: rows.length > limit ? `${page.at(-1)?.n}` : null }
    },
    async forgetAttempts({ nowMs, keptMs }) {
      await ask({ ...sql.forget, values: [momentOf(nowMs), keptMs] })
    },
  }
}

type Settling = Pick<EndpointClaim, 'leaseMs'> & { readonly momentMs: number | null }

function settling(id: string, { leaseMs, momentMs }: Settling, settlement: Settlement): Statement[] {
  const { progress, waiting, ended, attempts, disabledBecause } = settlement
  const column = <Row>(rows: readonly Row[], value: (row: Row) => unknown) => rows.map(value)
  const waits = [
    ...[column(waiting, ({ sequence }) => sequence), column(waiting, (one) => one.attempts)],
    column(waiting, ({ pauseMs }) => pauseMs),
  ]
  const made = [
    ...[column(attempts, ({ sequence }) => sequence), column(attempts, ({ attempt }) => attempt)],
    ...[column(attempts, ({ status }) => status), column(attempts, ({ problem }) => problem)],
    ...[column(attempts, ({ tookMs }) => tookMs), column(attempts, ({ answer }) => answer)],
  ]
  const { upTo, failingMs } = progress
  return [
    ...(waiting.length > 0 ? [{ ...sql.wait, values: [id, ...waits, momentMs] }] : []),
    ...(ended.length > 0 ? [{ ...sql.end, values: [id, ended] }] : []),
    ...(attempts.length > 0 ? [{ ...sql.insertAttempts, values: [id, ...made, momentMs] }] : []),
    { ...sql.progress, values: [id, upTo, failingMs, disabledBecause ?? null, momentMs, leaseMs] },
  ]
}

function valuesOf(endpoint: WebhookEndpoint): unknown[] {
  const { id, url, types, changedByKeys, disabledBecause, generation, rotatedAtMs } = endpoint
  return [id, url, JSON.stringify(types), JSON.stringify(changedByKeys), disabledBecause, generation, rotatedAtMs]
}
