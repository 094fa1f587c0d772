import { type Attribution, type Done, type Recording, recording, refuseAttribution } from '../../actions/attribution.ts'
import type { Account } from '../../model/account.ts'
import type { Market } from '../../model/market.ts'
import { decimalsOf, isKnownCurrency, toDecimal, toMinor } from '../../model/money.ts'
import {
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
  /** 1 to 100 visible ASCII characters; it can be used once for the account. */
  readonly reference: string
} & Attribution

/** A withdrawal: the same, with a reason. */
export type WithdrawalRequest = FundingRequest & { readonly because: string }

/** The function that {@link fundAccount} returns. */
export type FundAccount = (request: FundingRequest) => Promise<{ readonly account: Account } | OperatorRefusal>

/** The function that {@link withdrawFunds} returns. */
export type WithdrawFunds = (request: WithdrawalRequest) => Promise<{ readonly account: Account } | OperatorRefusal>

/**
 * Adds money to an account's balance. The same request again changes nothing and is answered the same, even once the
 * account is closed, or the market no longer has the currency. Refused with `unknown_account`, `closed_account`,
 * `unknown_currency`, `malformed_amount`, `malformed_reference` and, for another amount or currency under the same
 * reference, `funding_reference_reused`.
 */
export function fundAccount(ports: FundingPorts & Pick<AccountPorts, 'market'>): FundAccount {
  const move = fundMover(ports)
  return async (request) => {
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    const { currency } = request
    const unconfigured = ports.market.has(currency) ? undefined : unconfiguredCurrency(currency, ports.market)
    if (unconfigured && !isKnownCurrency(currency)) return unconfigured
    const checked = checkAmount(request)
    return 'refused' in checked ? checked : move(request, { ...checked, kind: 'fund', unconfigured })
  }
}

/**
 * Takes available money out of an account's balance, even of a closed account, and in a currency that the market no
 * longer has; as safe to repeat as a funding. Refused like a funding, and with `balance_too_low` and
 * `malformed_explanation`.
 */
export function withdrawFunds(ports: FundingPorts): WithdrawFunds {
  const move = fundMover(ports)
  return async (request) => {
    const refusal = refuseAttribution(request)
    if (refusal) return refusal
    if (!isKnownCurrency(request.currency)) return unknownCurrency(request.currency)
    const checked = checkAmount(request)
    return 'refused' in checked ? checked : move(request, { ...checked, kind: 'withdraw' })
  }
}

/** The ports for fundings and withdrawals. */
export type FundingPorts = Pick<AccountPorts, 'accounts' | 'books' | 'clock' | 'secrets'>

function fundMover(ports: FundingPorts) {
  const { accounts, books, clock } = ports
  return async (
    request: FundingRequest,
    { amountMinor, kind, unconfigured }: Pick<Funding, 'amountMinor' | 'kind'> & Unconfigured,
  ): Promise<{ account: Account } | OperatorRefusal> => {
    const { accountId, currency, reference, because = null, approval } = request
    const funding: Funding = { accountId, reference, kind, currency, amountMinor, because, atMs: clock.nowMs() }
    const proposal = approval?.proposal ?? null
    const record = recording(ports, request)
    for (;;) {
      const account = await accounts.byId(accountId)
      if (!account) return unknownAccount(accountId)
      const refusal = unconfigured ?? (account.closed && kind === 'fund' ? closedAccount(accountId) : undefined)
      const scope = { account: accountId, currency, funding: reference, events: true, action: { proposal } } as const
      const moving = { version: account.version, proposal, record, refusal }
      const refused = await books.atomically(scope, moveFunds(funding, moving))
      if (refused !== 'stale') return refused ?? { account }
    }
  }
}

/** The reason why nothing new is moved in a currency, if there is one. */
type Unconfigured = { readonly unconfigured?: OperatorRefusal | undefined }

type Money = Pick<FundingRequest, 'currency' | 'amount' | 'reference'>

type Checked = { readonly amountMinor: bigint } | OperatorRefusal

/**
 * Checks the currency, amount and reference of a funding by themselves. Returns a refusal or the amount in minor units.
 */
export function checkFunding(funding: Money, market: Market): Checked {
  return market.has(funding.currency) ? checkAmount(funding) : unconfiguredCurrency(funding.currency, market)
}

function checkAmount({ currency, amount, reference }: Money): Checked {
  const amountMinor = toMinor(amount, currency)
  if (amountMinor === undefined || amountMinor <= 0n || !Number.isSafeInteger(Number(amountMinor))) {
    const form =
      decimalsOf(currency) === 0 ? 'a whole number' : `a number with at most ${decimalsOf(currency)} decimals`
    return { refused: 'malformed_amount', message: `An amount of ${currency} must be ${form} above zero` }
  }
  if (new RegExp(referencePattern).test(reference)) return { amountMinor }
  return { refused: 'malformed_reference', message: `A reference must be ${referenceForm}` }
}

type Moving = {
  readonly version: number
  readonly proposal: number | null
  readonly record: Recording
  /** The reason why nothing new is moved. */
  readonly refusal: OperatorRefusal | undefined
}

/** The step that moves the money; `stale` when the account has changed since it was read, and may be closed now. */
function moveFunds(
  funding: Funding,
  { version, proposal, record, refusal }: Moving,
): (work: UnitOfWork) => OperatorRefusal | 'stale' | undefined {
  return (work) => {
    const { accountId, currency, amountMinor, reference, kind, atMs } = funding
    const first = work.funding(reference)
    if (first && !isSame(first, funding)) return reused(first)
    // A repetition is no action, but it ends the proposal behind it.
    if (first && proposal === null) return undefined
    if (!first && refusal) return refusal
    if (!first && work.accountVersion() !== version) return 'stale'
    const { availableMinor } = work.ledger.balance(accountId, currency)
    if (!first && kind === 'withdraw' && availableMinor < amountMinor) return tooLow(availableMinor, currency)
    if (!first) {
      work.fund(funding)
      work.ledger.post({ accountId, currency, ...movements[kind], amountMinor, cause: { funding: reference }, atMs })
    }
    const after = work.ledger.balance(accountId, currency)
    work.act(record(() => doneWith(funding, { beforeMinor: availableMinor, afterMinor: after.availableMinor })))
    return undefined
  }
}

const movements = {
  fund: { from: 'funding', to: 'available' },
  withdraw: { from: 'available', to: 'funding' },
} as const

type Available = { readonly beforeMinor: bigint; readonly afterMinor: bigint }

function doneWith({ accountId, kind, currency, amountMinor, reference }: Funding, available: Available): Done {
  return {
    kind: `account.${kind}`,
    accountId,
    subject: `${kind === 'fund' ? 'funding' : 'withdrawal'} ${reference}`,
    before: { available: toDecimal(available.beforeMinor, currency), currency },
    after: {
      amount: toDecimal(amountMinor, currency),
      available: toDecimal(available.afterMinor, currency),
      currency,
    },
  }
}

function closedAccount(accountId: string): OperatorRefusal {
  return { refused: 'closed_account', message: `Account ${accountId} is closed` }
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
  return { refused: 'funding_reference_reused', message: `Reference ${reference} was already used, for ${first}` }
}
