import type { Account } from './account.ts'
import type { Market } from './market.ts'
import { decimalsOf, toDecimal, toMinor } from './money.ts'
import { type OperatorRefusal, unknownAccount, unknownCurrency } from './operatorRefusal.ts'
import type { AccountRepo } from './ports/accountRepo.ts'
import type { Books, Funding, Page } from './ports/books.ts'
import type { Clock } from './ports/clock.ts'
import type { Ids } from './ports/ids.ts'

/** Money for an account's balance, in major units, under a reference that counts once for the account. */
export type FundingRequest = {
  readonly accountId: string
  readonly currency: string
  readonly amount: number
  readonly reference: string
}

/** Puts money into an account's balance; the same request again changes nothing and is answered the same. */
export type FundAccount = (request: FundingRequest) => Promise<{ account: Account } | OperatorRefusal>

type FundingPorts = { accounts: AccountRepo; books: Books; clock: Clock; ids: Ids; market: Market }

/** Makes the use case over its ports. */
export function fundAccount({ accounts, books, clock, ids, market }: FundingPorts): FundAccount {
  return async (request) => {
    const { accountId, currency, amount, reference } = request
    const refusal = checkFunding(request, market)
    if (refusal) return refusal
    const account = await accounts.byId(accountId)
    if (!account) return unknownAccount(accountId)
    if (account.closed) return { refused: 'closed_account', message: `Account ${accountId} is closed` }
    const amountMinor = toMinor(amount, currency) ?? 0n
    const funding: Funding = { accountId, reference, kind: 'fund', currency, amountMinor, atMs: clock.nowMs() }
    const refused = await books.atomically({ step: ids.ordered(), account: accountId, currency }, fund(funding))
    return refused ?? { account }
  }
}

/** Refuses a funding by its form alone: an unknown currency, an amount or a reference that cannot be. */
export function checkFunding(
  { currency, amount, reference }: Omit<FundingRequest, 'accountId'>,
  market: Market,
): OperatorRefusal | undefined {
  if (!market.has(currency)) return unknownCurrency(currency, market)
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined || amountMinor <= 0n || !Number.isSafeInteger(Number(amountMinor))) {
    const form =
      decimalsOf(currency) === 0 ? 'a whole number' : `a number with at most ${decimalsOf(currency)} decimals`
    return { refused: 'malformed_amount', message: `An amount of ${currency} is ${form} above zero` }
  }
  if (/^[\x21-\x7e]{1,100}$/.test(reference)) return undefined
  return { refused: 'malformed_reference', message: 'A reference is 1 to 100 visible ASCII characters' }
}

function fund(funding: Funding): (page: Page) => OperatorRefusal | undefined {
  return (page) => {
    const { accountId, currency, amountMinor, reference, atMs } = funding
    const first = page.funding(reference)
    if (first) return isSame(first, funding) ? undefined : reused(first)
    page.fund(funding)
    page.ledger.move({
      accountId,
      currency,
      from: 'funding',
      to: 'available',
      amountMinor,
      cause: { funding: reference },
      atMs,
    })
    return undefined
  }
}

function isSame(one: Funding, other: Funding): boolean {
  return one.kind === other.kind && one.currency === other.currency && one.amountMinor === other.amountMinor
}

function reused({ reference, currency, amountMinor }: Funding): OperatorRefusal {
  const first = `${toDecimal(amountMinor, currency)} ${currency}`
  return { refused: 'funding_reference_reused', message: `Reference ${reference} was used already, for ${first}` }
}
