import type { Reason } from '../../../core/sente.ts'
import { printableText } from '../transport/http/readBody.ts'
import { noRefusals } from './codes.ts'

/** The place where a code occurred: in the answer to a submission, or in an enquiry about a failed payment. */
type Occasion = 'submission' | 'enquiry'

/** The reason why a payment failed, in our words and in Airtel's. */
type Why = { readonly reason: Reason; readonly networkReason: string | null }

/** The reason of the first meaningful code, and that code. Unlisted codes are `refused_by_network`. */
export function airtelWhy(codes: readonly string[], occasion: Occasion): Why {
  for (const code of codes.filter(isAirtelCode)) {
    const reason: Reason | Record<Occasion, Reason> | null = reasons[code]
    if (reason !== null) return { reason: typeof reason === 'string' ? reason : reason[occasion], networkReason: code }
  }
  const unlisted = codes.find((code) => !isAirtelCode(code))
  return { reason: 'refused_by_network', networkReason: printableText(unlisted ?? codes[0]) }
}

/** The code with which an answer refuses a payment: a documented one, or else an unlisted one of a transaction. */
export function refusalIn(codes: readonly string[]): string | null {
  return codes.find(isRefusal) ?? codes.find((code) => /^DP[0-9]{1,20}$/.test(code) && !isAirtelCode(code)) ?? null
}

/** The reason of this word from an earlier answer to the submission; undefined if it has none. */
export function reasonOf(word: string | null): Reason | undefined {
  return word !== null && isRefusal(word) ? airtelWhy([word], 'submission').reason : undefined
}

function isRefusal(code: string): boolean {
  return isFailure(code) && !noRefusals.includes(code)
}

/** Whether it is one of Airtel's documented codes. */
function isAirtelCode(code: string): code is AirtelCode {
  return Object.hasOwn(reasons, code)
}

/** Whether a code means that a payment was refused or has failed; ambiguous codes do not. */
export function isFailure(code: string): boolean {
  return isAirtelCode(code) && reasons[code] !== null && !sayNothing.includes(code)
}

/** Codes without meaning: samples in the documents show them with payments that succeeded. */
const sayNothing: readonly string[] = ['ESB000008']

type AirtelCode = keyof typeof reasons

/**
 * Codes of collections (DP008), of payouts (DP009), of the router and of the platform behind it (ESB), from published
 * copies of Airtel's lists and, with fewer zeros, from live answers. Null for codes without a reason.
 */
const reasons = {
  DP00800001000: null,
  DP00800001001: null,
  DP00800001002: 'customer_did_not_approve',
  DP00800001003: 'limit_reached',
  DP00800001004: 'refused_by_network',
  // The lists define it as "no PIN was entered". In answers to submissions it came with "Msisdn Not Found".
  DP00800001005: { submission: 'phone_number_not_found', enquiry: 'customer_did_not_approve' },
  DP00800001006: null,
  DP00800001007: 'customer_balance_too_low',
  DP00800001008: 'refused_by_network',
  DP00800001009: 'refused_by_network',
  DP00800001010: 'recipient_not_allowed',
  DP00800001024: 'customer_did_not_approve',
  DP00800001025: null,
  DP00800001026: 'gateway_misconfigured',
  DP00800001029: 'customer_did_not_approve',
  // Short codes have other numbers: 1021 is their code for too little money, which is 1007 here.
  DP008001001: null,
  DP008001013: 'refused_by_network',
  DP008001021: 'customer_balance_too_low',
  DP00900001000: null,
  DP00900001001: null,
  DP00900001003: 'limit_reached',
  DP00900001004: 'refused_by_network',
  DP00900001005: 'refused_by_network',
  DP00900001006: null,
  DP00900001007: 'network_float_too_low',
  DP00900001009: 'recipient_not_allowed',
  // "Payer is not an allowed user", and the payer is us.
  DP00900001010: 'gateway_misconfigured',
  DP00900001011: null,
  DP00900001012: 'phone_number_not_found',
  DP00900001013: 'refused_by_network',
  DP00900001014: 'network_failure',
  DP00900001015: null,
  DP00900001016: 'gateway_misconfigured',
  DP00900001017: null,
  ROUTER001: 'gateway_misconfigured',
  ROUTER003: 'gateway_misconfigured',
  ROUTER005: 'gateway_misconfigured',
  ROUTER006: 'gateway_misconfigured',
  ROUTER007: 'gateway_misconfigured',
  ROUTER110: 'gateway_misconfigured',
  ROUTER112: 'gateway_misconfigured',
  ROUTER114: 'gateway_misconfigured',
  ROUTER115: 'gateway_misconfigured',
  ROUTER116: 'gateway_misconfigured',
  ROUTER117: 'network_failure',
  ROUTER119: 'gateway_misconfigured',
  ESB000001: 'network_failure',
  ESB000004: 'network_failure',
  ESB000008: 'gateway_misconfigured',
  ESB000010: null,
  ESB000011: 'refused_by_network',
  ESB000014: null,
  ESB000033: 'phone_number_not_found',
  ESB000034: 'gateway_misconfigured',
  ESB000035: 'gateway_misconfigured',
  ESB000036: 'phone_number_not_found',
  ESB000039: 'gateway_misconfigured',
  ESB000041: null,
  ESB000045: null,
  invalid_client: 'gateway_misconfigured',
  invalid_token: 'gateway_misconfigured',
} as const satisfies Record<string, Reason | Record<Occasion, Reason> | null>
