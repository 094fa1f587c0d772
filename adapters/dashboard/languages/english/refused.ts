import type { OperatorRefusalCode, PeopleRefusalCode, Refusal, RefusalCode } from '../../../../core/sente.ts'
import { messageOf } from '../../../formats/refusals.ts'
import type { AmountFault, UnreadAmount } from '../../../written/amount.ts'

/** The refusals that a user who moves money by hand can meet. */
const codes = [
  'kyc_incomplete',
  'api_access_off',
  'account_not_found',
  'duplicate_reference',
  'duplicate_link',
  'not_refundable',
  'currency_not_supported',
  'invalid_network',
  'invalid_phone_number',
  'amount_below_minimum',
  'amount_above_maximum',
  'amount_too_precise',
  'currency_not_activated',
  'limit_reached',
  'pin_not_set',
  'pin_locked',
  'invalid_pin',
  'refund_exceeds_collection',
  'insufficient_balance',
  'network_unavailable',
  'provider_unavailable',
  'quarantined',
  'link_is_over',
  'missing_fields',
  'malformed_fields',
  'duplicate_batch',
  'batch_refused',
  'repeats_unconfirmed',
  'batch_is_over',
  'batch_awaits_approval',
  'batch_unconfirmed',
] as const satisfies readonly RefusalCode[]

type Refused = { readonly [Code in (typeof codes)[number]]: (refusal: Extract<Refusal, { refused: Code }>) => string }

/** Their texts by their codes: in English those of the API. */
export const refused = Object.fromEntries(codes.map((code) => [code, messageOf])) as Refused

const amount = ({ problem }: UnreadAmount) => `The amount ${problem}`

/** The refusals of signing in, of acts on users, and of acts that one user may not do. */
const peopleCodes = [
  'wrong_sign_in',
  'wrong_password',
  'password_needed',
  'not_confirmed',
  'not_allowed',
  'wrong_code',
  'too_many_attempts',
  'too_busy',
  'session_ended',
  'second_step_needed',
  'second_step_required',
  'second_person_needed',
  'too_many_passkeys',
  'closed_account',
  'invitation_gone',
  'too_many_invitations',
  'unknown_user',
  'user_removed',
  'last_owner',
  'malformed_name',
  'malformed_amount',
  'name_taken',
  'malformed_password',
  'guessable_password',
  'malformed_pin',
  'guessable_pin',
] as const satisfies readonly (PeopleRefusalCode | OperatorRefusalCode)[]

type Spoken = { readonly message: string }

/** Their texts by their codes: in English those of the core. */
export const refusals = Object.fromEntries(peopleCodes.map((code) => [code, ({ message }: Spoken) => message])) as {
  readonly [Code in (typeof peopleCodes)[number]]: (refusal: Spoken) => string
}

/** The reasons why a text is no amount. */
export const amountFaults = {
  noAmount: amount,
  tooLong: amount,
  ambiguous: amount,
  badGroups: amount,
  decimals: amount,
} satisfies Record<AmountFault, (unread: UnreadAmount) => string>
