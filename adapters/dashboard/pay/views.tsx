import type { LinkPayment, ShownLink } from '../../../core/sente.ts'
import { Form, Link } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import { asRefused, Choice, Field, Refused, type Refusing } from '../parts/fields.tsx'
import { Rows } from '../parts/rows.tsx'
import { amountText, Moment } from '../parts/values.tsx'
import { named } from '../request/named.ts'
import { words } from '../words.ts'
import { payWords } from './words.ts'

/** A form that was sent and is shown again. */
type Sent = {
  readonly written: string
  /** The nonce of the form, unchanged, so that it makes one payment. */
  readonly nonce: string
  readonly problem?: Refusing
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
  return { title: merchant, isNarrow: true, main, ...asRefused(sent?.problem) }
}

/** The page of a form that asked nobody, because it has already asked another number, or over another network. */
export function otherPage(token: string, link: ShownLink, other: LinkPayment): Shown {
  const text = payWords
  const main = (
    <>
      <WhatFor link={link} />
      <Refused message={text.other[other.state]({ ...other, network: networkOf(other, link).displayName })} />
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
export function paymentPage(token: string, link: ShownLink, payment: LinkPayment, nowMs: number): Shown {
  const given = { token, link, payment }
  const main = (
    <>
      <WhatFor link={link} />
      {payment.state === 'pending' ? <Waiting {...given} nowMs={nowMs} /> : <Ended {...given} />}
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
        <button type="submit">{text.submit(amountText(link.amountMinor, link.currency))}</button>
      </Form>
    </>
  )
}

type Followed = { readonly token: string; readonly link: ShownLink; readonly payment: LinkPayment }

/** The number that is asked, its time, and the advice for a phone that shows nothing, and for a wrong number. */
function Waiting({ token, link, payment, nowMs }: Followed & { readonly nowMs: number }) {
  const text = payWords
  const { phoneNumber, approveByMs } = payment
  const { displayName, promptHelp } = networkOf(payment, link)
  const leftMinutes = approveByMs === null ? 0 : Math.ceil((approveByMs - nowMs) / 60_000)
  return (
    <>
      <p role="status">{text.approve(displayName, phoneNumber)}</p>
      <p>{leftMinutes > 0 ? text.left(leftMinutes) : text.noneLeft}</p>
      <h2>{text.noPrompt}</h2>
      <p>
        {text.phoneHelp} {promptHelp}
      </p>
      <h2>{text.wrongNumber}</h2>
      {link.state === 'open' ? (
        <>
          <p>{text.askAnother}</p>
          <p>
            <Link to={`/pay/${token}`}>{text.toAnother}</Link>
          </p>
        </>
      ) : (
        <p>{text.isWrong}</p>
      )}
    </>
  )
}

/** A receipt, or the reason of a failure with the form to try again. */
function Ended({ token, link, payment }: Followed) {
  const text = payWords
  const { state, reason, networkReceipt, phoneNumber, createdAtMs, reference } = payment
  const why = named(text.reasons, reason)
  return (
    <>
      <p role="status">
        <span class={`state ${state === 'succeeded' ? 'good' : 'bad'}`}>
          {text.ends[state === 'succeeded' ? state : 'failed']}
        </span>
        {why !== undefined && `: ${why}`}
      </p>
      <Rows
        of={[
          [words.payment.receipt, networkReceipt],
          [words.payment.phoneNumber, phoneNumber],
          [words.payment.network, networkOf(payment, link).displayName],
          [text.reference, reference],
          [text.at, <Moment ms={createdAtMs} />],
        ]}
      />
      {state === 'failed' && link.state === 'open' && (
        <>
          <h2>{text.again}</h2>
          <PayForm token={token} link={link} sent={{ written: phoneNumber ?? '', nonce: link.nonce }} />
        </>
      )}
    </>
  )
}

/** The network of a payment, with its name for customers. */
function networkOf({ network }: LinkPayment, { networks }: ShownLink): ShownLink['networks'][number] {
  return networks.find(({ name }) => name === network) ?? { name: network, displayName: network }
}
