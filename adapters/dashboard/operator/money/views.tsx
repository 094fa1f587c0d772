import { type Market, moneyAccounts, type OperatorMove, type OperatorPosition } from '../../../../core/sente.ts'
import { Form, Link, May } from '../../layout/links.tsx'
import { Choice, DoneAs, Field, Refused, type Refusing } from '../../parts/fields.tsx'
import { Head } from '../../parts/rows.tsx'
import { amountText, Moment } from '../../parts/values.tsx'
import type { Form as Filled } from '../../request/form.ts'
import { Because } from '../decisions/because.tsx'
import { networksPath } from '../networks/networks.tsx'
import { accountName } from '../parts/ownAccounts.ts'
import { moneyWords as text } from './words.ts'

/** The page of the operator's own money. */
export const moneyPath = '/operator/money'

/** The messages of the page, and the values of a form that comes back to be changed. */
export type Notice = {
  readonly refused?: Refusing
  readonly done?: string | undefined
  readonly form?: Filled
}

type Props = {
  readonly position: OperatorPosition
  readonly moves: readonly OperatorMove[]
  readonly market: Market
  readonly notice: Notice
}

/** The operator's own money: its accounts, the form that records a move between two, and the latest moves. */
export function Money({ position, moves, market, notice }: Props) {
  return (
    <>
      <h1>{text.title}</h1>
      <Refused message={notice.refused} />
      <DoneAs name={notice.done} texts={text.done} />
      <p>
        {text.hint} <Link to={networksPath}>{text.floats}</Link>
      </p>
      <Accounts of={position} />
      <May act="operator.money">
        <section>
          <h2>{text.record}</h2>
          <MoveForm market={market} form={notice.form} />
        </section>
      </May>
      <h2>{text.moves}</h2>
      {moves.length === 0 ? <p>{text.noMoves}</p> : <Moves of={moves} />}
    </>
  )
}

function Accounts({ of: { balances, owed, earned } }: { readonly of: OperatorPosition }) {
  const rows = [
    ...balances.map(({ account, currency, minor }) => ({ name: accountName(account), currency, minor })),
    ...owed.map((sum) => ({ name: text.owed, ...sum })),
    ...earned.map((sum) => ({ name: text.earned, ...sum })),
  ]
  return (
    <table>
      <thead>
        <tr>
          <th>{text.account}</th>
          <th class="amount">{text.balance}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, currency, minor }) => (
          <tr>
            <th scope="row">{name}</th>
            <td class="amount">
              <span class={minor < 0n && name !== accountName('capital') ? 'bad' : undefined}>
                {amountText(minor, currency)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MoveForm({ market, form }: { readonly market: Market; readonly form: Filled | undefined }) {
  const currencies = [...market.keys()]
  const accounts = [...new Set(currencies.flatMap((currency) => moneyAccounts(market, currency)))]
  const options = accounts.map((account) => [account, accountName(account)] as const)
  const payouts = accounts.find((account) => account.startsWith('float:'))
  return (
    <Form to={`${moneyPath}/move`} label={text.record}>
      <p>{text.recordHint}</p>
      <Choice
        name="currency"
        label={text.currency}
        options={currencies.map((one) => [one, one] as const)}
        value={form?.text('currency')}
      />
      <Field
        name="amount"
        label={text.amount}
        hint={text.amountHint}
        inputmode="decimal"
        value={form?.text('amount')}
      />
      <Choice name="from" label={text.from} options={options} value={form?.text('from') ?? 'bank'} />
      <Choice name="to" label={text.to} options={options} value={form?.text('to') ?? payouts} />
      <Field name="reference" label={text.reference} hint={text.referenceHint} value={form?.text('reference')} />
      <Because value={form?.text('because')} />
      <button type="submit">{text.submit}</button>
    </Form>
  )
}

function Moves({ of: moves }: { readonly of: readonly OperatorMove[] }) {
  const { columns } = text
  return (
    <table class="cards">
      <Head of={[columns.at, columns.way, columns.reference, columns.by, columns.amount]} />
      <tbody>
        {moves.map(({ atMs, from, to, reference, by, because, amountMinor, currency }) => (
          <tr>
            <th scope="row">
              <Moment ms={atMs} />
            </th>
            <td>{text.way(accountName(from), accountName(to))}</td>
            <td>
              <code>{reference}</code>
            </td>
            <td class="whole">
              {by} {because !== null && <small>{because}</small>}
            </td>
            <td class="amount">{amountText(amountMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
