import type { Account } from '../model/account.ts'
import { isKnownCurrency } from '../model/money.ts'
import {
  type OperatorRefusal,
  unconfiguredCurrency,
  unknownAccount,
  unknownCurrency,
} from '../model/operatorRefusal.ts'
import type { AccountPorts } from '../ports/accountPorts.ts'
import type { AccountRepo } from '../ports/accountRepo.ts'
import { refuseNewPin } from './pin/judgePin.ts'

/** What an operator sets on an account; what is absent stays as it is. */
export type AccountSettings = {
  readonly kyc?: Account['kyc']
  readonly apiAccess?: boolean
  /** A new PIN of 4 to 6 digits that don't repeat or run, which ends a lock; null clears it. */
  readonly pin?: string | null
}

/** The function that {@link changeAccount} returns. */
export type ChangeAccount = (request: {
  readonly accountId: string
  readonly settings: AccountSettings
}) => Promise<Account | OperatorRefusal>

/** The function that {@link activateCurrency} returns. */
export type ActivateCurrency = (request: CurrencyOfAccount) => Promise<Account | OperatorRefusal>

/** The function that {@link deactivateCurrency} returns. */
export type DeactivateCurrency = (request: CurrencyOfAccount) => Promise<Account | OperatorRefusal>

/** A currency of an account, by its ISO 4217 code. */
export type CurrencyOfAccount = { readonly accountId: string; readonly currency: string }

/** The function that {@link closeAccount} returns. */
export type CloseAccount = (request: { readonly accountId: string }) => Promise<Account | OperatorRefusal>

/**
 * Sets an account's KYC status, API access and PIN; resolves with the changed account. Refused with `unknown_account`,
 * `malformed_pin` and `guessable_pin`.
 */
export function changeAccount({ accounts, secrets }: Pick<AccountPorts, 'accounts' | 'secrets'>): ChangeAccount {
  return async ({ accountId, settings: { kyc, apiAccess, pin } }) => {
    const refusal = typeof pin === 'string' ? refuseNewPin(pin) : undefined
    if (refusal) return refusal
    const sealed = typeof pin === 'string' ? secrets.seal(accountId, pin) : pin
    return change(accounts, accountId, (account) => ({
      ...account,
      kyc: kyc ?? account.kyc,
      apiAccess: apiAccess ?? account.apiAccess,
      pin: sealed === undefined ? account.pin : sealed,
    }))
  }
}

/**
 * Lets an account pay in a currency of the market; resolves with the changed account. Refused with `unknown_account` and
 * `unknown_currency`.
 */
export function activateCurrency({ accounts, market }: Pick<AccountPorts, 'accounts' | 'market'>): ActivateCurrency {
  return async ({ accountId, currency }) => {
    if (!market.has(currency)) return unconfiguredCurrency(currency, market)
    return change(accounts, accountId, (account) => ({
      ...account,
      activatedCurrencies: [...new Set([...account.activatedCurrencies, currency])],
    }))
  }
}

/**
 * Stops an account from paying in a currency, also in one that the market no longer has; its balance stays. Resolves with
 * the changed account; refused with `unknown_account` and, for what is no currency at all, with `unknown_currency`.
 */
export function deactivateCurrency({ accounts }: Pick<AccountPorts, 'accounts'>): DeactivateCurrency {
  return async ({ accountId, currency }) => {
    if (!isKnownCurrency(currency)) return unknownCurrency(currency)
    return change(accounts, accountId, (account) => ({
      ...account,
      activatedCurrencies: account.activatedCurrencies.filter((activated) => activated !== currency),
    }))
  }
}

/**
 * Closes an account to its keys: they stay as they are, and its open transactions are still followed up. Resolves with
 * the closed account; refused with `unknown_account`.
 */
export function closeAccount({ accounts }: Pick<AccountPorts, 'accounts'>): CloseAccount {
  return ({ accountId }) => change(accounts, accountId, (account) => ({ ...account, closed: true }))
}

async function change(
  accounts: AccountRepo,
  id: string,
  how: (account: Account) => Account,
): Promise<Account | OperatorRefusal> {
  return (await accounts.change(id, how)) ?? unknownAccount(id)
}
