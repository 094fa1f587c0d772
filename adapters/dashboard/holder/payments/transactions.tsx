import { type Calendar, type SearchSeenPayments, type Transaction, toDecimal } from '../../../../core/sente.ts'
import { csvCell } from '../../../formats/csvCell.ts'
import { dayOf, local } from '../../../formats/moment.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Refused } from '../../parts/fields.tsx'
import { filterIn, NextPage, NothingFound, type PaymentFilter, PaymentFilters } from '../../parts/filters.tsx'
import { PaymentTable } from '../../parts/payments.tsx'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { holderWords } from '../words.ts'

const path = '/dashboard/transactions'

/** The payments of an account, searched and filtered by the URL, and the same as a file. */
export function transactionListPages({ searchSeenPayments, market }: HolderDeps): readonly Page[] {
  return [
    {
      path,
      access: 'holder',
      show: (asked) =>
        asHolder(asked, async (who) => {
          const filter = await filterIn(asked, market)
          const found = await searchSeenPayments(requestOf(who, filter, perPage))
          return list(asked.query, filter, found)
        }),
    },
    {
      path: `${path}.csv`,
      access: 'holder',
      show: (asked) =>
        asHolder(asked, async (who) => {
          const filter = await filterIn(asked, market)
          if (filter.problem !== undefined) return list(asked.query, filter, { transactions: [], next: null })
          const lines = csvOf(searchSeenPayments, { who, filter, days: asked.today.days })
          return { fileName: 'transactions.csv', type: 'text/csv', lines }
        }),
    },
  ]
}

/** How many payments are on a page, and in a part of a file. */
const [perPage, perPart] = [50, 500]

function requestOf(who: Holder, { search, query }: PaymentFilter, limit: number, before = query.before) {
  return {
    who,
    ...(search && { sought: search.sought }),
    query: { ...query, ...(before !== undefined && { before }), limit },
  }
}

function list(
  query: URLSearchParams,
  { search, problem }: PaymentFilter,
  { transactions, next }: { readonly transactions: readonly Transaction[]; readonly next: string | null },
): Shown {
  const text = holderWords.transactions
  const main = (
    <>
      <h1>{text.title}</h1>
      <Refused message={problem} />
      <PaymentFilters path={path} query={query} />
      <PaymentTable payments={transactions} under={path} />
      <NothingFound search={search} found={{ transactions, next }} />
      <NextPage path={path} query={query} next={next} />
      <p>
        <Link to={`${path}.csv?${query}`}>{text.csv}</Link>
      </p>
    </>
  )
  return { title: text.title, main, status: problem === undefined ? 200 : 422 }
}

type Wanted = { readonly who: Holder; readonly filter: PaymentFilter; readonly days: Calendar }

async function* csvOf(search: SearchSeenPayments, { who, filter, days }: Wanted): AsyncGenerator<string> {
  yield 'created_at,day,transaction_id,reference,kind,state,phone_number,network,currency,amount,fee,network_receipt\r\n'
  let before = filter.query.before
  do {
    const page = await search(requestOf(who, filter, perPart, before))
    yield page.transactions.map((payment) => row(payment, days)).join('')
    before = page.next ?? undefined
  } while (before !== undefined)
}

function row(payment: Transaction, days: Calendar): string {
  const { createdAtMs, id, reference, kind, state, phoneNumber, network, currency } = payment
  const amounts = [payment.amountMinor, payment.feeMinor].map((minor) => toDecimal(minor, currency))
  const when = [local(createdAtMs, days), dayOf(createdAtMs, days)]
  const cells = [...when, id, csvCell(reference), kind, state, phoneNumber, network, currency, ...amounts]
  return `${[...cells, csvCell(payment.networkReceipt ?? '')].join(',')}\r\n`
}
