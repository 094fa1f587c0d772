import type { LinkPayment, ShownLink } from '../../../core/sente.ts'
import { Form, Link } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import { Choice, Field, Refused } from '../parts/fields.tsx'
import { amountText, Moment } from '../parts/values.tsx'
import { named } from '../request/named.ts'
import { words } from '../words.ts'
import { payWords } from './words.ts'

/** A form that was sent and is shown again. */
type Sent = {
  readonly written: string
  /** The nonce of the form, unchanged, so that it makes one payment. */
  readonly nonce: string
  readonly problem?: string
  /** The networks from which the payer must choose one. */
  readonly choose?: readonly string[]
}

/** The purpose of a link, and the form to pay; or the reason why it can't be paid. */
export function linkPage(token: string, link: ShownLink, sent?: Sent): Shown {
  const { state, merchant } = link
  const main = (
    <>
      <WhatFor link={link} />
      {state === 'open' ? (
        <PayForm token={token} link={link} sent={sent} />
      ) : (
        <p role="status">{payWords.states[state](link)}</p>
      )}
    </>
  )
  return { title: merchant, isNarrow: true, status: sent?.problem === undefined ? 200 : 422, main }
}

/** The page of a form that asked nobody, because it has already asked another number, or over another network. */
export function otherPage(token: string, link: ShownLink, other: LinkPayment): Shown {
  const text = payWords
  const main = (
    <>
      <WhatFor link={link} />
      <Refused message={text.other[other.state]({ ...other, network: displayNameOf(other, link) })} />
      <p>
        <Link to={`/pay/${token}${other.state === 'failed' ? '' : `/${other.paymentId}`}`} class="button">
          {other.state === 'failed' ? text.again : text.toOther}
        </Link>
      </p>
    </>
  )
  return { title: link.merchant, isNarrow: true, status: 422, main }
}

/** The state of a payment: the steps on the phone, a receipt, or the reason why it failed. */
export function paymentPage(token: string, link: ShownLink, payment: LinkPayment): Shown {
  const main = (
    <>
      <WhatFor link={link} />
      <Standing token={token} link={link} payment={payment} />
      {link.returnUrl !== null && payment.state !== 'pending' && (
        <p>
          <a href={link.returnUrl} rel="noreferrer">
            {payWords.back(link.merchant)}
          </a>
        </p>
      )}
    </>
  )
  return { title: link.merchant, isNarrow: true, main, ...(payment.state === 'pending' && { againSeconds: 3 }) }
}

function WhatFor({ link: { merchant, amountMinor, currency, description } }: { readonly link: ShownLink }) {
  return (
    <>
      <p>{payWords.to(merchant)}</p>
      <h1>{amountText(amountMinor, currency)}</h1>
      <p>{description}</p>
    </>
  )
}

function PayForm({
  token,
  link,
  sent,
}: {
  readonly token: string
  readonly link: ShownLink
  readonly sent?: Sent | undefined
}) {
  const text = payWords
  const namesOf = (names: readonly string[]) =>
    link.networks
      .filter(({ name }) => names.includes(name))
      .map(({ name, displayName }) => [name, displayName] as const)
  return (
    <>
      <Refused message={sent?.problem} />
      <Form to={`/pay/${token}`}>
        <Field
          name="phone_number"
          label={text.phoneNumber}
          hint={text.phoneNumberHint(link.networks.map(({ displayName }) => displayName))}
          type="tel"
          autocomplete="tel"
          value={sent?.written}
        />
        {sent?.choose && <Choice name="network" label={text.network} options={namesOf(sent.choose)} />}
        <input type="hidden" name="nonce" value={sent?.nonce ?? link.nonce} />
        <button type="submit">{text.submit}</button>
      </Form>
    </>
  )
}

function Standing({
  token,
  link,
  payment,
}: {
  readonly token: string
  readonly link: ShownLink
  readonly payment: LinkPayment
}) {
  const text = payWords
  const { state, reason, networkReceipt, phoneNumber, createdAtMs } = payment
  const displayName = displayNameOf(payment, link)
  const why = named(text.reasons, reason)
  if (state === 'pending')
    return (
      <>
        <p role="status">{text.approve(displayName, phoneNumber)}</p>
        <p>{text.isWrong}</p>
      </>
    )
  return (
    <>
      <p role="status">
        <span class={`state ${state === 'succeeded' ? 'good' : 'bad'}`}>{text.ends[state]}</span>
        {why !== undefined && `: ${why}`}
      </p>
      <dl>
        {networkReceipt !== null && (
          <>
            <dt>{words.payment.receipt}</dt>
            <dd>{networkReceipt}</dd>
          </>
        )}
        {phoneNumber !== null && (
          <>
            <dt>{words.payment.phoneNumber}</dt>
            <dd>{phoneNumber}</dd>
          </>
        )}
        <dt>{words.payment.network}</dt>
        <dd>{displayName}</dd>
        <dt>{text.at}</dt>
        <dd>
          <Moment ms={createdAtMs} />
        </dd>
      </dl>
      {state === 'failed' && link.state === 'open' && (
        <p>
          <Link to={`/pay/${token}`} class="button">
            {text.again}
          </Link>
        </p>
      )}
    </>
  )
}

function displayNameOf({ network }: LinkPayment, { networks }: ShownLink): string {
  return networks.find(({ name }) => name === network)?.displayName ?? network
}
