import {
  type Caller,
  isRefusal,
  leftToRefund,
  obstacleTo,
  type PaymentCase,
  type RefundRequest,
  type Refunds,
  referencePattern,
  type Transaction,
  toDecimal,
  toMinor,
} from '../../../../core/sente.ts'
import { readAmount } from '../../../written/amount.ts'
import type { Language } from '../../languages/languages.ts'
import { Form, type PageBase } from '../../layout/links.tsx'
import type { Shown, Wrong } from '../../page.ts'
import { Field, type Refusing } from '../../parts/fields.tsx'
import { PaymentTable } from '../../parts/payments/table.tsx'
import { costRows, saidBackPage, unsaidIn } from '../../parts/saidBack.tsx'
import { amountText } from '../../parts/values.tsx'
import type { Form as Filled } from '../../request/form.ts'
import { isAbout, refusing } from '../../request/refusing.ts'
import { callerOf } from '../calling.ts'
import type { HolderDeps } from '../deps.ts'
import type { Holder } from '../holding.ts'
import { Redeliver } from '../webhooks/events.tsx'

/** The outcome of a form that requests a refund: the id of the refund, a problem, or the page that says it back. */
type Refunding = { readonly refundId: string } | { readonly problem: Refusing } | { readonly sayBack: Shown }

const readable = /^[^\p{Cc}\p{Cs}]{0,200}$/u

/**
 * Refunds a collection by a form, once its amount was said back. The form's reference makes it one refund, however often
 * it is sent.
 */
export async function refund(deps: HolderDeps, who: Holder, collection: Transaction, form: Filled): Promise<Refunding> {
  const { language } = who
  const request = requestIn(collection, form, language)
  if ('message' in request) return { problem: request }
  const caller = await callerOf(deps, who, 'refund.open')
  if (isRefusal(caller)) return { problem: refusing(caller, language) }
  const said = unsaidIn(form, request.amount, collection.currency)
  if (said !== undefined) return sayBack(deps, caller, { collection, request, said, form, language })
  const opened = await deps.refundMoney({ caller, request })
  if (isRefusal(opened)) {
    if (opened.refused === 'duplicate_reference' && opened.isRepeat) return { refundId: opened.transactionId }
    const refused = refusing(opened, language)
    return isAbout(refused, 'pin')
      ? sayBack(deps, caller, { collection, request, said: form.text('said'), form, language, refused })
      : { problem: refused }
  }
  opened.outcome.catch(deps.onBreakage)
  return { refundId: opened.transaction.id }
}

type Refund = {
  readonly collection: Transaction
  readonly request: RefundRequest & { readonly amount: number }
  readonly said: string
  readonly form: Filled
  readonly language: Language
  /** The refusal of its PIN. */
  readonly refused?: Wrong
}

async function sayBack(deps: HolderDeps, caller: Caller, refund: Refund): Promise<Refunding> {
  const { collection, request, said, form, language, refused } = refund
  const { id, phoneNumber, currency, network } = collection
  const amountMinor = toMinor(request.amount, currency) ?? 0n
  const leftMinor = leftToRefund(collection, (await deps.lookUpRefunds(collection)).refundedMinor, caller.refundLimits)
  const text = language.texts.refund
  if (amountMinor > leftMinor)
    return { problem: { field: 'amount', message: text.wrong.tooMuch(amountText(leftMinor, currency, language)) } }
  const [quote, found] = await Promise.all([
    deps.quoteFees({ caller, query: { kind: 'refund', currency, network, amount: request.amount } }),
    deps.lookUpBalances({ caller }),
  ])
  if (isRefusal(found)) return { problem: refusing(found, language) }
  if (quote && isRefusal(quote)) return { problem: refusing(quote, language) }
  const page = saidBackPage({
    to: `/dashboard/transactions/${id}/refund`,
    back: `/dashboard/transactions/${id}`,
    title: text.say(amountText(amountMinor, currency, language)),
    said,
    rows: [
      [text.to, phoneNumber],
      [text.reason, request.description ?? ''],
      ...costRows(found, currency, { changeMinor: -amountMinor, feeMinor: quote?.feeMinor }, language),
    ],
    form,
    names: ['amount', 'description', 'reference'],
    children: <Field name="pin" label={text.pin} type="password" inputmode="numeric" />,
    refused,
  })
  return { sayBack: page }
}

function requestIn({ id, currency }: Transaction, form: Filled, { texts }: Language): Refund['request'] | Wrong {
  const text = texts.refund.wrong
  const [written, reference, description] = [form.text('amount'), form.text('reference'), form.text('description')]
  const read = readAmount(written, currency)
  if ('problem' in read) return { field: 'amount', message: texts.amountFaults[read.fault](read) }
  if (!new RegExp(referencePattern).test(reference)) return { field: 'reference', message: text.reference }
  if (!readable.test(description)) return { field: 'description', message: text.description }
  const pin = form.exact('pin')
  // A user who is signed in sends no public key.
  return { apikey: '', collection: id, reference, amount: read.amount, pin, ...(description !== '' && { description }) }
}

/** The refunds of a collection, and the form to refund the rest. */
export function RefundsOf(
  props: {
    readonly of: Transaction
    readonly refunds: Refunds
    /** The form's suggested reference; undefined for a user who may not refund. */
    readonly reference: string | undefined
  },
  { user, language }: PageBase,
) {
  const { of: collection, refunds, reference } = props
  const text = language.texts.refund
  const { id, kind, state, currency } = collection
  if (kind !== 'collection' || state !== 'succeeded') return null
  const limits = user?.role === 'support' ? user.refundLimits : undefined
  const leftMinor = leftToRefund(collection, refunds.refundedMinor, limits)
  const obstacle = obstacleTo(collection)
  return (
    <section>
      <h2>{text.title}</h2>
      {refunds.refunds.length > 0 && <PaymentTable payments={refunds.refunds} under="/dashboard/transactions" />}
      <p>{leftMinor > 0n ? text.left(amountText(leftMinor, currency, language)) : text.nothingLeft}</p>
      {(obstacle === 'needs_attention' || obstacle === 'taken_back') && <p>{text.obstacles[obstacle]}</p>}
      {reference !== undefined && leftMinor > 0n && obstacle === undefined && (
        <Form to={`/dashboard/transactions/${id}/refund`} label={text.title}>
          <Field
            name="amount"
            label={text.amount(currency)}
            inputmode="decimal"
            value={toDecimal(leftMinor, currency)}
          />
          <Field name="description" label={text.reason} isOptional />
          <Field name="reference" label={text.reference} hint={text.referenceHint} value={reference} />
          <button type="submit">{text.submit}</button>
        </Form>
      )}
    </section>
  )
}

/** The button that sends a payment's outcome again to the receivers in its timeline. */
export function DeliveriesOf(
  { of: { deliveries, eventId, transaction } }: { readonly of: PaymentCase },
  { language }: PageBase,
) {
  const text = language.texts.deliveries
  if (eventId === null) return null
  return (
    <section>
      <h2>{text.title}</h2>
      <p>{deliveries.length === 0 ? text.none : text.deliveries(deliveries.length)}</p>
      <Redeliver eventId={eventId} back={transaction.id} />
    </section>
  )
}
