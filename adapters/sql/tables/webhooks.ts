import type { ClaimedEndpoint, PlacedEndpoint, WebhookEndpoint } from '../../../core/sente.ts'
import { type Column, isOneOf, numberOrNull, type Stored, selected, type Table } from '../engine/table.ts'

/** The key column of an endpoint. */
export const endpointKeys: readonly Column<Pick<WebhookEndpoint, 'id'>>[] = [['id', 'text', ({ id }) => id]]

/** The columns that never change. */
export const endpointOrigin: readonly Column<WebhookEndpoint>[] = [
  ['account_id', 'text', ({ accountId }) => accountId],
  ['created_by_key', 'text?', ({ createdByKey }) => createdByKey],
  ['created_at_ms', 'integer', ({ createdAtMs }) => createdAtMs],
]

/** The columns of its settings. */
export const endpointSettings: readonly Column<WebhookEndpoint>[] = [
  ['url', 'text', ({ url }) => url],
  ['types', 'json', ({ types }) => JSON.stringify(types)],
  ['changed_by_keys', 'json', ({ changedByKeys }) => JSON.stringify(changedByKeys)],
  [
    'disabled_because',
    'text?',
    ({ disabledBecause }) => disabledBecause,
    `CONSTRAINT disabled_because_is_known CHECK ${isOneOf('disabled_because', ['asked', 'gone', 'failing'])}`,
  ],
  ['generation', 'integer', ({ generation }) => generation, 'CONSTRAINT generation_above_zero CHECK (generation > 0)'],
  ['rotated_at_ms', 'integer?', ({ rotatedAtMs }) => rotatedAtMs],
]

const upToColumn: Column<Pick<PlacedEndpoint, 'upTo'>> = [
  'up_to',
  'integer',
  ({ upTo }) => upTo,
  'CONSTRAINT up_to_not_negative CHECK (up_to >= 0)',
]

/** The columns of an endpoint and of the progress of its deliveries. */
export const placedEndpointColumns: readonly Column<PlacedEndpoint>[] = [
  ...[...endpointKeys, ...endpointOrigin, ...endpointSettings].map(
    ([name, type, value, ...constraint]): Column<PlacedEndpoint> => [
      name,
      type,
      ({ endpoint }) => value(endpoint),
      ...constraint,
    ],
  ),
  upToColumn,
]

/** A claim on an endpoint, its end, and how long the endpoint has failed, in milliseconds. */
export type HeldEndpoint = {
  readonly id: string
  readonly by: string
  readonly untilMs: number
  readonly failingMs: number | null
}

/** The columns of a claim. The endpoint's first failure is stored as far before the claim's end as it has failed. */
export const claimColumns: readonly Column<HeldEndpoint>[] = [
  ['failing_since_ms', 'integer?', ({ untilMs, failingMs }) => (failingMs === null ? null : untilMs - failingMs)],
  ['claimed_by', 'text?', ({ by }) => by],
  ['claimed_until_ms', 'integer?', ({ untilMs }) => untilMs],
]

/** An endpoint under a claim, the progress of its deliveries, and the reason that disables it. */
export type SettledEndpoint = HeldEndpoint & Pick<WebhookEndpoint, 'disabledBecause'> & Pick<PlacedEndpoint, 'upTo'>

/** The columns that a delivery leaves. */
export const settledColumns: readonly Column<SettledEndpoint>[] = [
  upToColumn,
  ['disabled_because', 'text?', ({ disabledBecause }) => disabledBecause],
  ...claimColumns,
]

/** The columns of an endpoint that its owner has changed: no claim lasts, and its time of failure starts at zero. */
export const changedColumns: readonly Column<WebhookEndpoint>[] = [
  ...endpointSettings,
  ...claimColumns.map(([name, type]): Column<WebhookEndpoint> => [name, type, () => null]),
]

/** The columns of an endpoint that begins again after an event: no claim lasts, and it has not failed. */
export const rewoundColumns: readonly Column<Pick<PlacedEndpoint, 'upTo'>>[] = [
  upToColumn,
  ...claimColumns.map(([name, type]): Column<unknown> => [name, type, () => null]),
]

/** The endpoints at which merchants receive events. */
export const endpoints = {
  name: 'webhook_endpoints',
  moves: 'copied',
  columns: [...placedEndpointColumns, ...claimColumns],
  key: ['id'],
  constraints: ['CONSTRAINT endpoint_claim_is_whole CHECK ((claimed_by IS NULL) = (claimed_until_ms IS NULL))'],
  parents: ['(account_id) REFERENCES accounts (id)'],
  indexes: ['webhook_endpoints_by_account ON webhook_endpoints (account_id, id)'],
  fill: 50,
} satisfies Table

/** An endpoint's row, and the progress of its deliveries. Its types and the keys that changed it are JSON. */
export type EndpointRow = Omit<
  Stored<WebhookEndpoint & { readonly upTo: number }, 'generation' | 'createdAtMs' | 'upTo'>,
  'types' | 'changedByKeys' | 'rotatedAtMs'
> & { readonly types: string; readonly changedByKeys: string; readonly rotatedAtMs: bigint | null }

/** The row of a claimed endpoint, with its time of failure so far, and the end of the previous claim. */
export type ClaimedRow = EndpointRow & { readonly failingMs: bigint | null; readonly claimedUntilMs: bigint | null }

/** The columns of the row of an endpoint `e`. */
export const endpointColumns = selected(placedEndpointColumns, 'e')

/** The columns of the row of a claimed endpoint `e`. */
export const claimedColumns = `${endpointColumns}, e.claimed_until_ms - e.failing_since_ms AS "failingMs",
  e.claimed_until_ms AS "claimedUntilMs"`

/** The endpoint in a row. */
export function endpointOf(row: EndpointRow): WebhookEndpoint {
  const { id, accountId, url, createdByKey, disabledBecause } = row
  return {
    id,
    accountId,
    url,
    createdByKey,
    disabledBecause,
    types: JSON.parse(row.types) as WebhookEndpoint['types'],
    changedByKeys: JSON.parse(row.changedByKeys) as string[],
    generation: Number(row.generation),
    rotatedAtMs: numberOrNull(row.rotatedAtMs),
    createdAtMs: Number(row.createdAtMs),
  }
}

/** The endpoint in a row, and the progress of its deliveries. */
export function placedOf(row: EndpointRow): PlacedEndpoint {
  return { endpoint: endpointOf(row), upTo: Number(row.upTo) }
}

/** The endpoint in a row, as it is claimed at a time. */
export function claimedOf(row: ClaimedRow, atMs: number): ClaimedEndpoint {
  const { endpoint, upTo } = placedOf(row)
  const idleMs = Math.max(0, atMs - Number(row.claimedUntilMs ?? atMs))
  return { endpoint, progress: { upTo, failingMs: numberOrNull(row.failingMs) }, idleMs }
}
