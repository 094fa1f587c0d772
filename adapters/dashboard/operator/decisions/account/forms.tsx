import type { ComponentChildren } from 'preact'
import { type Account, type Act, accountLimitNames, isAmountLimit, type LimitInUse } from '../../../../../core/sente.ts'
import { Form, Link, May } from '../../../layout/links.tsx'
import { Choice, Done, Field, Password, Refused, type Refusing } from '../../../parts/fields.tsx'
import { amountText } from '../../../parts/values.tsx'
import { Because } from '../because.tsx'
import { accountWords } from './words.ts'

/** An account, with the choices in its forms. */
type About = {
  readonly account: Account
  readonly limits: readonly LimitInUse[]
  readonly currencies: readonly string[]
  /** The reference of a funding or withdrawal unless the operator enters another. */
  readonly reference: string
}

type Notice = { readonly refused?: Refusing; readonly done?: boolean }

/** An operator's changes of an account, a form each. */
export function AccountForms({ of: about, notice }: { readonly of: About; readonly notice: Notice }) {
  const { account, currencies } = about
  const text = accountWords.change
  return (
    <>
      <h1>{text.title(account.name)}</h1>
      {notice.done && <Done>{text.done}</Done>}
      <Refused message={notice.refused} />
      <p>
        <Link to={`/operator/accounts/${account.id}`}>{account.name}</Link>
      </p>
      <May act="operator.money">
        <Money about={about} />
      </May>
      <Switch account={account} name="kyc" title={text.kyc} is={account.kyc} to={kycTo(account)} />
      <Switch
        account={account}
        name="api-access"
        title={text.apiAccess}
        is={accessOf(account)}
        to={accessTo(account)}
      />
      <section>
        <h2>{text.currencies}</h2>
        {currencies.map((currency) => (
          <Currency account={account} currency={currency} />
        ))}
      </section>
      <Limits about={about} />
      <May act="operator.close_account">
        <Close account={account} />
      </May>
    </>
  )
}

const kycTo = ({ kyc }: Account) => (kyc === 'complete' ? 'incomplete' : 'complete')
const accessOf = ({ apiAccess }: Account) => (apiAccess ? 'on' : 'off')
const accessTo = ({ apiAccess }: Account) => (apiAccess ? 'off' : 'on')

/** A form of an account, for those who may do its act. */
function AccountForm(props: {
  readonly account: Account
  readonly name: string
  readonly label: string
  readonly act: Act
  readonly carries?: Readonly<Record<string, string>>
  readonly children: ComponentChildren
}) {
  const { account, name, label, act, carries, children } = props
  return (
    <May act={act}>
      <Form to={`/operator/accounts/${account.id}/${name}`} label={label} {...(carries && { carries })}>
        {children}
      </Form>
    </May>
  )
}

/** KYC or API access with its state, and the form that changes it. A change that restricts needs no password. */
function Switch(props: {
  readonly account: Account
  readonly name: 'kyc' | 'api-access'
  readonly title: string
  readonly is: string
  readonly to: string
}) {
  const { account, name, title, is, to } = props
  const text = accountWords.change
  const [states, ways]: Readonly<Record<string, string>>[] =
    name === 'kyc' ? [text.kycIs, text.kycTo] : [text.apiIs, text.apiTo]
  const blocks = to === 'off' || to === 'incomplete'
  return (
    <section>
      <h2>{title}</h2>
      <p>{states?.[is]}</p>
      <AccountForm account={account} name={name} label={title} act={blocks ? 'operator.block' : 'operator.set_account'}>
        <input type="hidden" name={name === 'kyc' ? 'kyc' : 'access'} value={to} />
        <Because isOptional />
        {!blocks && <Password />}
        <button type="submit" class={blocks ? 'grave' : undefined}>
          {ways?.[to]}
        </button>
      </AccountForm>
    </section>
  )
}

function Currency({ account, currency }: { readonly account: Account; readonly currency: string }) {
  const { activate, deactivate } = accountWords.change
  const isActivated = account.activatedCurrencies.includes(currency)
  const label = isActivated ? deactivate(currency) : activate(currency)
  return (
    <AccountForm
      account={account}
      name="currency"
      label={label}
      act={isActivated ? 'operator.deactivate' : 'operator.activate'}
      carries={{ currency }}
    >
      <input type="hidden" name="activated" value={isActivated ? 'no' : 'yes'} />
      {!isActivated && <Password />}
      <button type="submit" class="plain">
        {label}
      </button>
    </AccountForm>
  )
}

function CurrencyChoice({ of: currencies }: { readonly of: readonly string[] }) {
  const options = currencies.map((currency) => [currency, currency] as const)
  return <Choice name="currency" label={accountWords.change.currency} options={options} />
}

function Money({ about }: { readonly about: About }) {
  const text = accountWords.change
  return (
    <section>
      <h2>{text.money}</h2>
      <p>{text.moneyHint}</p>
      <AccountForm account={about.account} name="money" label={text.money} act="operator.money">
        <Choice name="kind" label={text.what} options={text.kinds} />
        <CurrencyChoice of={about.currencies} />
        <Field name="amount" label={text.amount} hint={text.amountHint} inputmode="decimal" />
        <Field name="reference" label={text.reference} hint={text.referenceHint} value={about.reference} />
        <Because />
        <button type="submit">{text.record}</button>
      </AccountForm>
    </section>
  )
}

function Limits({ about: { account, limits, currencies } }: { readonly about: About }) {
  const text = accountWords.change
  const own = [...new Set(limits.filter(({ isOwn }) => isOwn).map(({ currency }) => currency))]
  return (
    <section>
      <h2>{text.limits}</h2>
      {limits.length === 0 ? <p>{text.noLimits}</p> : <LimitTable limits={limits} />}
      <AccountForm account={account} name="limits" label={text.setLimits} act="operator.limit">
        <p>{text.limitsHint}</p>
        <CurrencyChoice of={currencies} />
        {accountLimitNames.map((limit) => (
          <Field name={limit} label={text.names[limit]} inputmode="text" isOptional />
        ))}
        <Because isOptional />
        <Password />
        <button type="submit">{text.setLimits}</button>
      </AccountForm>
      {own.length > 0 && (
        <AccountForm account={account} name="clear-limits" label={text.clear} act="operator.limit">
          <h3>{text.clear}</h3>
          <CurrencyChoice of={own} />
          <Because isOptional />
          <Password />
          <button type="submit" class="plain">
            {text.clear}
          </button>
        </AccountForm>
      )}
    </section>
  )
}

function LimitTable({ limits }: { readonly limits: readonly LimitInUse[] }) {
  const text = accountWords.change
  const inWords = ({ limit, currency }: LimitInUse, value: bigint) =>
    isAmountLimit(limit) ? amountText(value, currency) : `${value}`
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.limit}</th>
          <th class="amount">{text.most}</th>
          <th class="amount">{text.left}</th>
        </tr>
      </thead>
      <tbody>
        {limits.map((one) => (
          <tr>
            <th scope="row">
              {text.names[one.limit]} <small>{`${one.currency}, ${one.isOwn ? text.whose.own : text.whose.all}`}</small>
            </th>
            <td class="amount">{inWords(one, one.most)}</td>
            <td class="amount">{inWords(one, one.left)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Close({ account }: { readonly account: Account }) {
  const text = accountWords.change
  return (
    <section>
      <h2>{text.close}</h2>
      {account.closed && <p>{text.isClosed}</p>}
      {!account.closed && (
        <AccountForm account={account} name="close" label={text.close} act="operator.close_account">
          <p>{text.closeHint}</p>
          <Because isOptional />
          <button type="submit" class="grave">
            {text.close}
          </button>
        </AccountForm>
      )}
    </section>
  )
}
