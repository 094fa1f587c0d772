import type { ComponentChildren } from 'preact'
import type { Market, Transaction } from '../../../core/sente.ts'
import { Link, May } from '../layout/links.tsx'
import type { Page, Shown } from '../page.ts'
import { Choice, Field, Refused } from '../parts/fields.tsx'
import { NextPage } from '../parts/filters.tsx'
import { type ChosenColumns, columnsIn, perPageWith, withColumns } from '../parts/payments/columns.tsx'
import { filterIn, NothingFound, type PaymentFilter, PaymentFilters } from '../parts/payments/filters.tsx'
import { pagesOf, requestOf } from '../parts/payments/pages.ts'
import { PaymentTable } from '../parts/payments/table.tsx'
import { AddUp, type PaymentTotal, PaymentTotals, paymentTotals } from '../parts/payments/totals.tsx'
import { type View, Views } from '../parts/payments/views.tsx'
import { durationText } from '../parts/values.tsx'
import type { OperatorDeps } from './deps.ts'
import { asOperator } from './operating.ts'
import { AccountLink, type AccountNames, namesOf } from './parts/names.tsx'
import { operatorWords } from './words.ts'

const path = '/operator/payments'

/** The payments of all accounts, searched and filtered by the URL. */
export function operatorPaymentsPage({ searchSeenPayments, findAccount, market }: OperatorDeps): Page {
  return {
    path,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async (who) => {
        const accountId = asked.query.get('account')?.trim() || undefined
        const filter = await filterIn(asked, market, {
          ...(accountId !== undefined && { accountId }),
          ...(asked.query.get('attention') === 'yes' && { attention: true }),
        })
        const found = await searchSeenPayments(requestOf(who, filter, perPageWith(columnsIn(asked.query))))
        const all = pagesOf(searchSeenPayments, { who, filter, nextTurn: asked.nextTurn })
        return list(asked.query, filter, {
          ...{ market, ...found, names: await namesOf(findAccount, found.transactions) },
          ...(asked.query.has('totals') && { totals: await paymentTotals(all) }),
        })
      }),
  }
}

/** Payments of several accounts, with the reasons why they need attention. */
export function OperatorPayments(props: {
  readonly payments: readonly Transaction[]
  readonly names: AccountNames
  readonly columns?: ChosenColumns
  readonly choice?: (payment: Transaction) => ComponentChildren
  /** For payments that need attention: the data for their age and their owner. */
  readonly waiting?: { readonly nowMs: number; readonly owners: ReadonlyMap<string, string> }
}) {
  return (
    <PaymentTable
      {...(props.choice && { choice: props.choice })}
      payments={props.payments}
      under={path}
      columns={props.columns}
      owner={{
        title: operatorWords.payments.account,
        of: ({ accountId }) => <AccountLink id={accountId} names={props.names} />,
      }}
      noteOn={(payment) => noteOn(payment, props.waiting)}
    />
  )
}

function noteOn(
  { id, attention, createdAtMs }: Transaction,
  waiting: Parameters<typeof OperatorPayments>[0]['waiting'],
) {
  if (!attention || !waiting) return attention && operatorWords.attentions[attention]
  const age = durationText(waiting.nowMs - createdAtMs)
  return `${operatorWords.attentions[attention]}; ${operatorWords.payments.waits(age, waiting.owners.get(id))}`
}

type Found = {
  readonly transactions: readonly Transaction[]
  readonly next: string | null
  readonly names: AccountNames
  readonly market: Market
  /** The totals by kind and state; undefined for too many payments. Absent if they are not wanted. */
  readonly totals?: readonly PaymentTotal[] | undefined
}

const { views: named } = operatorWords.payments

/** The views that a desk needs most: of few payments, or of few days. */
const views: readonly View[] = [
  [named.attention, { attention: 'yes' }],
  [named.open, { state: 'open' }],
  [named.failedToday, { state: 'failed', days: 'today' }],
  [named.failedYesterday, { state: 'failed', days: 'yesterday' }],
]

function list(given: URLSearchParams, filter: PaymentFilter, found: Found): Shown {
  const { problem } = filter
  const { transactions, next, names, market } = found
  const [query, columns] = [withColumns(given), columnsIn(given)]
  const text = operatorWords.payments
  const value = (name: string) => query.get(name) ?? undefined
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={problem} />
      <p>{text.hint}</p>
      <Views path={path} query={query} of={views} />
      <PaymentFilters path={path} query={query} market={market} problem={problem} columns={{ chosen: columns }}>
        <Choice name="attention" label={text.attention} options={text.attentions} value={value('attention')} />
        <Field name="account" label={text.account} value={value('account')} isOptional />
      </PaymentFilters>
      <OperatorPayments payments={transactions} names={names} columns={columns} />
      <NothingFound filter={filter} found={{ transactions, next }} />
      {value('attention') === 'yes' && (
        <p>
          <May act="operator.end_payments">
            <Link to={`/operator/attention?${severalQuery(query)}`}>{operatorWords.payments.several}</Link>
          </May>
        </p>
      )}
      <NextPage path={path} query={query} next={next} />
      {transactions.length > 0 &&
        ('totals' in found ? <PaymentTotals of={found.totals} /> : <AddUp path={path} query={query} />)}
    </>
  )
  return { title: text.title, main, status: problem === undefined ? 200 : 422 }
}

/** The filters of a list, without the place in it. */
function severalQuery(query: URLSearchParams): string {
  return String(new URLSearchParams([...query].filter(([name, value]) => name !== 'before' && value !== '')))
}
