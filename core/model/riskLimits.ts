import type { Calendar } from './days.ts'

/**
 * What a limit of prompts bounds, as refusals and the configuration file call it: the prompts to one phone number within
 * an hour, and those that have not ended, over all accounts.
 */
export type PromptLimit = 'prompts_an_hour' | 'prompts_unanswered'

/** What bounds how many recipients an account may look up within an hour, those that are not registered counted twice. */
export type NameLimit = 'names_an_hour'

/** Every limit of an account, in the order in which they are checked. */
export const accountLimitNames = ['payout_amount', 'payouts_a_day', 'payout_amount_a_day', 'collections_a_day'] as const

/**
 * What a limit of an account bounds, in one currency: the amount of one payout, how many payouts are opened within a
 * day, what they amount to together, and how many collections are opened within a day.
 */
export type AccountLimit = (typeof accountLimitNames)[number]

/** What a risk limit bounds. */
export type RiskLimit = PromptLimit | NameLimit | AccountLimit

/** How much an account may do in one currency, amounts in minor units; null: any number. */
export type AccountLimits = { readonly [Limit in AccountLimit]: bigint | null }

/** Limits of accounts by currency, as far as they are set. */
export type LimitsByCurrency = { readonly [currency: string]: Partial<AccountLimits> }

/** How much each risk limit allows; null: any number. */
export type RiskLimits = { readonly [Limit in PromptLimit | NameLimit]: number | null } & {
  /** The limits of every account that has none of its own; by default there are none. */
  readonly accounts?: LimitsByCurrency
  /** When days begin and end; at midnight in UTC by default. */
  readonly days?: Calendar
}

/** The risk limits for real customers, and by default. */
export const liveRiskLimits: RiskLimits = { prompts_an_hour: 20, prompts_unanswered: 3, names_an_hour: 60 }

/** No risk limits, for networks that reach no customer. */
export const noRiskLimits: RiskLimits = { prompts_an_hour: null, prompts_unanswered: null, names_an_hour: null }

/** Whether a limit of an account is an amount, and not a number of payments. */
export function isAmountLimit(limit: RiskLimit): boolean {
  return limit === 'payout_amount' || limit === 'payout_amount_a_day'
}

/** The limits of an account in a currency: its own, and otherwise those of every account. */
export function limitsIn(currency: string, own: LimitsByCurrency, { accounts = {} }: RiskLimits): AccountLimits {
  const [theirs, usual] = [own[currency] ?? {}, accounts[currency] ?? {}]
  const limits = accountLimitNames.map((limit) => {
    const set = theirs[limit]
    return [limit, (set === undefined ? usual[limit] : set) ?? null] as const
  })
  return Object.fromEntries(limits) as AccountLimits
}
