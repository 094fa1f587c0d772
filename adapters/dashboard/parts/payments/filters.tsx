import type { ComponentChildren } from 'preact'
import {
  bothOf,
  isSearchedIn,
  kinds,
  type Market,
  networkNames,
  type Sought,
  type Transaction,
  type TransactionQuery,
} from '../../../../core/sente.ts'
import { type Amounts, canMeanTwo, readAmounts } from '../../../written/amounts.ts'
import { lookedForText } from '../../../written/lookedFor.ts'
import { type ReadSearch, readSearch } from '../../../written/search.ts'
import type { Asked } from '../../asked.ts'
import type { Language } from '../../languages/languages.ts'
import { Again, Form, type PageBase, wrongIn } from '../../layout/links.tsx'
import type { Wrong } from '../../page.ts'
import { formOf } from '../../request/form.ts'
import { named } from '../../request/named.ts'
import { Choice, Field, type Refusing } from '../fields.tsx'
import { DayFields, daysIn, givenIn } from '../filters.tsx'
import { type ChosenColumns, ColumnChoice } from './columns.tsx'

/** The filters of a list of payments in the URL. */
export type PaymentFilter = {
  /** The searched text as it was understood; undefined without one. */
  readonly search: ReadSearch | undefined
  /** The meanings of the text, each with the amounts; undefined if both are absent, empty if a value is wrong. */
  readonly sought: readonly Sought[] | undefined
  readonly query: Omit<TransactionQuery, 'limit'>
  /** The problem of a value that can't be understood or searched for. */
  readonly problem: Refusing | undefined
}

/** The payments among which a page searches. */
type Scope = Pick<TransactionQuery, 'accountId' | 'states' | 'attention'>

const shownStates: Readonly<Record<string, TransactionQuery['states']>> = {
  open: ['submitting', 'pending'],
  succeeded: ['succeeded'],
  failed: ['failed'],
}

/** Reads the filters of a list of payments. */
export async function filterIn(
  { query: given, today, language }: Pick<Asked, 'query' | 'today' | 'language'>,
  market: Market,
  scope: Scope,
): Promise<PaymentFilter> {
  const [text, amount, before] = ['text', 'amount', 'before'].map((name) => givenIn(given, name))
  const { fromMs: createdFromMs, toMs: createdToMs, problem: wrongDay } = daysIn(given, today, language)
  const [states, kind] = [
    named(shownStates, givenIn(given, 'state')),
    kinds.find((one) => one === givenIn(given, 'kind')),
  ]
  const network = networkNames(market).find((one) => one === givenIn(given, 'network'))
  const query = {
    ...(states && { states }),
    ...(kind && { kind }),
    ...(network !== undefined && { network }),
    ...(createdFromMs !== undefined && { createdFromMs }),
    ...(createdToMs !== undefined && { createdToMs }),
    ...(before !== undefined && { before }),
    ...scope,
  }
  const search = text === undefined ? undefined : await readSearch(text, market)
  const amounts = amount === undefined ? undefined : amountsIn(amount, [...market.keys()], language)
  if (amounts && 'field' in amounts) return { search: undefined, sought: [], query, problem: amounts }
  if (wrongDay !== undefined) return { search: undefined, sought: [], query, problem: wrongDay }
  const sought = search && amounts ? eachOfBoth(search.sought, amounts) : (search?.sought ?? amounts)
  const isNowhere = amounts && !search && !amounts.some((one) => isSearchedIn(query, one))
  const nowhere = { field: 'amount', message: language.texts.filters.amountsNowhere }
  return { search, sought, query, problem: isNowhere ? nowhere : undefined }
}

/** Reads amounts in each currency in which the text has any, or the reason why it has none. */
function amountsIn(
  text: string,
  currencies: readonly string[],
  { texts: { filters, amountFaults } }: Language,
): readonly Amounts[] | Wrong {
  const read = readAmounts(text, currencies)
  const amounts = read.flatMap((one) => ('problem' in one ? [] : [one]))
  if (amounts.length > 0) return amounts
  const problems = read.flatMap((one) => ('problem' in one ? [one] : []))
  const unread = problems.find(canMeanTwo) ?? problems[0]
  if (!unread) return { field: 'amount', message: filters.noAmount(text) }
  const isTurned = unread.fault === 'largerFirst'
  return { field: 'amount', message: isTurned ? filters.largerFirst(text) : amountFaults[unread.fault](unread) }
}

/** Each meaning of one list together with each of another, without those that exclude each other. */
function eachOfBoth(sought: readonly Sought[], others: readonly Sought[]): readonly Sought[] {
  return sought.flatMap((one) => others.map((other) => bothOf(one, other)).filter((both) => both !== undefined))
}

/** The filters that are folded until one is used: on a phone the list would begin below the first screen. */
const rareFilters = ['kind', 'network', 'attention', 'account']

/** The search and the filters above a list of payments. */
export function PaymentFilters(
  props: {
    readonly path: string
    readonly query: URLSearchParams
    readonly market: Market
    readonly problem: Refusing | undefined
    /** The columns of the list; absent if they cannot be chosen. */
    readonly columns?: { readonly chosen: ChosenColumns }
    /** Whether the list has payments of one state only. */
    readonly isOfOneState?: true
    /** Further rare filters. */
    readonly children?: ComponentChildren
  },
  { language }: PageBase,
) {
  const { path, query, market, problem, columns, isOfOneState, children } = props
  const { filters: text, payment } = language.texts
  const all = ['', text.all] as const
  const { pending: open, succeeded, failed } = payment.states
  const states = Object.entries({ open, succeeded, failed })
  const networks = networkNames(market).map((name) => [name, name] as const)
  const value = (name: string) => query.get(name) ?? undefined
  const fields = new Map([...query.keys()].map((name) => [name, query.getAll(name)]))
  const form = formOf({ fields, files: new Map() })
  const sent = typeof problem === 'object' ? { to: path, form, wrong: wrongIn(form, problem) } : undefined
  return (
    <Form to={path} method="get" class="flow" label={text.label}>
      <Again.Provider value={sent}>
        <Field name="text" label={text.search} type="search" value={value('text')} isOptional />
        <Field name="amount" label={text.amount} value={value('amount')} isOptional />
        {!isOfOneState && (
          <Choice name="state" label={payment.state} options={[all, ...states]} value={value('state')} />
        )}
        <DayFields query={query} />
        <details open={rareFilters.some((name) => value(name))}>
          <summary>{text.more}</summary>
          <div class="flow">
            <Choice
              name="kind"
              label={payment.kind}
              options={[all, ...Object.entries(payment.kinds)]}
              value={value('kind')}
            />
            <Choice name="network" label={payment.network} options={[all, ...networks]} value={value('network')} />
            {children}
          </div>
        </details>
        {columns && <ColumnChoice chosen={columns.chosen} />}
        <button type="submit">{text.submit}</button>
      </Again.Provider>
    </Form>
  )
}

/** The meanings of a searched text that have found nothing. */
export function NothingFound(
  props: {
    readonly filter: PaymentFilter
    readonly found: { readonly transactions: readonly Transaction[]; readonly next: string | null }
  },
  { language }: PageBase,
) {
  const { filter, found } = props
  const { search, query } = filter
  const text = language.texts.filters
  if (!search || found.transactions.length > 0) return null
  return (
    <>
      <p>{text.lookedFor}</p>
      <ul>
        {search.lookedFor.map((meaning) => (
          <li>{lookedForText(meaning, text.lookedForAs)}</li>
        ))}
      </ul>
      {found.next !== null && <p>{text.searchOn}</p>}
      {!search.sought.every((one) => isSearchedIn(query, one)) && <p>{text.notEverywhere}</p>}
    </>
  )
}
