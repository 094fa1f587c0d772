import { type Market, mayDo, networkNames, type User, type Way } from '../../../../../core/sente.ts'
import type { Language } from '../../../languages/languages.ts'
import { Form, Link, type PageBase } from '../../../layout/links.tsx'
import type { Shown } from '../../../page.ts'
import { asRefused, Choice, Field, Refused, type Refusing } from '../../../parts/fields.tsx'
import type { Form as Filled } from '../../../request/form.ts'

/** The paths of the pages. */
export const newPaymentPaths: Readonly<Record<Way, string>> = { payout: '/dashboard/pay', collection: '/dashboard/ask' }

/** A form that is shown again. */
export type Notice = {
  readonly form?: Filled
  readonly refused?: Refusing
  /** The payment that has used its reference. */
  readonly other?: string
}

type Given = Notice & {
  readonly language: Language
  readonly kind: Way
  readonly market: Market
  readonly currencies: readonly string[]
  /** The reference made with the form. */
  readonly made: string
}

/** The form of a new payment. */
export function newPaymentPage({ language, kind, market, currencies, made: fresh, ...notice }: Given): Shown {
  const { form, refused, other } = notice
  const text = language.texts.newPayment
  const { title, hint, phoneNumber } = text[kind]
  // A used reference makes no other payment, so the next form has its own.
  const made = (other === undefined && form?.text('made')) || fresh
  const main = (
    <>
      <h1>{title}</h1>
      <p>{hint}</p>
      <Refused message={refused} />
      {other !== undefined && (
        <p>
          <Link to={`/dashboard/transactions/${other}`}>{text.other}</Link>
        </p>
      )}
      <Form to={newPaymentPaths[kind]} label={title}>
        <Field name="phone_number" label={phoneNumber} type="tel" value={form?.text('phone_number')} />
        <Field name="amount" label={text.amount} inputmode="decimal" value={form?.text('amount')} />
        {currencies.length === 1 ? (
          <input type="hidden" name="currency" value={currencies[0]} />
        ) : (
          <Choice
            name="currency"
            label={text.currency}
            options={currencies.map((code) => [code, code])}
            value={form?.text('currency')}
          />
        )}
        <Choice
          name="network"
          label={text.network}
          options={[['', text.byNumber], ...networksOf(market)]}
          value={form?.text('network')}
        />
        <Field name="description" label={text.description} value={form?.text('description')} isOptional />
        <Field
          name="reference"
          label={text.reference}
          hint={text.referenceHint(made)}
          value={other === undefined ? form?.text('reference') : ''}
          isOptional
        />
        <input type="hidden" name="made" value={made} />
        <button type="submit">{text.goOn}</button>
      </Form>
    </>
  )
  return { title, main, isNarrow: true, ...asRefused(refused) }
}

function networksOf(market: Market): readonly (readonly [name: string, text: string])[] {
  const all = [...market.values()].flatMap(({ networks }) => networks)
  return networkNames(market).map((name) => [name, all.find((one) => one.name === name)?.displayName ?? name])
}

/** The ways to a new payment, for users who may make one. */
export function NewPaymentLinks(
  { user }: { readonly user: Pick<User, 'role' | 'state' | 'accountId'> },
  { language }: PageBase,
) {
  const { payout, collection } = language.texts.newPayment
  if (!mayDo(user, 'payment.send') && !mayDo(user, 'payment.collect')) return null
  return (
    <p class="ways">
      {mayDo(user, 'payment.send') && (
        <Link to={newPaymentPaths.payout} class="button">
          {payout.title}
        </Link>
      )}{' '}
      {mayDo(user, 'payment.collect') && (
        <Link to={newPaymentPaths.collection} class="button">
          {collection.title}
        </Link>
      )}
    </p>
  )
}
