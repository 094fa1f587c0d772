import type { LinkPayment, ShownLink } from '../../../core/sente.ts'
import { Form, Link, type PageBase } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import { asRefused, Choice, Field, Refused, type Refusing } from '../parts/fields.tsx'
import { Rows } from '../parts/rows.tsx'
import { amountText, Moment } from '../parts/values.tsx'
import { named } from '../request/named.ts'

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
      {state === 'open' ? <PayForm token={token} link={link} sent={sent} /> : <NotPayable link={link} state={state} />}
    </>
  )
  return { title: merchant, isNarrow: true, main, ...asRefused(sent?.problem) }
}

/** The page of a form that asked nobody, because it has already asked another number, or over another network. */
export function otherPage(token: string, link: ShownLink, other: LinkPayment): Shown {
  const main = (
    <>
      <WhatFor link={link} />
      <Other token={token} link={link} payment={other} />
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
      {link.returnUrl !== null && payment.state !== 'pending' && <Back to={link.returnUrl} merchant={link.merchant} />}
    </>
  )
  return { title: link.merchant, isNarrow: true, main, ...(payment.state === 'pending' && { againSeconds: 3 }) }
}

function WhatFor({ link }: { readonly link: ShownLink }, { language }: PageBase) {
  const { merchant, amountMinor, currency, description } = link
  return (
    <>
      <p>{language.texts.pay.to(merchant)}</p>
      <h1>{amountText(amountMinor, currency, language)}</h1>
      <p>{description}</p>
    </>
  )
}

/** The reason why a link can't be paid. */
function NotPayable(
  { link, state }: { readonly link: ShownLink; readonly state: Exclude<ShownLink['state'], 'open'> },
  { language }: PageBase,
) {
  return <p role="status">{language.texts.pay.states[state](link)}</p>
}

/** The way back to the merchant's own page. */
function Back({ to, merchant }: { readonly to: string; readonly merchant: string }, { language }: PageBase) {
  return (
    <p>
      <a href={to} rel="noreferrer">
        {language.texts.pay.back(merchant)}
      </a>
    </p>
  )
}

/** The state of the payment that has already asked somebody, and the way to it. */
function Other({ token, link, payment }: Followed, { language }: PageBase) {
  const text = language.texts.pay
  const standing = payment.dispute ?? payment.state
  const hasFailed = standing === 'failed'
  return (
    <>
      <Refused message={text.other[standing]({ ...payment, network: networkOf(payment, link).displayName })} />
      <p>
        <Link to={`/pay/${token}${hasFailed ? '' : `/${payment.paymentId}`}`} class="button">
          {hasFailed ? text.again : text.toOther}
        </Link>
      </p>
    </>
  )
}

type PayFormProps = { readonly token: string; readonly link: ShownLink; readonly sent?: Sent | undefined }

function PayForm({ token, link, sent }: PayFormProps, { language }: PageBase) {
  const text = language.texts.pay
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
        <button type="submit">{text.submit(amountText(link.amountMinor, link.currency, language))}</button>
      </Form>
    </>
  )
}

type Followed = { readonly token: string; readonly link: ShownLink; readonly payment: LinkPayment }

/** The number that is asked, its time, and the advice for a phone that shows nothing, and for a wrong number. */
function Waiting({ token, link, payment, nowMs }: Followed & { readonly nowMs: number }, { language }: PageBase) {
  const text = language.texts.pay
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

const endLooks = { succeeded: 'good', checked: 'wait', taken_back: 'bad', failed: 'bad' } as const

/** A receipt, or the reason of a failure with the form to try again, or the dispute about either. */
function Ended({ token, link, payment }: Followed, { language }: PageBase) {
  const text = language.texts.pay
  const { state, dispute, reason, networkReceipt, phoneNumber, createdAtMs, reference } = payment
  const end = dispute ?? (state === 'succeeded' ? state : 'failed')
  const why = dispute === null ? named(text.reasons, reason) : text.disputes[dispute](link.merchant)
  return (
    <>
      <p role="status">
        <span class={`state ${endLooks[end]}`}>{text.ends[end]}</span>
        {why !== undefined && `: ${why}`}
      </p>
      <Rows
        of={[
          [text.rows.receipt, networkReceipt],
          [text.rows.phoneNumber, phoneNumber],
          [text.rows.network, networkOf(payment, link).displayName],
          [text.rows.reference, reference],
          [text.rows.at, <Moment ms={createdAtMs} />],
        ]}
      />
      {end === 'failed' && link.state === 'open' && (
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
