import type { Account } from '../account.ts'
import { malformedPin, type OperatorRefusal, unknownAccount, unknownCurrency } from '../operatorRefusal.ts'
import type { AccountPorts } from './createAccount.ts'
import { isPin } from './pin.ts'

/** What an operator sets on an account; what is absent stays as it is. */
export type AccountSettings = {
  readonly kyc?: Account['kyc']
  readonly apiAccess?: boolean
  /** A new PIN, which ends a lock; null clears it. */
  readonly pin?: string | null
}

/** The operator's changes to an account; each resolves with the changed account. */
export type ChangeAccount = {
  set(id: string, settings: AccountSettings): Promise<Account | OperatorRefusal>
  activate(id: string, currency: string): Promise<Account | OperatorRefusal>
  /** Also deactivates a currency that the market no longer has. */
  deactivate(id: string, currency: string): Promise<Account | OperatorRefusal>
  /** Closes the account to its keys; they stay as they are, and its open transactions are still followed up. */
  close(id: string): Promise<Account | OperatorRefusal>
}

/** Builds the use cases from their ports. */
export function changeAccount({
  accounts,
  secrets,
  market,
}: Pick<AccountPorts, 'accounts' | 'secrets' | 'market'>): ChangeAccount {
  const change = async (id: string, how: (account: Account) => Account) =>
    (await accounts.change(id, how)) ?? unknownAccount(id)
  return {
    async set(id, { kyc, apiAccess, pin }) {
      if (typeof pin === 'string' && !isPin(pin)) return malformedPin
      const sealed = typeof pin === 'string' ? secrets.seal(id, pin) : pin
      return change(id, (account) => ({
        ...account,
        kyc: kyc ?? account.kyc,
        apiAccess: apiAccess ?? account.apiAccess,
        pin: sealed === undefined ? account.pin : sealed,
      }))
    },
    async activate(id, currency) {
      if (!market.has(currency)) return unknownCurrency(currency, market)
      return change(id, (account) => withCurrencies(account, [...account.activatedCurrencies, currency]))
    },
    deactivate: (id, currency) =>
      change(id, (account) =>
        withCurrencies(
          account,
          account.activatedCurrencies.filter((activated) => activated !== currency),
        ),
      ),
    close: (id) => change(id, (account) => ({ ...account, closed: true })),
  }
}

function withCurrencies(account: Account, currencies: readonly string[]): Account {
  return { ...account, activatedCurrencies: [...new Set(currencies)] }
}
