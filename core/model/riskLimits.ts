/**
 * A limit of prompts, by its name in refusals and in the configuration file: the prompts to one phone number within an
 * hour, and the unanswered ones, over all accounts.
 */
export type PromptLimit = 'prompts_an_hour' | 'prompts_unanswered'

/** The limit of recipients that an account may look up within an hour. Numbers without an owner count twice. */
export type NameLimit = 'names_an_hour'

/** Every limit of an account, in the order of the checks. */
export const accountLimitNames = ['payout_amount', 'payouts_a_day', 'payout_amount_a_day', 'collections_a_day'] as const

/**
 * A limit of an account in one currency: the amount of one payout, the number of payouts opened within a day, their
 * sum, and the number of collections opened within a day.
 */
export type AccountLimit = (typeof accountLimitNames)[number]

/** A risk limit. */
export type RiskLimit = PromptLimit | NameLimit | AccountLimit

/** The limits of an account in one currency, amounts in minor units; null: no limit. */
export type AccountLimits = { readonly [Limit in AccountLimit]: bigint | null }

/** Limits of accounts by currency, as far as they are set. */
export type LimitsByCurrency = { readonly [currency: string]: Partial<AccountLimits> }

/** The value of each risk limit; null: no limit. */
export type RiskLimits = { readonly [Limit in PromptLimit | NameLimit]: number | null } & {
  /** The limits of every account without its own; none by default. */
  readonly accounts?: LimitsByCurrency
}

/** The risk limits for real customers, and by default. */
export const liveRiskLimits: RiskLimits = { prompts_an_hour: 20, prompts_unanswered: 3, names_an_hour: 60 }

/** No risk limits, for networks that reach no customer. */
export const noRiskLimits: RiskLimits = { prompts_an_hour: null, prompts_unanswered: null, names_an_hour: null }

/** Whether a limit of an account is an amount, and not a number of payments. */
export function isAmountLimit(limit: RiskLimit): boolean {
  return limit === 'payout_amount' || limit === 'payout_amount_a_day'
}

/** The limits of an account in a currency: its own, or else those of every account. */
export function limitsIn(currency: string, own: LimitsByCurrency, { accounts = {} }: RiskLimits): AccountLimits {
  const [theirs, usual] = [own[currency] ?? {}, accounts[currency] ?? {}]
  const limits = accountLimitNames.map((limit) => {
    const set = theirs[limit]
    return [limit, (set === undefined ? usual[limit] : set) ?? null] as const
  })
  return Object.fromEntries(limits) as AccountLimits
}
