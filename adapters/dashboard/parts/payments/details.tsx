import { networkReasonOf, type SeenCase, type Transaction } from '../../../../core/sente.ts'
import type { Language } from '../../languages/languages.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import { type Row, Rows } from '../rows.tsx'
import { Timeline } from '../timeline.tsx'
import { amountText, Moment } from '../values.tsx'
import { PaymentState } from './state.tsx'

/** Everything about one payment, with its history. */
export function PaymentDetails(
  props: {
    readonly found: SeenCase
    readonly under: string
    /** The first rows. */
    readonly rows?: readonly Row[]
  },
  { language }: PageBase,
) {
  const { found, under, rows = [] } = props
  const { transaction } = found
  const text = language.texts.payment
  const kinds = transaction.state === 'succeeded' ? text.kinds : text.unpaidKinds
  return (
    <>
      <h1>
        {amountText(transaction.amountMinor, transaction.currency, language)} <small>{kinds[transaction.kind]}</small>
      </h1>
      <p>
        <PaymentState state={transaction.state} />
        {transaction.reason !== null && `: ${text.reasons[transaction.reason]}`}
      </p>
      <div class="beside">
        <Rows of={[...rows, ...rowsOf(transaction, { under, language })]} />
        <section>
          <h2>{text.happened}</h2>
          <Timeline of={found.timeline} />
        </section>
      </div>
    </>
  )
}

function rowsOf(
  payment: Transaction,
  { under, language }: { readonly under: string; readonly language: Language },
): readonly Row[] {
  const text = language.texts.payment
  const { feeMinor, currency, refundOf } = payment
  const metadata = Object.entries(payment.metadata).map(([name, value]) => [name, value] as const)
  return [
    [text.reference, payment.reference],
    [text.id, <code>{payment.id}</code>],
    [text.phoneNumber, payment.phoneNumber],
    [text.network, payment.network],
    [text.receipt, payment.networkReceipt],
    [text.networkReason, networkReasonOf(payment)],
    [text.fee, feeMinor === 0n ? null : amountText(feeMinor, currency, language)],
    [text.description, payment.description],
    [text.customerMessage, payment.customerMessage],
    [text.asSent, payment.customerMessageAsSent === payment.customerMessage ? null : payment.customerMessageAsSent],
    [text.refundOf, refundOf && <Link to={`${under}/${refundOf}`}>{refundOf}</Link>],
    ...metadata,
    [text.opened, <Moment ms={payment.createdAtMs} withSeconds />],
    [text.changed, <Moment ms={payment.updatedAtMs} withSeconds />],
  ]
}
