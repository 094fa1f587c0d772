import { type Decision, isFinal, type Proposal, type Transaction, wayOf } from '../../../../core/sente.ts'
import { Form, Link, May } from '../../layout/links.tsx'
import { Options, Password, Refused, type Refusing } from '../../parts/fields.tsx'
import type { Form as Given } from '../../request/form.ts'
import { Because } from './because.tsx'
import { decisionWords } from './words.ts'

/** The outcomes that an operator can decide for open payments. */
export type End = 'succeeded' | 'failed'

/** A finding about payments that have ended. */
type Finding = Exclude<Decision['end'], End>

/** The outcome in a form. */
export function endIn(form: Given): End | undefined {
  const given = form.text('end')
  return given === 'succeeded' || given === 'failed' ? given : undefined
}

/** The decision in a form about one payment. */
export function decisionIn(form: Given): Decision['end'] | undefined {
  const given = form.text('end')
  return given === 'taken_back' || given === 'stands' ? given : endIn(form)
}

/**
 * The form that ends a payment by decision, or records a finding about an ended one. Shows the proposal if one already
 * waits for a second person.
 */
export function Deciding(props: {
  readonly payment: Transaction
  readonly proposals: readonly Proposal[]
  readonly refused?: Refusing | undefined
}) {
  const { payment, refused } = props
  const text = decisionWords.payment
  const isOver = isFinal(payment.state)
  const findings = findingsAbout(payment)
  const waiting = props.proposals.find(
    ({ change }) => change.kind === 'transaction.resolve' && change.request.transactionId === payment.id,
  )
  if (isOver && findings.length === 0) return <Refused message={refused} />
  const title = isOver ? text.finding.title : text.title
  return (
    <section>
      <h2>{title}</h2>
      <Refused message={refused} />
      {waiting ? (
        <Waiting number={waiting.proposed.number} />
      ) : (
        <May act="operator.decide">
          <Form to={`/operator/payments/${payment.id}/decision`} label={title}>
            <p>{isOver ? text.finding.hint : text.hint}</p>
            {isOver ? <Findings of={findings} payment={payment} /> : <Ends effect={text.money[wayOf(payment)]} />}
            <Because />
            <Password />
            <button type="submit" class="grave">
              {isOver ? text.finding.submit : text.submit}
            </button>
          </Form>
        </May>
      )}
    </section>
  )
}

/** The findings that a payment allows: its network took it back, or, if that is in question, the books are right. */
function findingsAbout({ state, attention, isTakenBack }: Transaction): readonly Finding[] {
  if (!isFinal(state)) return []
  const isQuestioned = attention !== null || isTakenBack
  return [
    ...(state === 'succeeded' && !isTakenBack ? ['taken_back' as const] : []),
    ...(isQuestioned ? ['stands' as const] : []),
  ]
}

/** Shows a waiting change. */
export function Waiting({ number }: { readonly number: number }) {
  const { waits, look } = decisionWords.proposals
  return (
    <p class="note" role="status">
      {waits(number)} <Link to={`/operator/proposals/${number}`}>{look}</Link>
    </p>
  )
}

/** The choice of an outcome, with the effect of each. */
export function Ends(props: { readonly effect?: Readonly<Record<End, string>> }) {
  const { end, ends } = decisionWords.payment
  const options = (['succeeded', 'failed'] as const).map((one) => ({
    one,
    name: ends[one],
    effect: props.effect?.[one],
  }))
  return <Options name="end" legend={end} of={options} />
}

function Findings(props: { readonly of: readonly Finding[]; readonly payment: Transaction }) {
  const { found, findings, afterwards } = decisionWords.payment.finding
  const effect = afterwards[wayOf(props.payment)]
  const options = props.of.map((one) => ({ one, name: findings[one], effect: effect[one] }))
  return <Options name="end" legend={found} of={options} />
}
