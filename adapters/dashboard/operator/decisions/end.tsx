import { isFinal, type Proposal, type Transaction, wayOf } from '../../../../core/sente.ts'
import { Form, Link } from '../../layout/links.tsx'
import { Password, Refused } from '../../parts/fields.tsx'
import type { Form as Given } from '../../request/form.ts'
import { Because } from './because.tsx'
import { decisionWords } from './words.ts'

/** How payments can be said to have ended. */
export type End = 'succeeded' | 'failed'

/** The end that a form says. */
export function endIn(form: Given): End | undefined {
  const given = form.text('end')
  return given === 'succeeded' || given === 'failed' ? given : undefined
}

/** What was filled in, and refused. */
export type Again = { readonly refused: string; readonly end: End | undefined; readonly because: string }

/** The form that ends a payment by decision; where that waits for a second person already, the proposal. */
export function Deciding(props: {
  readonly payment: Transaction
  readonly proposals: readonly Proposal[]
  readonly again?: Again | undefined
}) {
  const { payment, again } = props
  const text = decisionWords.payment
  const waiting = props.proposals.find(
    ({ change }) => change.kind === 'transaction.resolve' && change.request.transactionId === payment.id,
  )
  if (isFinal(payment.state)) return <Refused message={again?.refused} />
  return (
    <section>
      <h2>{text.title}</h2>
      <Refused message={again?.refused} />
      {waiting ? <Waiting number={waiting.proposed.number} /> : <EndForm payment={payment} again={again} />}
    </section>
  )
}

/** Tells of a change that waits. */
export function Waiting({ number }: { readonly number: number }) {
  const { waits, look } = decisionWords.proposals
  return (
    <p class="note" role="status">
      {waits(number)} <Link to={`/operator/proposals/${number}`}>{look}</Link>
    </p>
  )
}

function EndForm({ payment, again }: { readonly payment: Transaction; readonly again: Again | undefined }) {
  const text = decisionWords.payment
  return (
    <Form to={`/operator/payments/${payment.id}/decision`} label={text.title}>
      <p>{text.hint}</p>
      <Ends chosen={again?.end} told={text.money[wayOf(payment)]} />
      <Because value={again?.because} />
      <Password />
      <button type="submit" class="grave">
        {text.submit}
      </button>
    </Form>
  )
}

/** The choice of an end, with what each does. */
export function Ends(props: { readonly chosen?: End | undefined; readonly told?: Readonly<Record<End, string>> }) {
  const { end, ends } = decisionWords.payment
  return (
    <fieldset>
      <legend>{end}</legend>
      {(['succeeded', 'failed'] as const).map((one) => (
        <label>
          <input type="radio" name="end" value={one} checked={one === props.chosen} required /> {ends[one]}
          {props.told && <small>{props.told[one]}</small>}
        </label>
      ))}
    </fieldset>
  )
}
