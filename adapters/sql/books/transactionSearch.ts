import { lowestIdAt, type TransactionQuery } from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'

/** A query for transactions while its statement is written. */
export type Search = {
  readonly query: TransactionQuery
  readonly dialect: Dialect
  /** Gives a value to the statement; returns its place. */
  readonly given: (value: unknown) => string
  /** The place of how many rows there may be: one more than asked for. */
  readonly limit: string
  /** The values that were given so far. */
  readonly values: readonly unknown[]
}

/** Begins to write a statement, whose texts have few shapes and contain no values. */
export function searchOf(query: TransactionQuery, dialect: Dialect): Search {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  return { query, dialect, given, limit: given(query.limit + 1), values }
}

/** A filter of what many transactions have in common, or few. */
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

/** What these filters of a query say about the rows of an alias. */
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

/** What a query says about the ids that it begins and ends with. */
export function rangeOf(id: string, { query, given }: Search): string[] {
  const { before, createdFromMs, createdToMs } = query
  return [
    ...(before === undefined ? [] : [`${id} < ${given(before)}`]),
    ...(createdFromMs === undefined ? [] : [`${id} >= ${given(lowestIdAt(createdFromMs))}`]),
    ...(createdToMs === undefined ? [] : [`${id} < ${given(lowestIdAt(createdToMs))}`]),
  ]
}

/** The clause for conditions that all have to hold; nothing for none. */
export function whereAll(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}
