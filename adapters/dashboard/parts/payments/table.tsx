import type { ComponentChildren } from 'preact'
import { referenceOfLink, type Transaction } from '../../../../core/sente.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import { amountText } from '../values.tsx'
import { type ChosenColumns, columnsOf } from './columns.tsx'

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
    /** The usual columns by default. */
    readonly columns?: ChosenColumns
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
  const columns = columnsOf(props.columns, language)
  if (props.payments.length === 0) return <p>{text.none}</p>
  const table = (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.reference}</th>
          {owner && <th>{owner.title}</th>}
          {columns.map(({ title }) => (
            <th>{title}</th>
          ))}
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
            {columns.map(({ name, title, of, isUsual }) => (
              <td data-name={isUsual || of(payment) === null ? undefined : title}>
                {of(payment)}
                {name === 'state' && noteOn && (
                  <>
                    {' '}
                    <small>{noteOn(payment)}</small>
                  </>
                )}
              </td>
            ))}
            <td class="amount">{amountText(payment.amountMinor, payment.currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
  return props.columns ? <div class="wide">{table}</div> : table
}
