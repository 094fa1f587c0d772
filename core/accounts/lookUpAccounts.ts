import type { Account } from '../model/account.ts'
import { type OperatorRefusal, unknownAccount } from '../model/operatorRefusal.ts'
import type { AccountPorts } from '../ports/accountPorts.ts'
import type { AccountQuery } from '../ports/accountRepo.ts'
import type { Books } from '../ports/books/books.ts'
import type { FundingPage, FundingQuery } from '../ports/books/fundings.ts'
import type { BalanceRow } from '../ports/books/snapshot.ts'
import type { WrongPins } from './pin/judgePin.ts'
import { lookUpWrongPins } from './pin/lookUpWrongPins.ts'

/** An account with its balances: of every currency that is activated or has had a movement. */
export type AccountWithBalances = { readonly account: Account; readonly balances: readonly BalanceRow[] }

/** The function that {@link findAccount} returns. */
export type FindAccount = (request: { readonly accountId: string }) => Promise<Account | OperatorRefusal>

/** The function that {@link lookUpAccount} returns. */
export type LookUpAccount = (request: {
  readonly accountId: string
}) => Promise<(AccountWithBalances & { readonly wrongPins: WrongPins }) | OperatorRefusal>

/** The function that {@link listAccounts} returns. */
export type ListAccounts = (
  query: AccountQuery,
) => Promise<{ readonly accounts: readonly AccountWithBalances[]; readonly next: string | null } | OperatorRefusal>

/** The function that {@link listFundings} returns. */
export type ListFundings = (query: FundingQuery) => Promise<FundingPage | OperatorRefusal>

/** Finds an account, for the operator. Refused with `unknown_account`. */
export function findAccount({ accounts }: Pick<AccountPorts, 'accounts'>): FindAccount {
  return async ({ accountId }) => (await accounts.byId(accountId)) ?? unknownAccount(accountId)
}

/** An account with its balances and its count of wrong PINs, for the operator. Refused with `unknown_account`. */
export function lookUpAccount(ports: Pick<AccountPorts, 'accounts' | 'books' | 'clock'>): LookUpAccount {
  return async ({ accountId }) => {
    const account = await ports.accounts.byId(accountId)
    if (!account) return unknownAccount(accountId)
    const balances = await balancesOf(account, ports.books)
    return { account, balances, wrongPins: await lookUpWrongPins(ports)({ account }) }
  }
}

/** Lists accounts with their balances, newest first, for the operator. Refused with `unknown_account` for `before`. */
export function listAccounts({ accounts, books }: Pick<AccountPorts, 'accounts' | 'books'>): ListAccounts {
  return async (query) => {
    const { before } = query
    if (before !== undefined && !(await accounts.byId(before))) return unknownAccount(before)
    const page = await accounts.list(query)
    const found = page.accounts.map(async (account) => ({ account, balances: await balancesOf(account, books) }))
    return { accounts: await Promise.all(found), next: page.next }
  }
}

/** Lists fundings and withdrawals, newest first, for the operator. Refused with `unknown_account`. */
export function listFundings({ accounts, books }: Pick<AccountPorts, 'accounts' | 'books'>): ListFundings {
  return async (query) => {
    const { accountId } = query
    if (accountId !== undefined && !(await accounts.byId(accountId))) return unknownAccount(accountId)
    return books.fundings(query)
  }
}

async function balancesOf({ id, activatedCurrencies }: Account, books: Books): Promise<readonly BalanceRow[]> {
  const moved = await books.balances(id)
  const unmoved = activatedCurrencies.filter((currency) => !moved.some((row) => row.currency === currency))
  return [
    ...moved,
    ...unmoved.map((currency) => ({ accountId: id, currency, availableMinor: 0n, heldMinor: 0n })),
  ].sort((one, other) => (one.currency < other.currency ? -1 : 1))
}
