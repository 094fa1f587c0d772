import {
  type BalanceRow,
  type Batch,
  isRefusal,
  type MeasuredAccount,
  type Transaction,
} from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Balances } from '../../parts/balances.tsx'
import { Refused } from '../../parts/fields.tsx'
import { Looked, type Since } from '../../parts/looked.tsx'
import { PaymentTable } from '../../parts/payments/table.tsx'
import { messageFor } from '../../request/refusing.ts'
import { BatchTable, waitingBatches } from '../batches/batches.tsx'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { NewPaymentLinks } from '../payments/newPayment/views.tsx'
import { LastMonth } from './charts.tsx'
import { eventsSince } from './looked.ts'

/** The first page of an account holder: the state of the account, and its latest payments. */
export function overviewPage(deps: HolderDeps): Page {
  const { lookUpAccount, searchSeenPayments, listChannels, measureAccount } = deps
  return {
    path: '/dashboard/',
    access: 'look',
    isTranslated: true,
    show: (asked) =>
      asHolder(asked, async (who) => {
        const found = await lookUpAccount({ accountId: who.accountId })
        const { transactions } = await searchSeenPayments({ who, query: { limit: mostLatest } })
        const [batches, since] = await Promise.all([waitingBatches(deps, who), eventsSince(deps, who, asked.nextTurn)])
        const latest = { transactions, batches, since }
        if (isRefusal(found))
          return overview({ who, name: who.accountId, warnings: [messageFor(found, who.language)] }, [], latest)
        const { account, balances, wrongPins } = found
        const currency = balances[0]?.currency ?? ''
        const month = await measureAccount({ accountId: who.accountId, currency, over: 'month' })
        const stopped = (await listChannels()).filter(
          ({ stops, currency }) => stops.length > 0 && account.activatedCurrencies.includes(currency),
        )
        const text = who.language.texts.overview
        const warnings = [
          account.closed ? text.closed : account.kyc === 'incomplete' ? text.kyc : undefined,
          account.apiAccess ? undefined : text.apiAccess,
          account.pin ? undefined : text.pin,
          wrongPins.lockedUntilMs === null ? undefined : text.locked,
          ...stopped.map(({ network, currency, kind }) => text.stopped[kind](network, currency)),
        ].filter((warning) => warning !== undefined)
        const shown = isRefusal(month) ? latest : { ...latest, month }
        return overview({ who, name: account.name, warnings }, balances, shown)
      }),
  }
}

/** How many payments are shown. */
const mostLatest = 10

type Latest = {
  readonly transactions: readonly Transaction[]
  readonly batches: readonly Batch[]
  readonly since: Since | undefined
  readonly month?: MeasuredAccount
}

function overview(
  { who, name, warnings }: { readonly who: Holder; readonly name: string; readonly warnings: readonly string[] },
  balances: readonly BalanceRow[],
  { transactions, batches, since, month }: Latest,
): Shown {
  const text = who.language.texts.overview
  const main = (
    <>
      <h1>{name}</h1>
      {warnings.map((warning) => (
        <Refused message={warning} />
      ))}
      <Balances of={balances} />
      <NewPaymentLinks user={who.user} />
      {month && <LastMonth of={month} />}
      {since && <Looked of={since} nothing={text.nothing} />}
      {batches.length > 0 && (
        <>
          <h2>{who.language.texts.batches.waiting}</h2>
          <BatchTable of={batches} />
        </>
      )}
      <h2>{text.latest}</h2>
      <PaymentTable payments={transactions} under="/dashboard/transactions" />
      <p>
        <Link to="/dashboard/transactions">{text.all}</Link>
      </p>
    </>
  )
  return { title: name, main }
}
