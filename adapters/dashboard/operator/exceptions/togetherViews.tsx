import type { ComponentChildren } from 'preact'
import {
  type BucketTotal,
  type DecisionTogether,
  type ExceptionsDecided,
  type Run,
  rowClasses,
} from '../../../../core/sente.ts'
import { Form, Link, May, type PageBase } from '../../layout/links.tsx'
import { Choice, Field, Password, Refused, type Refusing, Tick } from '../../parts/fields.tsx'
import { linkTo } from '../../parts/filters.tsx'
import { Because } from '../decisions/because.tsx'
import { Totals } from '../parts/totals.tsx'
import { exceptionsPath, togetherPath } from './table.tsx'
import { exceptionWords } from './words.ts'

const text = exceptionWords.together

/** The scope of one decision about several exceptions. */
export type TogetherScope = {
  readonly chosen: number
  /** The number of all open exceptions. */
  readonly open: number
  readonly comparisons: number
  readonly totals: readonly BucketTotal[]
  /** The number of open payments that the rows would end. */
  readonly payments: number
  /** The number of rows that are not payments, and of payments that the books lack. */
  readonly unclassified: number
  readonly unrecorded: number
  /** A digest of the chosen exceptions. */
  readonly seen: string
  /** The most of one decision, if more fit the filter. */
  readonly most: number | undefined
}

type Props = { readonly of: TogetherScope; readonly query: URLSearchParams; readonly refused: Refusing | undefined }

/** The scope of a decision before it is made, and the forms for it. */
export function Together({ of: about, query, refused }: Props, { user }: PageBase) {
  const { chosen, open, comparisons, totals, payments, most } = about
  return (
    <>
      <h1>
        {text.title} <small>{text.scope(chosen, open)}</small>
      </h1>
      <Refused message={refused} />
      {chosen === 0 ? (
        <p>{text.none}</p>
      ) : (
        <>
          <p>{text.scopeHint(open, comparisons)}</p>
          {most !== undefined && <p class="note">{text.most(most)}</p>}
          <Totals of={totals} />
          <p>{text.ends(payments)}</p>
          <May act="operator.assign">
            <Decision name="assign" label={text.assign(chosen)} of={about} query={query}>
              <Field name="owner" label={exceptionWords.forms.assignTo} value={user?.name} />
              <Because />
            </Decision>
          </May>
          <May act="operator.decide">
            <Decision name="resolve" label={text.resolve(chosen)} of={about} query={query}>
              {payments > 0 && (
                <Tick name="end" value="yes">
                  {text.endPayments}
                </Tick>
              )}
              <Because />
              <Password />
            </Decision>
            <Classify of={about} query={query} />
            <Record of={about} query={query} />
          </May>
        </>
      )}
      <Back query={query} />
    </>
  )
}

function Classify({ of: about, query }: Omit<Props, 'refused'>) {
  const { chosen, unclassified: many } = about
  const { as, classes, product, products } = exceptionWords.forms
  if (many === 0) return null
  return (
    <Decision name="classify" label={text.classify(many)} of={about} query={query}>
      <p>{text.classifyScope(many, chosen)}</p>
      <Choice name="as" label={as} options={rowClasses.map((one) => [one, classes[one]] as const)} />
      <Choice name="product" label={product} options={products} />
      <Because />
    </Decision>
  )
}

function Record({ of: about, query }: Omit<Props, 'refused'>) {
  const { chosen, unrecorded: many } = about
  if (many === 0) return null
  return (
    <Decision name="record" label={text.record(many)} of={about} query={query}>
      <p>{text.recordScope(many, chosen)}</p>
      <Field name="account" label={exceptionWords.forms.account} hint={text.accountHint} />
      <Field name="references" label={text.references} hint={text.referencesHint} />
      <Because />
    </Decision>
  )
}

function Decision(
  props: Omit<Props, 'refused'> & {
    readonly name: DecisionTogether['kind']
    readonly label: string
    readonly children: ComponentChildren
  },
) {
  const { name, label, of: about, query, children } = props
  return (
    <section>
      <h2>{label}</h2>
      <Form to={linkTo(`${togetherPath}/decide`, query, {})} label={label} carries={{ decision: name }}>
        <input type="hidden" name="seen" value={about.seen} />
        {children}
        <button type="submit" class={name === 'assign' ? undefined : 'grave'}>
          {label}
        </button>
      </Form>
    </section>
  )
}

/** The outcome of a decision, a row for each comparison. */
export function DecidedTogether(props: {
  readonly of: {
    readonly decided: readonly ExceptionsDecided[]
    readonly kind: DecisionTogether['kind']
    readonly runs: ReadonlyMap<string, Run>
  }
  readonly query: URLSearchParams
}) {
  const { decided: outcomes, kind, runs } = props.of
  const chosen = outcomes.reduce((sum, one) => sum + one.chosen, 0)
  const decided = outcomes.reduce((sum, one) => sum + (one.became === 'decided' ? one.decided.entries : 0), 0)
  return (
    <>
      <h1>{text.result(decided, chosen)}</h1>
      <table class="cards">
        <thead>
          <tr>
            <th>{text.comparison}</th>
            <th class="figure">{text.entries}</th>
            <th>{text.what}</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.map((one) => (
            <tr>
              <th scope="row">
                {runs.get(one.runId)?.network} <small>{runs.get(one.runId)?.file}</small>
              </th>
              <td class="amount">{one.chosen}</td>
              <td class="whole">
                <Became of={one} kind={kind} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Back query={props.query} />
    </>
  )
}

/** How many of the entries that stay open are named. */
const mostLeft = 20

function Became({ of: one, kind }: { readonly of: ExceptionsDecided; readonly kind: DecisionTogether['kind'] }) {
  if (one.became === 'refused') return <span class="state bad">{one.message}</span>
  if (one.became === 'waiting') {
    return (
      <span class="state wait">
        <Link to={`/operator/proposals/${one.proposal}`}>{text.waiting(one.proposal)}</Link>
      </span>
    )
  }
  const { entries, payments, left } = one.decided
  const meanwhile = one.chosen - entries - left.length
  return (
    <>
      <span class="state good">{text.decided(entries)}</span>
      {payments.length > 0 && <> {text.payments[kind === 'record' ? kind : 'resolve'](payments.length)}</>}
      {meanwhile > 0 && <> {text.meanwhile(meanwhile)}</>}
      {left.slice(0, mostLeft).map(({ item, because }) => (
        <p class="bad">
          <Link to={`${exceptionsPath}/${one.runId}/${item}`}>{text.left(item, because)}</Link>
        </p>
      ))}
      {left.length > mostLeft && <p>{text.moreLeft(left.length - mostLeft)}</p>}
    </>
  )
}

function Back({ query }: { readonly query: URLSearchParams }) {
  return (
    <p class="onward">
      <Link to={linkTo(exceptionsPath, query, {})}>{text.back}</Link>
    </p>
  )
}
