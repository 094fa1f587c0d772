import { mayUseApi } from '../accounts/mayUseApi.ts'
import type { Account } from '../model/account.ts'
import type { CurrencyMarket, Market } from '../model/market.ts'
import { decimalsOf, toMinor } from '../model/money.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Metadata } from '../model/transaction.ts'
import type { Secrets } from '../ports/secrets.ts'

/**
 * What a merchant asks for, with the contract's fields. The caller that takes it from outside checks its form: the
 * rules rely on these types, and on `referencePattern`.
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
  /** What the payment is for, up to 200 characters without control characters; kept and given back. */
  readonly description?: string
  /** Up to 20 values of up to 200 characters, by names of up to 40; kept and given back. */
  readonly metadata?: Metadata
}

/** What the rules are applied to. */
type Case = { request: PaymentRequest; account: Account; market: Market; secrets: Secrets }

/** `amountMinor` is undefined where the currency is not in the market, or has fewer decimals than the amount. */
type Rule = (given: Case & { amountMinor: bigint | undefined }) => Refusal | undefined

/** The rules that need no more than the account and the market, in the order in which they are checked. */
const rules: readonly Rule[] = [
  publicKeyIsTheirs,
  ({ account }) => mayUseApi(account),
  currencyIsSupported,
  networkServesCurrency,
  phoneNumberFitsNetwork,
  amountIsEnough,
  amountIsNotTooMuch,
  amountIsPrecise,
  currencyIsActivated,
]

/** Applies the rules to a request: the answer is the refusal of the first that it breaks, else the amount in minor units. */
export function check(given: Case): { readonly amountMinor: bigint } | Refusal {
  const { market, request } = given
  const amountMinor = market.has(request.currency) ? toMinor(request.amount, request.currency) : undefined
  const converted = { ...given, amountMinor }
  for (const rule of rules) {
    const refusal = rule(converted)
    if (refusal) return refusal
  }
  if (amountMinor === undefined) throw new Error('an amount passed the rules but has no minor units')
  return { amountMinor }
}

function publicKeyIsTheirs({ request, account, secrets }: Case): Refusal | undefined {
  const digest = secrets.digest(request.apikey)
  const isTheirs = account.keys.some((key) => key.kind === 'public' && key.active && key.digest === digest)
  return isTheirs ? undefined : { refused: 'invalid_public_key' }
}

function currencyIsSupported({ request, market }: Case): Refusal | undefined {
  return market.has(request.currency) ? undefined : { refused: 'currency_not_supported' }
}

function networkServesCurrency({ request, market }: Case): Refusal | undefined {
  const { networks } = marketOf(market, request.currency)
  if (networks.some(({ name }) => name === request.network)) return undefined
  return { refused: 'invalid_network', currency: request.currency, networks: networks.map(({ name }) => name) }
}

function phoneNumberFitsNetwork({ request, market }: Case): Refusal | undefined {
  const network = marketOf(market, request.currency).networks.find(({ name }) => name === request.network)
  const fits = network?.phoneNumbers?.test(request.phoneNumber) ?? true
  return fits ? undefined : { refused: 'invalid_phone_number', network: request.network }
}

function amountIsEnough({ request: { amount, currency }, market }: Case): Refusal | undefined {
  const { minimum } = marketOf(market, currency)
  return amount >= minimum ? undefined : { refused: 'amount_below_minimum', currency, minimum }
}

function amountIsNotTooMuch({ request: { amount, currency }, market }: Case): Refusal | undefined {
  const { maximum } = marketOf(market, currency)
  return amount <= maximum ? undefined : { refused: 'amount_above_maximum', currency, maximum }
}

function amountIsPrecise({ request: { currency }, amountMinor }: Parameters<Rule>[0]): Refusal | undefined {
  if (amountMinor !== undefined) return undefined
  return { refused: 'amount_too_precise', currency, decimals: decimalsOf(currency) }
}

function currencyIsActivated({ request, account }: Case): Refusal | undefined {
  return account.activatedCurrencies.includes(request.currency) ? undefined : { refused: 'currency_not_activated' }
}

function marketOf(market: Market, currency: string): CurrencyMarket {
  const found = market.get(currency)
  if (!found) throw new Error(`${currency} is not in the market`)
  return found
}
