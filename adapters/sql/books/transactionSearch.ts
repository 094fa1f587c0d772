import { lowestIdAt, type TransactionQuery } from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'

/** A query for transactions while its statement is written. */
export type Search = {
  readonly query: TransactionQuery
  readonly dialect: Dialect
  /** Adds a value to the statement, and returns its place. */
  readonly given: (value: unknown) => string
  /** The place of the maximum number of rows: one more than requested. */
  readonly limit: string
  /** The values so far. */
  readonly values: readonly unknown[]
}

/** Begins to write a statement. Its texts have few shapes and contain no values. */
export function searchOf(query: TransactionQuery, dialect: Dialect): Search {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  return { query, dialect, given, limit: given(query.limit + 1), values }
}

/** A filter by a property that many transactions share, or few. */
export type Filter = Exclude<keyof TransactionQuery, 'limit' | 'before' | 'createdFromMs' | 'createdToMs' | 'reference'>

/** All of them. */
export const allFilters: readonly Filter[] = [
  'accountId',
  'phoneNumber',
  'kind',
  'currency',
  'network',
  'refundOf',
  'linkId',
  'providerId',
  'providerRef',
  'networkReceipt',
  'networkReason',
  'states',
  'attention',
]

const columns = {
  accountId: 'account_id',
  phoneNumber: 'phone_number',
  kind: 'kind',
  currency: 'currency',
  network: 'network',
  refundOf: 'refund_of',
  linkId: 'link_id',
  providerId: 'provider_id',
  providerRef: 'provider_ref',
  networkReceipt: 'network_receipt',
  networkReason: 'network_reason',
} as const satisfies Partial<Record<Filter, string>>

/** The conditions of some of a query's filters on the rows of an alias. */
export function conditionsOn(alias: string, { query, given }: Search, filters: readonly Filter[]): string[] {
  return filters.flatMap((filter) => {
    if (query[filter] === undefined) return []
    if (filter === 'attention') return [`${alias}.attention IS NOT NULL`]
    if (filter === 'states') return [isAmong(`${alias}.state`, (query.states ?? []).map(given))]
    return [`${alias}.${columns[filter]} = ${given(query[filter])}`]
  })
}

function isAmong(column: string, places: readonly string[]): string {
  return places.length === 0 ? 'FALSE' : `${column} IN (${places.join(', ')})`
}

/** The conditions of a query on the ids at its beginning and end. */
export function rangeOf(id: string, { query, given }: Search): string[] {
  const { before, createdFromMs, createdToMs } = query
  return [
    ...(before === undefined ? [] : [`${id} < ${given(before)}`]),
    ...(createdFromMs === undefined ? [] : [`${id} >= ${given(lowestIdAt(createdFromMs))}`]),
    ...(createdToMs === undefined ? [] : [`${id} < ${given(lowestIdAt(createdToMs))}`]),
  ]
}

/** The clause for conditions that must all hold; nothing for none. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}
