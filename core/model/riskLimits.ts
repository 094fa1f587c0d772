/**
 * What a risk limit bounds, as refusals and the configuration file call it: the prompts to one phone number within an
 * hour, and those that have not ended, over all accounts.
 */
export type RiskLimit = 'prompts_an_hour' | 'prompts_unanswered'

/** How much each risk limit allows; null: any number. */
export type RiskLimits = { readonly [Limit in RiskLimit]: number | null }

/** The risk limits for real customers, and by default. */
export const liveRiskLimits: RiskLimits = { prompts_an_hour: 20, prompts_unanswered: 3 }

/** No risk limits, for networks that reach no customer. */
export const noRiskLimits: RiskLimits = { prompts_an_hour: null, prompts_unanswered: null }
