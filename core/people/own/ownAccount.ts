import { activateCurrency, changeAccount, deactivateCurrency } from '../../accounts/changeAccount.ts'
import type { Account } from '../../model/account.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import type { PeopleRefusal } from '../../model/peopleRefusal.ts'
import type { AccountChangePorts, AccountPorts } from '../../ports/accountPorts.ts'
import { type Managing, managedBy } from './managing.ts'

/** The function that {@link changeOwnPin} returns. */
export type ChangeOwnPin = (
  request: Managing & { readonly pin: string },
) => Promise<Account | OperatorRefusal | PeopleRefusal>

/** The function that {@link changeOwnApiAccess} returns. */
export type ChangeOwnApiAccess = (
  request: Managing & { readonly apiAccess: boolean },
) => Promise<Account | OperatorRefusal | PeopleRefusal>

/** The function that {@link changeOwnCurrency} returns. */
export type ChangeOwnCurrency = (
  request: Managing & { readonly currency: string; readonly isActivated: boolean },
) => Promise<Account | OperatorRefusal | PeopleRefusal>

/** The function that {@link changeOwnLanguage} returns. */
export type ChangeOwnLanguage = (
  request: Managing & {
    /** The code of a language by ISO 639-1; null for none. */
    readonly language: string | null
  },
) => Promise<Account | OperatorRefusal | PeopleRefusal>

/**
 * Sets the PIN of a user's account, which ends a lock. Refused with `not_allowed`, with `password_needed` unless the
 * password was given within the last minutes, and with `malformed_pin` and `guessable_pin`.
 */
export function changeOwnPin(ports: AccountChangePorts): ChangeOwnPin {
  const change = changeAccount(ports)
  return async ({ who, pin }) => {
    const managed = managedBy(ports, who, 'account.pin')
    return 'refused' in managed ? managed : change({ ...managed, settings: { pin } })
  }
}

/**
 * Switches the API access of a user's account on or off. Switching it on needs the password, given within the last
 * minutes. Switching it off does not: a person who sees that a key is abused must be quick. Refused with `not_allowed`
 * and `password_needed`.
 */
export function changeOwnApiAccess(ports: AccountChangePorts): ChangeOwnApiAccess {
  const change = changeAccount(ports)
  return async ({ who, apiAccess }) => {
    const managed = managedBy(ports, who, apiAccess ? 'account.api_on' : 'account.api_off')
    return 'refused' in managed ? managed : change({ ...managed, settings: { apiAccess } })
  }
}

/**
 * Lets a user's account pay in a currency, which needs the password, given within the last minutes, or stops it.
 * Refused with `not_allowed`, `password_needed` and `unknown_currency`.
 */
export function changeOwnCurrency(ports: AccountChangePorts & Pick<AccountPorts, 'market'>): ChangeOwnCurrency {
  const [activate, deactivate] = [activateCurrency(ports), deactivateCurrency(ports)]
  return async ({ who, currency, isActivated }) => {
    const managed = managedBy(ports, who, isActivated ? 'account.activate' : 'account.deactivate')
    if ('refused' in managed) return managed
    return isActivated ? activate({ ...managed, currency }) : deactivate({ ...managed, currency })
  }
}

/** Sets the language of a user's account. Refused with `not_allowed`. */
export function changeOwnLanguage(ports: AccountChangePorts): ChangeOwnLanguage {
  const change = changeAccount(ports)
  return async ({ who, language }) => {
    const managed = managedBy(ports, who, 'account.language')
    return 'refused' in managed ? managed : change({ ...managed, settings: { language } })
  }
}
