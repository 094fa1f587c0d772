import {
  type Calendar,
  type Market,
  type NextTurn,
  type SearchSeenPayments,
  type Transaction,
  toDecimal,
} from '../../../../core/sente.ts'
import { csvCell } from '../../../formats/csvCell.ts'
import { dayOf, local } from '../../../formats/moment.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Refused } from '../../parts/fields.tsx'
import { fileNameOf, linkTo, NextPage } from '../../parts/filters.tsx'
import { filterIn, NothingFound, type PaymentFilter, PaymentFilters } from '../../parts/payments/filters.tsx'
import { PaymentTable } from '../../parts/payments/table.tsx'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { holderWords } from '../words.ts'
import { NewPaymentLinks } from './newPayment/views.tsx'
import { type PaymentTotal, PaymentTotals, paymentTotals } from './totals.tsx'

const path = '/dashboard/transactions'

/** The payments of an account, searched and filtered by the URL, and the same as a file. */
export function transactionListPages({ searchSeenPayments, market }: HolderDeps): readonly Page[] {
  return [
    {
      path,
      access: 'look',
      show: (asked) =>
        asHolder(asked, async (who) => {
          const filter = await filterIn(asked, market, { accountId: who.accountId })
          const found = await searchSeenPayments(requestOf(who, filter, perPage))
          const view = { who, query: asked.query, market, filter, found }
          if (!asked.query.has('totals')) return list(view)
          const all = pagesOf(searchSeenPayments, { who, filter, nextTurn: asked.nextTurn })
          return list({ ...view, totals: await paymentTotals(all, mostAdded) })
        }),
    },
    {
      path: `${path}.csv`,
      access: 'look',
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
            lines: csvOf(pages, days),
          }
        }),
    },
  ]
}

/** How many payments are on a page, in a part of a file, and in a list whose totals are shown. */
const [perPage, perPart, mostAdded] = [50, 500, 10_000]

function requestOf(who: Holder, { sought, query }: PaymentFilter, limit: number, before = query.before) {
  return {
    who,
    ...(sought && { sought }),
    query: { ...query, ...(before !== undefined && { before }), limit },
  }
}

type View = {
  readonly who: Holder
  readonly query: URLSearchParams
  readonly market: Market
  readonly filter: PaymentFilter
  readonly found: { readonly transactions: readonly Transaction[]; readonly next: string | null }
  /** The totals by kind and state; undefined for too many payments. Absent if they are not wanted. */
  readonly totals?: readonly PaymentTotal[] | undefined
}

function list(view: View): Shown {
  const text = holderWords.transactions
  const { who, query, market, filter, found } = view
  const { problem } = filter
  const main = (
    <>
      <h1>{text.title}</h1>
      <NewPaymentLinks user={who.user} />
      <Refused message={problem} />
      <PaymentFilters path={path} query={query} market={market} problem={problem} />
      <PaymentTable payments={found.transactions} under={path} />
      <NothingFound filter={filter} found={found} />
      <NextPage path={path} query={query} next={found.next} />
      {found.transactions.length === 0 ? null : 'totals' in view ? (
        <PaymentTotals of={view.totals} />
      ) : (
        <p>
          <Link to={linkTo(path, query, { totals: '1', before: null })}>{text.totals.show}</Link>
        </p>
      )}
      <p>
        <Link to={linkTo(`${path}.csv`, query, { totals: null, before: null })}>{text.csv}</Link>
      </p>
    </>
  )
  return { title: text.title, main, status: problem === undefined ? 200 : 422 }
}

type Wanted = { readonly who: Holder; readonly filter: PaymentFilter; readonly nextTurn: NextTurn }

/** All payments of a filter, by page. */
async function* pagesOf(
  search: SearchSeenPayments,
  { who, filter, nextTurn }: Wanted,
): AsyncGenerator<readonly Transaction[]> {
  const { before: _, ...query } = filter.query
  for (let before: string | undefined; ; await nextTurn()) {
    const page = await search(requestOf(who, { ...filter, query }, perPart, before))
    yield page.transactions
    if (page.next === null) return
    before = page.next
  }
}

async function* csvOf(pages: AsyncIterable<readonly Transaction[]>, days: Calendar): AsyncGenerator<string> {
  yield 'created_at,day,transaction_id,reference,kind,state,phone_number,network,currency,amount,fee,network_receipt\r\n'
  for await (const page of pages) yield page.map((payment) => row(payment, days)).join('')
}

function row(payment: Transaction, days: Calendar): string {
  const { createdAtMs, id, reference, kind, state, phoneNumber, network, currency } = payment
  const amounts = [payment.amountMinor, payment.feeMinor].map((minor) => toDecimal(minor, currency))
  const when = [local(createdAtMs, days), dayOf(createdAtMs, days)]
  const cells = [...when, id, csvCell(reference), kind, state, phoneNumber, network, currency, ...amounts]
  return `${[...cells, csvCell(payment.networkReceipt ?? '')].join(',')}\r\n`
}
