import {
  type Account,
  isRefusal,
  mayDo,
  type OperatorRefusal,
  type PeopleRefusal,
  type WrongPins,
} from '../../../../core/sente.ts'
import { Form, Link, May, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { asRefused, DoneAs, Field, Password, Refused, type Refusing } from '../../parts/fields.tsx'
import { Moment } from '../../parts/values.tsx'
import { confirmed } from '../../request/confirmed.ts'
import { refusing } from '../../request/refusing.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'
import { AccountLanguage, accountLanguagePage, settingsPath as path } from './language.tsx'

type Notice = { readonly refused?: Refusing; readonly done?: string | null }

/** An owner's settings for the account: its PIN, its API access, its currencies, and its language. */
export function settingsPages(deps: HolderDeps): readonly Page[] {
  const { lookUpAccount, confirmPassword, changeOwnPin, changeOwnApiAccess, changeOwnCurrency, market } = deps

  async function shown(who: Holder, notice: Notice): Promise<Shown> {
    const found = await lookUpAccount({ accountId: who.accountId })
    const currencies = [...market.keys()]
    return isRefusal(found)
      ? settings(who, undefined, currencies, { refused: refusing(found, who.language) })
      : settings(who, found, currencies, notice)
  }

  async function answer(
    who: Holder,
    changed: Account | OperatorRefusal | PeopleRefusal,
    done: string,
  ): Promise<Answer> {
    if (isRefusal(changed)) return shown(who, { refused: refusing(changed, who.language) })
    return { seeOther: `${path}?done=${done}` }
  }

  return [
    {
      path,
      access: 'look',
      isTranslated: true,
      show: (asked) => asHolder(asked, (who) => shown(who, { done: asked.query.get('done') })),
    },
    {
      path: `${path}/pin`,
      access: 'account.pin',
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const [pin, again] = [form.text('pin'), form.text('again')]
          if (pin !== again)
            return shown(who, { refused: { field: 'again', message: who.language.texts.settings.pinsDiffer } })
          const sure = await confirmed(confirmPassword, who, form)
          return answer(who, isRefusal(sure) ? sure : await changeOwnPin({ who: sure, pin }), 'pin')
        }),
    },
    {
      path: `${path}/api-access`,
      access: ['account.api_on', 'account.api_off'],
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const apiAccess = form.text('access') === 'on'
          const sure = apiAccess ? await confirmed(confirmPassword, who, form) : who
          const changed = isRefusal(sure) ? sure : await changeOwnApiAccess({ who: sure, apiAccess })
          return answer(who, changed, apiAccess ? 'on' : 'off')
        }),
    },
    {
      path: `${path}/currency`,
      access: ['account.activate', 'account.deactivate'],
      isTranslated: true,
      take: (asked, form) =>
        asHolder(asked, async (who) => {
          const [currency, isActivated] = [form.text('currency'), form.text('activated') === 'yes']
          const sure = isActivated ? await confirmed(confirmPassword, who, form) : who
          const changed = isRefusal(sure) ? sure : await changeOwnCurrency({ who: sure, currency, isActivated })
          return answer(who, changed, 'currency')
        }),
    },
    accountLanguagePage(deps, answer),
  ]
}

type Found = { readonly account: Account; readonly wrongPins: WrongPins }

function settings(who: Holder, found: Found | undefined, currencies: readonly string[], notice: Notice): Shown {
  const text = who.language.texts.settings
  const main = (
    <>
      <h1>{text.title}</h1>
      <DoneAs name={notice.done} texts={text.done} />
      <Refused message={notice.refused} />
      <ul>
        <May act="key.create">
          <li>
            <Link to={`${path}/keys`}>{text.keys}</Link>
          </li>
        </May>
        <May act="user.list">
          <li>
            <Link to={`${path}/users`}>{text.users}</Link>
          </li>
        </May>
        <May act="own.actions">
          <li>
            <Link to="/dashboard/actions">{text.actions}</Link>
          </li>
        </May>
      </ul>
      {!mayDo(who.user, 'account.pin') && <p>{text.onlyOwners}</p>}
      {found && <Pin found={found} maySet={mayDo(who.user, 'account.pin')} />}
      {found && (
        <ApiAccess
          account={found.account}
          maySet={mayDo(who.user, found.account.apiAccess ? 'account.api_off' : 'account.api_on')}
        />
      )}
      {found && (
        <Currencies account={found.account} currencies={currencies} maySet={mayDo(who.user, 'account.activate')} />
      )}
      {found && <AccountLanguage account={found.account} maySet={mayDo(who.user, 'account.language')} />}
    </>
  )
  return { title: text.title, main, ...asRefused(notice.refused) }
}

function Pin(
  { found: { account, wrongPins }, maySet }: { readonly found: Found; readonly maySet: boolean },
  { language }: PageBase,
) {
  const text = language.texts.settings
  return (
    <section>
      <h2>{text.pin}</h2>
      <p>{account.pin ? text.pinSet(wrongPins.inADay) : text.pinMissing}</p>
      {wrongPins.lockedUntilMs !== null && (
        <p class="bad">
          {text.lockedUntil} <Moment ms={wrongPins.lockedUntilMs} />
        </p>
      )}
      {maySet && (
        <Form to={`${path}/pin`} label={text.pin}>
          <Password />
          <Field name="pin" label={text.newPin} hint={text.pinHint} type="password" inputmode="numeric" />
          <Field name="again" label={language.texts.forms.again} type="password" inputmode="numeric" />
          <button type="submit">{text.setPin}</button>
        </Form>
      )}
    </section>
  )
}

function ApiAccess(
  { account, maySet }: { readonly account: Account; readonly maySet: boolean },
  { language }: PageBase,
) {
  const text = language.texts.settings
  const { apiAccess } = account
  return (
    <section>
      <h2>{text.apiAccess}</h2>
      <p>{apiAccess ? text.apiIsOn : text.apiIsOff}</p>
      {maySet && (
        <Form to={`${path}/api-access`} label={text.apiAccess}>
          <input type="hidden" name="access" value={apiAccess ? 'off' : 'on'} />
          {!apiAccess && <Password />}
          <button type="submit" class={apiAccess ? 'grave' : undefined}>
            {apiAccess ? text.switchOff : text.switchOn}
          </button>
        </Form>
      )}
    </section>
  )
}

function Currencies(
  props: {
    readonly account: Account
    readonly currencies: readonly string[]
    readonly maySet: boolean
  },
  { language }: PageBase,
) {
  const text = language.texts.settings
  const { activatedCurrencies } = props.account
  const all = [...new Set([...props.currencies, ...activatedCurrencies])]
  return (
    <section>
      <h2>{text.currencies}</h2>
      <table>
        <tbody>
          {all.map((currency) => (
            <CurrencyRow
              currency={currency}
              isActivated={activatedCurrencies.includes(currency)}
              maySet={props.maySet}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CurrencyRow(
  props: { readonly currency: string; readonly isActivated: boolean; readonly maySet: boolean },
  { language }: PageBase,
) {
  const text = language.texts.settings
  const { currency, isActivated } = props
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td>{isActivated ? text.activated : text.notActivated}</td>
      <td class="amount">
        {props.maySet && (
          <Form to={`${path}/currency`} label={currency} carries={{ currency }}>
            <input type="hidden" name="activated" value={isActivated ? 'no' : 'yes'} />
            {!isActivated && <Password />}
            <button type="submit" class="plain">
              {isActivated ? text.deactivate(currency) : text.activate(currency)}
            </button>
          </Form>
        )}
      </td>
    </tr>
  )
}
