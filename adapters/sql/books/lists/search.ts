import { inSmallLetters, lowestIdAt, type TransactionQuery } from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import { endingIn, endingOf } from './lists.ts'

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
  'phoneEnding',
  'amountsMinor',
  'part',
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
export function conditionsOn(alias: string, search: Search, filters: readonly Filter[]): string[] {
  const { query, given } = search
  return filters.flatMap((filter) => {
    if (query[filter] === undefined) return []
    if (filter === 'phoneEnding') return endsWith(`${alias}.phone_number`, search)
    if (filter === 'amountsMinor') return [isBetween(`${alias}.amount_minor`, search)]
    if (filter === 'part')
      return [hasPart(`lower(${alias}.reference || ' ' || coalesce(${alias}.description, ''))`, search)]
    if (filter === 'attention') return [`${alias}.attention IS NOT NULL`]
    if (filter === 'states') return [isAmong(`${alias}.state`, (query.states ?? []).map(given))]
    return [`${alias}.${columns[filter]} = ${given(query[filter])}`]
  })
}

/** The conditions for the last digits of a phone number. */
function endsWith(phoneNumber: string, { query: { phoneEnding = '' }, given }: Search): string[] {
  const ending = `${endingIn(phoneNumber)} = ${given(endingOf(phoneEnding))}`
  const last = `substr(${phoneNumber}, length(${phoneNumber}) - ${phoneEnding.length - 1})`
  return phoneEnding.length <= 3 ? [ending] : [ending, `${last} = ${given(phoneEnding)}`]
}

/** Whether a number is between the amounts of a query. */
export function isBetween(number: string, { query: { amountsMinor }, given, dialect }: Search): string {
  const bound = (minor = 0n) => `CAST(${given(minor)} AS ${dialect.types.integer})`
  return `${number} BETWEEN ${bound(amountsMinor?.from)} AND ${bound(amountsMinor?.to)}`
}

/** Whether a text in small letters contains the part that a query names. */
export function hasPart(text: string, { query: { part = '' }, given, dialect }: Search): string {
  return dialect.includes(text, given(inSmallLetters(part)))
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
