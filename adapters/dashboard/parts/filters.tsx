import type { ComponentChildren } from 'preact'
import {
  type Calendar,
  isFoundEverywhere,
  kinds,
  type Market,
  networkNames,
  type Transaction,
  type TransactionQuery,
} from '../../../core/sente.ts'
import { dayOf } from '../../formats/moment.ts'
import { spanOf, type Today } from '../../written/moment.ts'
import { type ReadSearch, readSearch } from '../../written/search.ts'
import type { Asked } from '../asked.ts'
import { Form, Link, type PageBase } from '../layout/links.tsx'
import { named } from '../request/named.ts'
import { words } from '../words.ts'
import { Choice, Field } from './fields.tsx'

/** The filters of a list of payments in the URL. */
export type PaymentFilter = {
  /** The searched text as it was understood; undefined without one. */
  readonly search: ReadSearch | undefined
  readonly query: Omit<TransactionQuery, 'limit' | 'accountId'>
  /** The problem of a value that can't be understood. */
  readonly problem: string | undefined
}

const shownStates: Readonly<Record<string, TransactionQuery['states']>> = {
  open: ['submitting', 'pending'],
  succeeded: ['succeeded'],
  failed: ['failed'],
}

/** Reads the filters of a list of payments. */
export async function filterIn(
  { query, today }: Pick<Asked, 'query' | 'today'>,
  market: Market,
): Promise<PaymentFilter> {
  const given = (name: string) => givenIn(query, name)
  const { fromMs: createdFromMs, toMs: createdToMs, problem } = daysIn(query, today)
  const [states, kind] = [named(shownStates, given('state')), kinds.find((one) => one === given('kind'))]
  const network = networkNames(market).find((one) => one === given('network'))
  const before = given('before')
  const text = given('text')
  return {
    search: text === undefined ? undefined : await readSearch(text, market),
    query: {
      ...(states && { states }),
      ...(kind && { kind }),
      ...(network !== undefined && { network }),
      ...(createdFromMs !== undefined && { createdFromMs }),
      ...(createdToMs !== undefined && { createdToMs }),
      ...(before !== undefined && { before }),
    },
    problem,
  }
}

/** The beginning of the first and the end of the last day of a list. */
export type Days = {
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** The problem of a value that can't be understood. */
  readonly problem: string | undefined
}

/** Reads the first and the last day of a list, or one word for both. */
export function daysIn(query: URLSearchParams, today: Today): Days {
  const [days, first, last] = ['days', 'from', 'to'].map((name) => givenIn(query, name))
  if (days !== undefined && (first ?? last) !== undefined) return { problem: words.filters.twiceDays }
  const [from, to] = [first ?? days, last ?? days]
  const [begin, end] = [from, to].map((text) => (text === undefined ? undefined : spanOf(text, today)))
  const wrong = from !== undefined && !begin ? from : to !== undefined && !end ? to : undefined
  return {
    fromMs: begin?.fromMs,
    toMs: end?.toMs,
    problem: wrong === undefined ? undefined : words.filters.wrongDay(wrong),
  }
}

/** The number of the action after which a page of them continues. */
export function numberBefore(query: URLSearchParams): { readonly before?: number } {
  const before = query.get('before') ?? ''
  return /^[0-9]{1,15}$/.test(before) ? { before: Number(before) } : {}
}

function givenIn(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim() || undefined
}

/** The search and the filters above a list of payments. */
export function PaymentFilters(props: {
  readonly path: string
  readonly query: URLSearchParams
  readonly market: Market
  /** Whether the list has payments of one state only. */
  readonly isOfOneState?: true
  /** Further filters. */
  readonly children?: ComponentChildren
}) {
  const { path, query, market, isOfOneState, children } = props
  const text = words.filters
  const networks = networkNames(market).map((name) => [name, name] as const)
  const value = (name: string) => query.get(name) ?? undefined
  return (
    <Form to={path} method="get" class="flow" label={text.label}>
      <Field name="text" label={text.search} type="search" value={value('text')} isOptional />
      {!isOfOneState && <Choice name="state" label={text.state} options={text.states} value={value('state')} />}
      <Choice name="kind" label={text.kind} options={text.kinds} value={value('kind')} />
      <Choice name="network" label={text.network} options={[['', text.all], ...networks]} value={value('network')} />
      <DayFields query={query} />
      {children}
      <button type="submit">{text.submit}</button>
    </Form>
  )
}

/** The meanings of a searched text that have found nothing. */
export function NothingFound(props: {
  readonly search: ReadSearch | undefined
  readonly found: { readonly transactions: readonly Transaction[]; readonly next: string | null }
  /** Whether all accounts are searched, in which amounts and parts of texts are not looked for. */
  readonly isEverywhere?: boolean
}) {
  const { search, found, isEverywhere = false } = props
  const text = words.filters
  if (!search || found.transactions.length > 0) return null
  return (
    <>
      <p>{text.lookedFor}</p>
      <ul>
        {search.lookedFor.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
      {found.next !== null && <p>{text.searchOn}</p>}
      {isEverywhere && !search.sought.every(isFoundEverywhere) && <p>{text.notEverywhere}</p>}
    </>
  )
}

/** The fields for the days of a list: a word or a month, or the first and the last of them. */
export function DayFields({ query }: { readonly query: URLSearchParams }, today: PageBase) {
  const { days, from, to, wordsOfDays } = words.filters
  const given = query.get('days') ?? ''
  const named = [...wordsOfDays, ...monthsUntil(today)]
  const options = named.some(([value]) => value === given) ? named : [...named, [given, given] as const]
  return (
    <>
      <Choice name="days" label={days} options={options} value={given} />
      <Field name="from" label={from} type="date" value={query.get('from') ?? undefined} isOptional />
      <Field name="to" label={to} type="date" value={query.get('to') ?? undefined} isOptional />
    </>
  )
}

/** The last twelve months, the present one first, each as it is read and as it is shown. */
function monthsUntil({ days, nowMs }: Today): readonly (readonly [month: string, text: string])[] {
  const now = new Date(days.dateOf(nowMs))
  return Array.from({ length: 12 }, (_, before) => {
    const firstMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)
    return [new Date(firstMs).toISOString().slice(0, 7), months.format(firstMs)] as const
  })
}

const months = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'long', year: 'numeric' })

/** The address of a list with the filters of another one, except for changed and (by null) removed ones. */
export function linkTo(path: string, query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams([...query].filter(([name, value]) => value !== '' && !(name in changes)))
  for (const [name, value] of Object.entries(changes)) if (value !== null) changed.set(name, value)
  return changed.size === 0 ? path : `${path}?${changed}`
}

/** The name of a file for some days, without its ending: with the first and the last of them. */
export function fileNameOf(what: string, { fromMs, toMs }: Omit<Days, 'problem'>, days: Calendar): string {
  const parts = [what]
  if (fromMs !== undefined) parts.push('from', dayOf(fromMs, days))
  if (toMs !== undefined) parts.push('to', dayOf(toMs - 1, days))
  return parts.join('-')
}

/** The links to the first and the next page of a list. */
export function NextPage(props: {
  readonly path: string
  readonly query: URLSearchParams
  readonly next: string | null
}) {
  const { path, query, next } = props
  if (next === null && !query.has('before')) return null
  return (
    <p>
      {query.has('before') && <Link to={linkTo(path, query, { before: null })}>{words.filters.newest}</Link>}{' '}
      {next !== null && <Link to={linkTo(path, query, { before: next })}>{words.filters.older}</Link>}
    </p>
  )
}
