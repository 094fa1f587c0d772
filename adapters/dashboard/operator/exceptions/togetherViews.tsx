import type { ComponentChildren } from 'preact'
import type { BucketTotal, ExceptionsDecided, Run } from '../../../../core/sente.ts'
import { Form, Link, May, type PageBase } from '../../layout/links.tsx'
import { Field, Password, Refused, Tick } from '../../parts/fields.tsx'
import { linkTo } from '../../parts/filters.tsx'
import { amountText } from '../../parts/values.tsx'
import { Because } from '../decisions/because.tsx'
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
  /** A digest of the chosen exceptions. */
  readonly seen: string
  /** The most of one decision, if more fit the filter. */
  readonly most: number | undefined
}

type Props = { readonly of: TogetherScope; readonly query: URLSearchParams; readonly refused: string | undefined }

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
          </May>
        </>
      )}
      <Back query={query} />
    </>
  )
}

function Decision(
  props: Omit<Props, 'refused'> & {
    readonly name: 'assign' | 'resolve'
    readonly label: string
    readonly children: ComponentChildren
  },
) {
  const { name, label, of: about, query, children } = props
  return (
    <section>
      <h2>{label}</h2>
      <Form to={linkTo(`${togetherPath}/decide`, query, {})} label={label}>
        <input type="hidden" name="decision" value={name} />
        <input type="hidden" name="seen" value={about.seen} />
        {children}
        <button type="submit" class={name === 'assign' ? undefined : 'grave'}>
          {label}
        </button>
      </Form>
    </section>
  )
}

/** Rows of comparisons, added up by result and currency. */
export function Totals({ of: totals }: { readonly of: readonly BucketTotal[] }) {
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.sums}</th>
          <th class="figure">{text.entries}</th>
          <th class="figure">{text.in}</th>
          <th class="figure">{text.out}</th>
          <th class="figure">{text.between}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ bucket, currency, rows, inMinor, outMinor, betweenMinor }) => (
          <tr>
            <th scope="row">{exceptionWords.buckets[bucket]}</th>
            <td class="figure" data-name={text.entries}>
              {rows}
            </td>
            <td class="figure" data-name={text.in}>
              {amountText(inMinor, currency)}
            </td>
            <td class="figure" data-name={text.out}>
              {amountText(outMinor, currency)}
            </td>
            <td class="figure" data-name={text.between}>
              {amountText(betweenMinor, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The outcome of a decision, a row for each comparison. */
export function DecidedTogether(props: {
  readonly of: readonly ExceptionsDecided[]
  readonly runs: ReadonlyMap<string, Run>
  readonly query: URLSearchParams
}) {
  const chosen = props.of.reduce((sum, one) => sum + one.chosen, 0)
  const decided = props.of.reduce((sum, one) => sum + (one.became === 'decided' ? one.decided.entries : 0), 0)
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
          {props.of.map((one) => (
            <tr>
              <th scope="row">
                {props.runs.get(one.runId)?.network} <small>{props.runs.get(one.runId)?.file}</small>
              </th>
              <td class="amount">{one.chosen}</td>
              <td class="whole">
                <Became of={one} />
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

function Became({ of: one }: { readonly of: ExceptionsDecided }) {
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
      {payments.length > 0 && <> {text.ended(payments.length)}</>}
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
