import type { Caller } from '../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../accounts/refuseApiUse.ts'
import type { Account } from '../model/account.ts'
import { type CurrencyMarket, isOfAnother, type Market, type Network } from '../model/market.ts'
import { decimalsOf, toMinor } from '../model/money.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Kind, Metadata, Transaction } from '../model/transaction.ts'
import type { Secrets } from '../ports/secrets.ts'

/**
 * A merchant's request, with the contract's fields. A caller that receives it from outside checks its form: the rules
 * rely on these types, and on `referencePattern`.
 */
export type PaymentRequest = {
  /** The public key. */
  readonly apikey: string
  /** The merchant's own name for the payment, unique within the account. */
  readonly reference: string
  /** International digits without a plus sign. */
  readonly phoneNumber: string
  /** In major units, as the JSON number of the contract. */
  readonly amount: number
  readonly currency: string
  readonly network: string
  /** The purpose of the payment, up to 200 characters without control characters; stored and returned. */
  readonly description?: string
  /** Up to 20 values of up to 200 characters, by names of up to 40; stored and returned. */
  readonly metadata?: Metadata
  /** The text for the customer, of the form `customerMessagePattern`. */
  readonly customerMessage?: string
}

/** A merchant's request in a line of a batch, whose public key came once. */
export type LineRequest = Omit<PaymentRequest, 'apikey'>

/** The input of the rules. */
type Case = { request: LineRequest; account: Account; market: Market }

/** The same with the data that came with the public key. */
type CallerCase = {
  caller: Pick<Caller, 'account' | 'user'>
  request: Pick<PaymentRequest, 'apikey'>
  secrets: Secrets
}

/** The part of it that decides an amount. */
type AmountCase = { request: Pick<PaymentRequest, 'currency' | 'network' | 'amount'>; market: Market }

/** An amount in a currency. */
type SomeAmountCase = { request: Pick<PaymentRequest, 'currency' | 'amount'>; market: Market }

/** The part of it that decides an amount over any network. */
export type FixedAmountCase = Pick<Case, 'account' | 'market'> & {
  request: Pick<PaymentRequest, 'currency' | 'amount'>
}

/** `amountMinor` is undefined if the currency is not in the market, or has fewer decimals than the amount. */
type Rule<Given = Case> = (given: Given & { amountMinor: bigint | undefined }) => Refusal | undefined

/** The rules that need only the account and the market, after those about the caller, in the order of the checks. */
const rules: readonly Rule[] = [
  currencyIsSupported,
  networkServesCurrency,
  phoneNumberFitsNetwork,
  amountIsEnough,
  amountIsNotTooMuch,
  amountIsPrecise,
  currencyIsActivated,
]

/** The rules of a quote, which is not a payment yet. */
const rulesOfAmounts: readonly Rule<AmountCase>[] = [
  currencyIsSupported,
  networkServesCurrency,
  amountIsEnough,
  amountIsNotTooMuch,
  amountIsPrecise,
]

/** Applies the rules about the caller alone. A user who is signed in needs no public key. */
export function checkCaller(given: CallerCase): Refusal | undefined {
  const { account, user } = given.caller
  return (user === undefined ? publicKeyIsTheirs(given) : undefined) ?? refuseApiUse(account)
}

/**
 * Applies the rules about one payment: returns the refusal of the first broken one, or else the amount in minor units.
 */
export function checkLine(given: Case): { readonly amountMinor: bigint } | Refusal {
  return firstBroken(rules, given)
}

/** Applies the rules of currency, network and amount alone, like {@link checkLine}. */
export function checkAmount(given: AmountCase): { readonly amountMinor: bigint } | Refusal {
  return firstBroken(rulesOfAmounts, given)
}

function firstBroken<Given extends SomeAmountCase>(
  rules: readonly Rule<Given>[],
  given: Given,
): { readonly amountMinor: bigint } | Refusal {
  const { market, request } = given
  const amountMinor = market.has(request.currency) ? toMinor(request.amount, request.currency) : undefined
  const converted = { ...given, amountMinor }
  const refusal = firstRefusal(rules, converted)
  if (refusal) return refusal
  if (amountMinor === undefined) throw new Error('an amount passed the rules but has no minor units')
  return { amountMinor }
}

/** The rules for a fixed amount that anybody can pay, over any network. */
const rulesOfFixedAmounts: readonly Rule<FixedAmountCase>[] = [
  currencyIsSupported,
  amountIsEnough,
  amountIsNotTooMuch,
  amountIsPrecise,
  currencyIsActivated,
]

/** Applies the rules of currency and amount, like {@link checkLine}, while the network is not known yet. */
export function checkFixedAmount(given: FixedAmountCase): { readonly amountMinor: bigint } | Refusal {
  return firstBroken(rulesOfFixedAmounts, given)
}

/** The refusal of a reference that a transaction has used. */
export function duplicateReference(transactionId: string): Extract<Refusal, { refused: 'duplicate_reference' }> {
  return { refused: 'duplicate_reference', transactionId, isRepeat: false }
}

/**
 * Whether a request matches a transaction: the same operation with the same amount, currency, network and phone number,
 * even if that of the transaction was erased.
 */
export function asksFor(
  { kind, request, secrets }: { readonly kind: Kind; readonly request: LineRequest; readonly secrets: Secrets },
  one: Transaction,
): boolean {
  const { currency, network, amount, phoneNumber } = request
  if (kind !== one.kind || currency !== one.currency || network !== one.network) return false
  if (toMinor(amount, currency) !== one.amountMinor) return false
  return isOfNumber(one, phoneNumber, secrets)
}

/** Whether a transaction belongs to a phone number, even if that was erased from it. */
export function isOfNumber(
  one: Pick<Transaction, 'phoneNumber'>,
  phoneNumber: string,
  secrets: Pick<Secrets, 'pseudonym'>,
): boolean {
  return [phoneNumber, secrets.pseudonym?.(phoneNumber)].includes(one.phoneNumber)
}

/** The part of a request about the other party. */
type PartyCase = Pick<Case, 'account' | 'market'> & {
  readonly request: Pick<PaymentRequest, 'currency' | 'network' | 'phoneNumber'>
}

/** The rules about the party, in the same order. */
const partyRules: readonly ((given: PartyCase) => Refusal | undefined)[] = [
  ({ account }) => refuseApiUse(account),
  currencyIsSupported,
  networkServesCurrency,
  phoneNumberFitsNetwork,
  currencyIsActivated,
]

/** Applies the rules about the other party alone: returns the refusal of the first broken one. */
export function checkParty(given: PartyCase): Refusal | undefined {
  return firstRefusal(partyRules, given)
}

/** The part of a request with its currency. */
type CurrencyCase = Pick<Case, 'market'> & { readonly request: Pick<PaymentRequest, 'currency'> }

/** The part of a request with the network of the money. */
type NetworkCase = Pick<Case, 'market'> & { readonly request: Pick<PaymentRequest, 'currency' | 'network'> }

/** The network of a currency in a request; undefined when there is none. */
export function networkOf({ request: { currency, network }, market }: NetworkCase): Network | undefined {
  return market.get(currency)?.networks.find(({ name }) => name === network)
}

function firstRefusal<Given>(
  rules: readonly ((given: Given) => Refusal | undefined)[],
  given: Given,
): Refusal | undefined {
  for (const rule of rules) {
    const refusal = rule(given)
    if (refusal) return refusal
  }
  return undefined
}

function publicKeyIsTheirs({ request, caller: { account }, secrets }: CallerCase): Refusal | undefined {
  const digest = secrets.digest(request.apikey)
  const isTheirs = account.keys.some((key) => key.kind === 'public' && key.active && key.digest === digest)
  return isTheirs ? undefined : { refused: 'invalid_public_key' }
}

function currencyIsSupported({ request, market }: CurrencyCase): Refusal | undefined {
  return market.has(request.currency) ? undefined : { refused: 'currency_not_supported' }
}

function networkServesCurrency({ request, market }: NetworkCase): Refusal | undefined {
  if (networkOf({ request, market })) return undefined
  const { networks } = marketOf(market, request.currency)
  return { refused: 'invalid_network', currency: request.currency, networks: networks.map(({ name }) => name) }
}

function phoneNumberFitsNetwork({ request, market }: PartyCase): Refusal | undefined {
  const { networks } = marketOf(market, request.currency)
  const network = networkOf({ request, market })
  const { phoneNumber } = request
  const isForeign = network?.isStrict === true && isOfAnother(phoneNumber, network, networks)
  const fits = !isForeign && (network?.phoneNumbers?.test(phoneNumber) ?? true)
  return fits ? undefined : { refused: 'invalid_phone_number', network: request.network }
}

function amountIsEnough({ request: { amount, currency }, market }: SomeAmountCase): Refusal | undefined {
  const { minimum } = marketOf(market, currency)
  return amount >= minimum ? undefined : amountBelow(minimum, currency)
}

function amountIsNotTooMuch({ request: { amount, currency }, market }: SomeAmountCase): Refusal | undefined {
  const { maximum } = marketOf(market, currency)
  return amount <= maximum ? undefined : amountAbove(maximum, currency)
}

/** The refusal of an amount below a minimum, in major units. */
export function amountBelow(minimum: number, currency: string): Refusal {
  return { refused: 'amount_below_minimum', currency, minimum }
}

/** The refusal of an amount above a maximum, in major units. */
export function amountAbove(maximum: number, currency: string): Refusal {
  return { refused: 'amount_above_maximum', currency, maximum }
}

function amountIsPrecise({
  request: { currency },
  amountMinor,
}: Parameters<Rule<SomeAmountCase>>[0]): Refusal | undefined {
  if (amountMinor !== undefined) return undefined
  return { refused: 'amount_too_precise', currency, decimals: decimalsOf(currency) }
}

function currencyIsActivated({
  request,
  account,
}: Pick<Case, 'account'> & Pick<CurrencyCase, 'request'>): Refusal | undefined {
  return account.activatedCurrencies.includes(request.currency) ? undefined : { refused: 'currency_not_activated' }
}

function marketOf(market: Market, currency: string): CurrencyMarket {
  const found = market.get(currency)
  if (!found) throw new Error(`${currency} is not in the market`)
  return found
}
