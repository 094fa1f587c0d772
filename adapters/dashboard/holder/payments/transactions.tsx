import type { Market, Transaction } from '../../../../core/sente.ts'
import type { Texts } from '../../languages/english/texts.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Refused } from '../../parts/fields.tsx'
import { fileNameOf, linkTo, NextPage } from '../../parts/filters.tsx'
import { columnsIn, perPageWith, withColumns } from '../../parts/payments/columns.tsx'
import { filterIn, NothingFound, type PaymentFilter, PaymentFilters } from '../../parts/payments/filters.tsx'
import { pagesOf, requestOf } from '../../parts/payments/pages.ts'
import { PaymentTable } from '../../parts/payments/table.tsx'
import { AddUp, type PaymentTotal, PaymentTotals, paymentTotals } from '../../parts/payments/totals.tsx'
import { type View, Views } from '../../parts/payments/views.tsx'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { paymentFile } from './file.ts'
import { NewPaymentLinks } from './newPayment/views.tsx'

const path = '/dashboard/transactions'

/** The payments of an account, searched and filtered by the URL, and the same as a file. */
export function transactionListPages({ searchSeenPayments, market }: HolderDeps): readonly Page[] {
  return [
    {
      path,
      access: 'look',
      isTranslated: true,
      show: (asked) =>
        asHolder(asked, async (who) => {
          const filter = await filterIn(asked, market, { accountId: who.accountId })
          const found = await searchSeenPayments(requestOf(who, filter, perPageWith(columnsIn(asked.query))))
          const view = { who, query: asked.query, market, filter, found }
          if (!asked.query.has('totals')) return list(view)
          const all = pagesOf(searchSeenPayments, { who, filter, nextTurn: asked.nextTurn })
          return list({ ...view, totals: await paymentTotals(all) })
        }),
    },
    {
      path: `${path}.csv`,
      access: 'look',
      isTranslated: true,
      show: (asked) =>
        asHolder(asked, async (who) => {
          const filter = await filterIn(asked, market, { accountId: who.accountId })
          const { days } = asked.today
          if (filter.problem !== undefined)
            return list({ who, query: asked.query, market, filter, found: { transactions: [], next: null } })
          const pages = pagesOf(searchSeenPayments, { who, filter, nextTurn: async () => {} })
          const { createdFromMs: fromMs, createdToMs: toMs } = filter.query
          return {
            fileName: `${fileNameOf('transactions', { fromMs, toMs }, days)}.csv`,
            type: 'text/csv',
            lines: paymentFile(pages, columnsIn(asked.query), days),
          }
        }),
    },
  ]
}

type Listed = {
  readonly who: Holder
  readonly query: URLSearchParams
  readonly market: Market
  readonly filter: PaymentFilter
  readonly found: { readonly transactions: readonly Transaction[]; readonly next: string | null }
  /** The totals by kind and state; undefined for too many payments. Absent if they are not wanted. */
  readonly totals?: readonly PaymentTotal[] | undefined
}

function list(view: Listed): Shown {
  const { who, market, filter, found } = view
  const [query, chosen] = [withColumns(view.query), columnsIn(view.query)]
  const { problem } = filter
  const text = who.language.texts.transactions
  const main = (
    <>
      <h1>{text.title}</h1>
      <NewPaymentLinks user={who.user} />
      <Refused message={problem} />
      <Views path={path} query={query} of={viewsIn(text.views)} />
      <PaymentFilters path={path} query={query} market={market} problem={problem} columns={{ chosen }} />
      <PaymentTable payments={found.transactions} under={path} columns={chosen} />
      <NothingFound filter={filter} found={found} />
      <NextPage path={path} query={query} next={found.next} />
      {found.transactions.length > 0 &&
        ('totals' in view ? <PaymentTotals of={view.totals} /> : <AddUp path={path} query={query} />)}
      <p>
        <Link to={linkTo(`${path}.csv`, query, { totals: null, before: null })}>{text.csv}</Link>
      </p>
    </>
  )
  return { title: text.title, main, status: problem === undefined ? 200 : 422 }
}

/** The views that a shop needs most, each of one account's lists. */
function viewsIn(named: Texts['transactions']['views']): readonly View[] {
  return [
    [named.open, { state: 'open' }],
    [named.collectedToday, { state: 'succeeded', kind: 'collection', days: 'today' }],
    [named.sentToday, { state: 'succeeded', kind: 'payout', days: 'today' }],
    [named.failedThisMonth, { state: 'failed', days: 'this month' }],
    [named.refundedThisMonth, { kind: 'refund', days: 'this month' }],
  ]
}
