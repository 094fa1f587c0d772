import { hasOneAmount, type LinkPayment, type ShownLink, toDecimal, toMinor } from '../../../core/sente.ts'
import type { Language } from '../languages/languages.ts'
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
  /** The amount that the payer has written, for a link that leaves it open. */
  readonly amount?: string
  /** The same in major units, once it is said back on the button. */
  readonly named?: number
  readonly problem?: Refusing
  /** The networks from which the payer must choose one. */
  readonly choose?: readonly string[]
}

/** The purpose of a link, and the form to pay; or the reason why it can't be paid. */
export function linkPage(token: string, link: ShownLink, sent?: Sent): Shown {
  const { state, merchant } = link
  const main = (
    <>
      <WhatFor link={link} amountMinor={namedIn(sent, link)} />
      {state === 'open' ? <PayForm token={token} link={link} sent={sent} /> : <NotPayable link={link} state={state} />}
    </>
  )
  return { title: merchant, isNarrow: true, main, ...asRefused(sent?.problem) }
}

/** The page of a form that asked nobody, because it has already asked another number, or over another network. */
export function otherPage(token: string, link: ShownLink, other: LinkPayment): Shown {
  const main = (
    <>
      <WhatFor link={link} amountMinor={other.amountMinor} />
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
      <WhatFor link={link} amountMinor={payment.amountMinor} />
      {payment.state === 'pending' ? <Waiting {...given} nowMs={nowMs} /> : <Ended {...given} />}
      {link.returnUrl !== null && payment.state !== 'pending' && <Back to={link.returnUrl} merchant={link.merchant} />}
    </>
  )
  return { title: link.merchant, isNarrow: true, main, ...(payment.state === 'pending' && { againSeconds: 3 }) }
}

/** The least and the most that a payer may name, for people. */
export function boundsText({ minimumMinor, maximumMinor, currency }: ShownLink, language: Language) {
  return [amountText(minimumMinor, currency, language), amountText(maximumMinor, currency, language)] as const
}

/** The amount that is on the button. */
function namedIn(sent: Sent | undefined, link: ShownLink): bigint | undefined {
  return sent?.named === undefined ? undefined : toMinor(sent.named, link.currency)
}

type WhatForProps = { readonly link: ShownLink; readonly amountMinor?: bigint | undefined }

function WhatFor({ link, amountMinor: named }: WhatForProps, { language }: PageBase) {
  const { merchant, currency, description } = link
  const amountMinor = named ?? (hasOneAmount(link) ? link.minimumMinor : undefined)
  return (
    <>
      <p>{language.texts.pay.to(merchant)}</p>
      <h1>
        {amountMinor === undefined
          ? language.texts.pay.anyAmount(...boundsText(link, language))
          : amountText(amountMinor, currency, language)}
      </h1>
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
      {!hasOneAmount(link) && <p>{text.askedFor(amountText(payment.amountMinor, payment.currency, language))}</p>}
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
  const amountMinor = hasOneAmount(link) ? link.minimumMinor : namedIn(sent, link)
  const said = amountMinor === undefined ? undefined : amountText(amountMinor, link.currency, language)
  const namesOf = (names: readonly string[]) =>
    link.networks
      .filter(({ name }) => names.includes(name))
      .map(({ name, displayName }) => [name, displayName] as const)
  return (
    <>
      <Refused message={sent?.problem} />
      <Form to={`/pay/${token}`}>
        {said === undefined && (
          <Field
            name="amount"
            label={text.amount}
            hint={text.amountHint(...boundsText(link, language))}
            inputmode="decimal"
            value={sent?.amount}
          />
        )}
        {said !== undefined && !hasOneAmount(link) && (
          <>
            <input type="hidden" name="amount" value={sent?.amount} />
            <input type="hidden" name="said" value={said} />
          </>
        )}
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
        <button type="submit">{said === undefined ? text.goOn : text.submit(said)}</button>
      </Form>
      {said !== undefined && !hasOneAmount(link) && (
        <p>
          <Link to={`/pay/${token}`}>{text.otherAmount}</Link>
        </p>
      )}
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
  const { state, dispute, reason, networkReceipt, phoneNumber, createdAtMs, reference, amountMinor, currency } = payment
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
          <PayForm
            token={token}
            link={link}
            sent={{
              written: phoneNumber ?? '',
              nonce: link.nonce,
              ...(!hasOneAmount(link) && { amount: toDecimal(amountMinor, currency) }),
            }}
          />
        </>
      )}
    </>
  )
}

/** The network of a payment, with its name for customers. */
function networkOf({ network }: LinkPayment, { networks }: ShownLink): ShownLink['networks'][number] {
  return networks.find(({ name }) => name === network) ?? { name: network, displayName: network }
}
