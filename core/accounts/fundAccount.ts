import type { Account } from '../account.ts'
import type { Market } from '../market.ts'
import { decimalsOf, toDecimal, toMinor } from '../money.ts'
import {
  isExplanation,
  malformedExplanation,
  type OperatorRefusal,
  unknownAccount,
  unknownCurrency,
} from '../operatorRefusal.ts'
import type { AccountRepo } from '../ports/accountRepo.ts'
import type { Books, Funding, UnitOfWork } from '../ports/books.ts'
import type { Clock } from '../ports/clock.ts'
import { referenceForm, referencePattern } from '../reference.ts'

/** Money for an account's balance, in major units, under a reference that counts once for the account. */
export type FundingRequest = {
  readonly accountId: string
  readonly currency: string
  readonly amount: number
  readonly reference: string
}

/** A withdrawal: the same, with the operator's explanation. */
export type WithdrawalRequest = FundingRequest & { readonly because: string }

/** Puts money into an account's balance; the same request again changes nothing and is answered the same. */
export type FundAccount = (request: FundingRequest) => Promise<{ account: Account } | OperatorRefusal>

/** Takes available money out of an account's balance, also of a closed one; as safe to repeat as a funding. */
export type WithdrawFunds = (request: WithdrawalRequest) => Promise<{ account: Account } | OperatorRefusal>

type FundingPorts = { accounts: AccountRepo; books: Books; clock: Clock; market: Market }

/** Builds the use case from its ports. */
export function fundAccount(ports: FundingPorts): FundAccount {
  const move = fundMover(ports)
  return (request) => move({ ...request, kind: 'fund', because: null })
}

/** Builds the use case from its ports. */
export function withdrawFunds(ports: FundingPorts): WithdrawFunds {
  const move = fundMover(ports)
  return async (request) => {
    if (!isExplanation(request.because)) return malformedExplanation
    return move({ ...request, kind: 'withdraw' })
  }
}

function fundMover({ accounts, books, clock, market }: FundingPorts) {
  return async (
    request: FundingRequest & Pick<Funding, 'kind' | 'because'>,
  ): Promise<{ account: Account } | OperatorRefusal> => {
    const { accountId, currency, reference, kind, because } = request
    const checked = checkFunding(request, market)
    if ('refused' in checked) return checked
    const funding: Funding = { accountId, reference, kind, currency, ...checked, because, atMs: clock.nowMs() }
    for (;;) {
      const account = await accounts.byId(accountId)
      if (!account) return unknownAccount(accountId)
      if (account.closed && kind === 'fund')
        return { refused: 'closed_account', message: `Account ${accountId} is closed` }
      const scope = { account: accountId, currency }
      const refused = await books.atomically(scope, moveFunds(funding, account.version))
      if (refused !== 'stale') return refused ?? { account }
    }
  }
}

/** Checks the currency, amount and reference of a funding by themselves; the answer is a refusal or the amount in minor units. */
export function checkFunding(
  { currency, amount, reference }: Omit<FundingRequest, 'accountId'>,
  market: Market,
): { readonly amountMinor: bigint } | OperatorRefusal {
  if (!market.has(currency)) return unknownCurrency(currency, market)
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
