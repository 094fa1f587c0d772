import { type ActionPorts, type Attribution, recording, refuseAttribution } from '../actions/attribution.ts'
import type { ActionKind } from '../actions/ownKinds.ts'
import type { Account } from '../model/account.ts'
import { isKnownCurrency } from '../model/money.ts'
import {
  type OperatorRefusal,
  unconfiguredCurrency,
  unknownAccount,
  unknownCurrency,
} from '../model/operatorRefusal.ts'
import type { AccountChangePorts, AccountPorts } from '../ports/accountPorts.ts'
import { changedDone } from './accountFacts.ts'
import { refuseNewPin } from './pin/judgePin.ts'

/** An operator's settings of an account. Absent ones stay unchanged. */
export type AccountSettings = {
  readonly kyc?: Account['kyc']
  readonly apiAccess?: boolean
  /** A new PIN of 4 to 6 digits that don't repeat or run, which ends a lock; null clears it. */
  readonly pin?: string | null
  /** The code of a language by ISO 639-1; null for none. */
  readonly language?: string | null
}

/** The function that {@link changeAccount} returns. */
export type ChangeAccount = (
  request: { readonly accountId: string; readonly settings: AccountSettings } & Attribution,
) => Promise<Account | OperatorRefusal>

/** The function that {@link activateCurrency} returns. */
export type ActivateCurrency = (request: CurrencyOfAccount) => Promise<Account | OperatorRefusal>

/** The function that {@link deactivateCurrency} returns. */
export type DeactivateCurrency = (request: CurrencyOfAccount) => Promise<Account | OperatorRefusal>

/** A currency of an account, by its ISO 4217 code. */
export type CurrencyOfAccount = { readonly accountId: string; readonly currency: string } & Attribution

/** The function that {@link closeAccount} returns. */
export type CloseAccount = (request: { readonly accountId: string } & Attribution) => Promise<Account | OperatorRefusal>

/**
 * Sets an account's KYC status, API access, PIN and language. Resolves with the changed account. Refused with `unknown_account`,
 * `malformed_pin` and `guessable_pin`.
 */
export function changeAccount(ports: AccountChangePorts): ChangeAccount {
  return async (request) => {
    const { accountId, settings } = request
    const { kyc, apiAccess, pin, language } = settings
    const refusal = typeof pin === 'string' ? refuseNewPin(pin) : undefined
    if (refusal) return refusal
    const sealed = typeof pin === 'string' ? ports.secrets.seal(accountId, pin) : pin
    return change(ports, request, 'account.set', (account) => ({
      ...account,
      kyc: kyc ?? account.kyc,
      apiAccess: apiAccess ?? account.apiAccess,
      pin: sealed === undefined ? account.pin : sealed,
      language: language === undefined ? account.language : language,
    }))
  }
}

/**
 * Lets an account pay in a currency of the market. Resolves with the changed account. Refused with `unknown_account`
 * and `unknown_currency`.
 */
export function activateCurrency(ports: AccountChangePorts & Pick<AccountPorts, 'market'>): ActivateCurrency {
  return async (request) => {
    const { currency } = request
    if (!ports.market.has(currency)) return unconfiguredCurrency(currency, ports.market)
    return change(ports, request, 'account.activate', (account) => ({
      ...account,
      activatedCurrencies: [...new Set([...account.activatedCurrencies, currency])],
    }))
  }
}

/**
 * Stops an account from paying in a currency, even one that the market no longer has; its balance stays. Resolves with
 * the changed account. Refused with `unknown_account` and, for a text that is not a currency, with `unknown_currency`.
 */
export function deactivateCurrency(ports: AccountChangePorts): DeactivateCurrency {
  return async (request) => {
    const { currency } = request
    if (!isKnownCurrency(currency)) return unknownCurrency(currency)
    return change(ports, request, 'account.deactivate', (account) => ({
      ...account,
      activatedCurrencies: account.activatedCurrencies.filter((activated) => activated !== currency),
    }))
  }
}

/**
 * Closes an account to its keys: they stay unchanged, and its open transactions are still followed up. Resolves with
 * the closed account. Refused with `unknown_account`.
 */
export function closeAccount(ports: AccountChangePorts): CloseAccount {
  return (request) => change(ports, request, 'account.close', (account) => ({ ...account, closed: true }))
}

/** Changes an account. An unchanged one gets no action, unless the action ends a proposal. */
async function change(
  ports: Pick<AccountPorts, 'accounts'> & ActionPorts,
  request: { readonly accountId: string } & Attribution,
  kind: ActionKind,
  how: (account: Account) => Account,
): Promise<Account | OperatorRefusal> {
  const refusal = refuseAttribution(request)
  if (refusal) return refusal
  const { accountId, approval } = request
  const done = (before: Account, after: Account) =>
    changedDone(kind, [before, after], { evenIfSame: approval !== undefined })
  return (await ports.accounts.change(accountId, how, recording(ports, request)(done))) ?? unknownAccount(accountId)
}
