import { type EndedTogether, type Kind, type Market, type Transaction, wayOf } from '../../../../core/sente.ts'
import { Form, Link } from '../../layout/links.tsx'
import { Password, Refused, type Refusing, Tick } from '../../parts/fields.tsx'
import { linkTo, NextPage } from '../../parts/filters.tsx'
import { PaymentFilters } from '../../parts/payments/filters.tsx'
import { amountText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import type { AccountNames } from '../parts/names.tsx'
import { OperatorPayments } from '../payments.tsx'
import { Because } from './because.tsx'
import { type End, Ends } from './end.tsx'
import { decisionWords } from './words.ts'

const path = '/operator/attention'

/** A payment in a form, with the state that the page shows. */
function asValue({ id, state, attention }: Transaction): string {
  return `${id} ${state} ${attention ?? ''}`
}

type Found = {
  readonly transactions: readonly Transaction[]
  readonly next: string | null
  readonly names: AccountNames
  readonly market: Market
}

/** The list to choose from. */
export function SeveralList(props: {
  readonly query: URLSearchParams
  readonly found: Found
  readonly refused: Refusing | undefined
}) {
  const { query, found, refused } = props
  const text = decisionWords.several
  const areChosen = query.get('chosen') === 'all'
  return (
    <>
      <h1>{text.title}</h1>
      <Refused message={refused} />
      <p>{text.hint}</p>
      <PaymentFilters path={path} query={query} market={found.market} problem={refused} isOfOneState />
      <Form to={linkTo(`${path}/check`, query, {})} label={text.title}>
        <OperatorPayments
          payments={found.transactions}
          names={found.names}
          choice={(one) => <Choosing of={one} isChosen={areChosen} />}
        />
        {found.transactions.length > 0 && (
          <>
            {!areChosen && <ChooseAll query={query} many={found.transactions.length} />}
            <Ends />
            <Because />
            <button type="submit">{text.check}</button>
          </>
        )}
      </Form>
      <NextPage path={path} query={query} next={found.next} />
    </>
  )
}

function Choosing({ of: payment, isChosen }: { readonly of: Transaction; readonly isChosen: boolean }) {
  const label = decisionWords.several.choose(payment.reference)
  return <Tick name="payment" value={asValue(payment)} label={label} checked={isChosen} />
}

/** Leads to the same payments, all of them ticked. */
function ChooseAll({ query, many }: { readonly query: URLSearchParams; readonly many: number }) {
  const chosen = new URLSearchParams([...query, ['chosen', 'all']])
  return (
    <p>
      <Link to={`${path}?${chosen}`}>{decisionWords.several.chooseAll(many)}</Link>
    </p>
  )
}

/** The effects of a decision, before it is made. */
export function Scope(props: {
  readonly of: {
    readonly payments: readonly Transaction[]
    readonly changed: number
    readonly all: number
    readonly end: End
    readonly because: string
  }
  readonly refused: Refusing | undefined
}) {
  const { payments, changed, all, end, because } = props.of
  const text = decisionWords.several
  return (
    <>
      <h1>
        {text.scope(payments.length, all)} <small>{decisionWords.payment.ends[end]}</small>
      </h1>
      <Refused message={props.refused} />
      <p>{text.scopeHint(all)}</p>
      {changed > 0 && <Refused message={text.changed(changed)} />}
      {payments.length > 0 && (
        <>
          <Sums of={payments} end={end} />
          <Form to={`${path}/decide`} label={text.title}>
            {payments.map((payment) => (
              <input type="hidden" name="payment" value={asValue(payment)} />
            ))}
            <input type="hidden" name="end" value={end} />
            <Because value={because} />
            <Password />
            <button type="submit" class="grave">
              {text.decide(payments.length)}
            </button>
          </Form>
        </>
      )}
      <Back />
    </>
  )
}

function Back() {
  return (
    <p class="onward">
      <Link to={path}>{decisionWords.several.back}</Link>
    </p>
  )
}

/** The totals of payments, by kind and currency, and the effect on their money. */
function Sums({ of: payments, end }: { readonly of: readonly Transaction[]; readonly end: End }) {
  const text = decisionWords.several
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.sums}</th>
          <th>{text.payments}</th>
          <th>{text.does}</th>
          <th class="amount">{text.amount}</th>
        </tr>
      </thead>
      <tbody>
        {sumsOf(payments).map(({ kind, currency, many, amountMinor }) => (
          <tr>
            <th scope="row">{words.payment.kinds[kind]}</th>
            <td>{many}</td>
            <td class="whole">{decisionWords.payment.money[wayOf({ kind })][end]}</td>
            <td class="amount">{amountText(amountMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Sum = { readonly kind: Kind; readonly currency: string; readonly many: number; readonly amountMinor: bigint }

function sumsOf(payments: readonly Transaction[]): readonly Sum[] {
  const sums = new Map<string, Sum>()
  for (const { kind, currency, amountMinor } of payments) {
    const name = `${kind} ${currency}`
    const before = sums.get(name) ?? { kind, currency, many: 0, amountMinor: 0n }
    sums.set(name, { ...before, many: before.many + 1, amountMinor: before.amountMinor + amountMinor })
  }
  return [...sums.values()]
}

/** The result for each payment, line by line. */
export function ResultTable(props: {
  readonly of: readonly { readonly line: EndedTogether; readonly payment: Transaction | undefined }[]
}) {
  const text = decisionWords.several
  const ended = props.of.filter(({ line }) => line.became === 'ended').length
  return (
    <>
      <h1>{text.result(ended, props.of.length)}</h1>
      <table class="cards">
        <thead>
          <tr>
            <th>{words.payment.reference}</th>
            <th>{text.what}</th>
            <th class="amount">{words.payment.amount}</th>
          </tr>
        </thead>
        <tbody>
          {props.of.map(({ line, payment }) => (
            <tr>
              <th scope="row">
                <Link to={`/operator/payments/${line.id}`}>{payment?.reference ?? line.id}</Link>
              </th>
              <td class="whole">
                <Became of={line} />
              </td>
              <td class="amount">{payment && amountText(payment.amountMinor, payment.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Back />
    </>
  )
}

function Became({ of: line }: { readonly of: EndedTogether }) {
  const { became } = decisionWords.several
  if (line.became === 'refused') return <span class="state bad">{line.message}</span>
  if (line.became === 'waiting') {
    return (
      <span class="state wait">
        <Link to={`/operator/proposals/${line.proposal}`}>{became.waiting(line.proposal)}</Link>
      </span>
    )
  }
  return <span class={`state ${line.became === 'ended' ? 'good' : 'bad'}`}>{became[line.became]}</span>
}
