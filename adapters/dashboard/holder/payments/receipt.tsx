import {
  type Calendar,
  isPseudonym,
  isRefusal,
  type Market,
  referenceOfLink,
  type Transaction,
  waitsForPerson,
} from '../../../../core/sente.ts'
import type { Language } from '../../languages/languages.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Rows } from '../../parts/rows.tsx'
import { amountText, momentText } from '../../parts/values.tsx'
import type { HolderDeps } from '../deps.ts'
import { asHolder } from '../holding.ts'

/** The path of the receipt of a payment. */
export function receiptPath(id: string): string {
  return `/dashboard/transactions/${id}/receipt`
}

/** Whether a payment has a receipt: it was paid, and nobody doubts it. */
export function hasReceipt(payment: Transaction): boolean {
  return payment.state === 'succeeded' && !payment.isTakenBack && !waitsForPerson(payment)
}

/** The receipt of a payment, to be shown, printed, or sent to the phone of the payment. */
export function receiptPage({ findSeenPayment, lookUpRefunds, lookUpAccount, market }: HolderDeps): Page {
  return {
    path: receiptPath(':id'),
    access: 'look',
    isTranslated: true,
    show: (asked) =>
      asHolder(asked, async (who) => {
        const found = await findSeenPayment({ who, transactionId: asked.params.id ?? '' })
        if (isRefusal(found) || !hasReceipt(found.transaction)) return errorPage('notFound')
        const { transaction } = found
        const account = await lookUpAccount({ accountId: who.accountId })
        const { refundedMinor } = await lookUpRefunds(transaction)
        const shop = isRefusal(account) ? '' : account.account.name
        const rows = rowsOf(transaction, { refundedMinor, market, days: asked.today.days, language: who.language })
        return receipt(transaction, { shop, rows, language: who.language })
      }),
  }
}

type Around = {
  readonly refundedMinor: bigint
  readonly market: Market
  readonly days: Calendar
  readonly language: Language
}

/** The contents of a receipt, the same on paper and in a message. */
function rowsOf(
  payment: Transaction,
  { refundedMinor, market, days, language }: Around,
): readonly (readonly [string, string])[] {
  const { receipt: text, payment: of } = language.texts
  const { id, kind, phoneNumber, currency, network, networkReceipt, reference, description, createdAtMs } = payment
  const known = market.get(currency)?.networks.find(({ name }) => name === network)
  const rows: readonly (readonly [name: string, value: string | null])[] = [
    [text.of[kind], isPseudonym(phoneNumber) ? null : phoneNumber],
    [of.network, known?.displayName ?? network],
    [of.receipt, networkReceipt],
    [text.reference, referenceOfLink(reference) ?? reference],
    [of.description, description],
    [text.refunded, refundedMinor > 0n ? amountText(refundedMinor, currency, language) : null],
    [text.at, momentText(createdAtMs, days, language)],
    [of.id, id],
  ]
  return rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []))
}

type Receipt = { readonly shop: string; readonly rows: ReturnType<typeof rowsOf>; readonly language: Language }

function receipt(payment: Transaction, { shop, rows, language }: Receipt): Shown {
  const text = language.texts.receipt
  const { id, amountMinor, currency, phoneNumber } = payment
  const amount = amountText(amountMinor, currency, language)
  const message = [`${shop}: ${amount}`, ...rows.map(([name, value]) => `${name} ${value}`)].join('\n')
  const encoded = encodeURIComponent(message)
  const main = (
    <>
      <p>{shop}</p>
      <h1>
        {amount} <small>{text.title}</small>
      </h1>
      <Rows of={rows} />
      <div class="ways">
        <p>
          <button type="button" data-print hidden>
            {text.print}
          </button>{' '}
          <small>{text.printHint}</small>
        </p>
        {!isPseudonym(phoneNumber) && (
          <p>
            <a href={`sms:+${phoneNumber}?body=${encoded}`}>{text.sms}</a> ·{' '}
            <a href={`https://wa.me/${phoneNumber}?text=${encoded}`} rel="noreferrer">
              {text.whatsApp}
            </a>
          </p>
        )}
        <p>
          <Link to={`/dashboard/transactions/${id}`}>{text.payment}</Link>
        </p>
      </div>
    </>
  )
  return { title: `${text.title} ${amount}`, main, isNarrow: true }
}
