import type { ComponentChildren } from 'preact'
import { referenceOfLink, type State, type Transaction } from '../../../../core/sente.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import { amountText, Moment } from '../values.tsx'

/**
 * A state by word and colour. A payment that is being submitted counts as open, like one that the network has accepted.
 */
export function PaymentState({ state }: { readonly state: State }, { language }: PageBase) {
  const look = state === 'succeeded' ? 'good' : state === 'failed' ? 'bad' : 'wait'
  return <span class={`state ${look}`}>{language.texts.payment.states[state]}</span>
}

/** A reference for a row. That of a link's payment is the link's with a nonce, of which the first digits are shown. */
function shortened(reference: string): string {
  const ofLink = referenceOfLink(reference)
  return ofLink === undefined ? reference : `${reference.slice(0, ofLink.length + 7)}…`
}

/** Payments as a table, newest first; on a phone as cards. */
export function PaymentTable(
  props: {
    readonly payments: readonly Transaction[]
    readonly under: string
    /** The owner of each, if they do not belong to one account. */
    readonly owner?: { readonly title: string; readonly of: (payment: Transaction) => ComponentChildren }
    /** The checkbox of each. */
    readonly choice?: (payment: Transaction) => ComponentChildren
    /** The note beside the state. */
    readonly noteOn?: (payment: Transaction) => ComponentChildren
  },
  { language }: PageBase,
) {
  const { owner, noteOn, choice } = props
  const text = language.texts.payment
  if (props.payments.length === 0) return <p>{text.none}</p>
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.reference}</th>
          {owner && <th>{owner.title}</th>}
          <th>{text.kind}</th>
          <th>{text.phoneNumber}</th>
          <th>{text.opened}</th>
          <th>{text.state}</th>
          <th class="amount">{text.amount}</th>
        </tr>
      </thead>
      <tbody>
        {props.payments.map((payment) => (
          <tr>
            <th scope="row">
              {choice && <>{choice(payment)} </>}
              <Link to={`${props.under}/${payment.id}`}>{shortened(payment.reference)}</Link>
            </th>
            {owner && <td>{owner.of(payment)}</td>}
            <td>{text.kinds[payment.kind]}</td>
            <td>
              {payment.phoneNumber} <small>{payment.network}</small>
            </td>
            <td>
              <Moment ms={payment.createdAtMs} />
            </td>
            <td>
              <PaymentState state={payment.state} /> {noteOn && <small>{noteOn(payment)}</small>}
            </td>
            <td class="amount">{amountText(payment.amountMinor, payment.currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
