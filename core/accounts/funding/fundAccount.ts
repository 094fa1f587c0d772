import type { Account } from '../../model/account.ts'
import type { Market } from '../../model/market.ts'
import { decimalsOf, isKnownCurrency, toDecimal, toMinor } from '../../model/money.ts'
import {
  isExplanation,
  malformedExplanation,
  type OperatorRefusal,
  unconfiguredCurrency,
  unknownAccount,
  unknownCurrency,
} from '../../model/operatorRefusal.ts'
import { referenceForm, referencePattern } from '../../model/transaction.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import type { Funding } from '../../ports/books/fundings.ts'
import type { UnitOfWork } from '../../ports/books/unitOfWork.ts'

/** Money for an account's balance. */
export type FundingRequest = {
  readonly accountId: string
  /** By its ISO 4217 code. */
  readonly currency: string
  /** In major units, above zero. */
  readonly amount: number
  /** 1 to 100 visible ASCII characters; it counts once for the account. */
  readonly reference: string
}

/** A withdrawal: the same, with the operator's explanation in 1 to 500 readable characters. */
export type WithdrawalRequest = FundingRequest & { readonly because: string }

/** The function that {@link fundAccount} returns. */
export type FundAccount = (request: FundingRequest) => Promise<{ readonly account: Account } | OperatorRefusal>

/** The function that {@link withdrawFunds} returns. */
export type WithdrawFunds = (request: WithdrawalRequest) => Promise<{ readonly account: Account } | OperatorRefusal>

/**
 * Puts money into an account's balance; the same request again changes nothing and is answered the same. Refused with
 * `unknown_account`, `closed_account`, `unknown_currency`, `malformed_amount`, `malformed_reference` and, for another
 * amount or currency under the same reference, `funding_reference_reused`.
 */
export function fundAccount(ports: FundingPorts & Pick<AccountPorts, 'market'>): FundAccount {
  const move = fundMover(ports)
  return async (request) => {
    const checked = checkFunding(request, ports.market)
    return 'refused' in checked ? checked : move({ ...request, ...checked, kind: 'fund', because: null })
  }
}

/**
 * Takes available money out of an account's balance, also of a closed one, and in a currency that the market no longer
 * has; as safe to repeat as a funding. Refused like a funding, and with `balance_too_low` and `malformed_explanation`.
 */
export function withdrawFunds(ports: FundingPorts): WithdrawFunds {
  const move = fundMover(ports)
  return async (request) => {
    if (!isExplanation(request.because)) return malformedExplanation
    if (!isKnownCurrency(request.currency)) return unknownCurrency(request.currency)
    const checked = checkAmount(request)
    return 'refused' in checked ? checked : move({ ...request, ...checked, kind: 'withdraw' })
  }
}

/** The ports that fundings and withdrawals need. */
export type FundingPorts = Pick<AccountPorts, 'accounts' | 'books' | 'clock'>

function fundMover({ accounts, books, clock }: FundingPorts) {
  return async (given: Omit<Funding, 'atMs'>): Promise<{ account: Account } | OperatorRefusal> => {
    const { accountId, currency, reference, kind, amountMinor, because } = given
    const funding: Funding = { accountId, reference, kind, currency, amountMinor, because, atMs: clock.nowMs() }
    for (;;) {
      const account = await accounts.byId(accountId)
      if (!account) return unknownAccount(accountId)
      if (account.closed && kind === 'fund')
        return { refused: 'closed_account', message: `Account ${accountId} is closed` }
      const scope = { account: accountId, currency, funding: reference, events: true } as const
      const refused = await books.atomically(scope, moveFunds(funding, account.version))
      if (refused !== 'stale') return refused ?? { account }
    }
  }
}

type Checked = { readonly amountMinor: bigint } | OperatorRefusal

/**
 * Checks the currency, amount and reference of a funding by themselves; the answer is a refusal or the amount in minor
 * units.
 */
export function checkFunding(funding: Omit<FundingRequest, 'accountId'>, market: Market): Checked {
  return market.has(funding.currency) ? checkAmount(funding) : unconfiguredCurrency(funding.currency, market)
}

function checkAmount({ currency, amount, reference }: Omit<FundingRequest, 'accountId'>): Checked {
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined || amountMinor <= 0n || !Number.isSafeInteger(Number(amountMinor))) {
    const form =
      decimalsOf(currency) === 0 ? 'a whole number' : `a number with at most ${decimalsOf(currency)} decimals`
    return { refused: 'malformed_amount', message: `An amount of ${currency} is ${form} above zero` }
  }
  if (new RegExp(referencePattern).test(reference)) return { amountMinor }
  return { refused: 'malformed_reference', message: `A reference is ${referenceForm}` }
}

/** The step that moves the money; `stale` when the account has changed since it was read, and may be closed now. */
function moveFunds(funding: Funding, version: number): (work: UnitOfWork) => OperatorRefusal | 'stale' | undefined {
  return (work) => {
    if (work.accountVersion() !== version) return 'stale'
    const { accountId, currency, amountMinor, reference, kind, atMs } = funding
    const first = work.funding(reference)
    if (first) return isSame(first, funding) ? undefined : reused(first)
    const { availableMinor } = work.ledger.balance(accountId, currency)
    if (kind === 'withdraw' && availableMinor < amountMinor) return tooLow(availableMinor, currency)
    work.fund(funding)
    const movement =
      kind === 'fund'
        ? ({ from: 'funding', to: 'available' } as const)
        : ({ from: 'available', to: 'funding' } as const)
    work.ledger.post({ accountId, currency, ...movement, amountMinor, cause: { funding: reference }, atMs })
    return undefined
  }
}

function tooLow(availableMinor: bigint, currency: string): OperatorRefusal {
  const message = `Only ${toDecimal(availableMinor, currency)} ${currency} of the balance can be withdrawn`
  return { refused: 'balance_too_low', message }
}

function isSame(one: Funding, other: Funding): boolean {
  return one.kind === other.kind && one.currency === other.currency && one.amountMinor === other.amountMinor
}

function reused({ reference, kind, currency, amountMinor }: Funding): OperatorRefusal {
  const first = `${kind === 'fund' ? 'a funding' : 'a withdrawal'} of ${toDecimal(amountMinor, currency)} ${currency}`
  return { refused: 'funding_reference_reused', message: `Reference ${reference} was used already, for ${first}` }
}
