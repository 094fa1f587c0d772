import type { OperatorRefusal, PeopleRefusal, Refusal } from '../../../core/sente.ts'
import { messageOf } from '../../formats/refusals.ts'
import { type Language, languages } from '../languages/languages.ts'
import type { Wrong } from '../page.ts'
import { named } from './named.ts'

type AnyRefusal = Refusal | PeopleRefusal | OperatorRefusal

/** The fields that refusals are about, by the codes of these; of several names the form's own one counts. */
const fields: Readonly<Partial<Record<AnyRefusal['refused'], readonly string[]>>> = {
  wrong_sign_in: ['password'],
  wrong_password: ['password'],
  not_confirmed: ['password'],
  password_needed: ['password'],
  malformed_password: ['new', 'password'],
  guessable_password: ['new', 'password'],
  wrong_code: ['code', 'recovery'],
  malformed_explanation: ['because'],
  malformed_name: ['name', 'owner'],
  name_taken: ['name'],
  key_name_taken: ['name'],
  malformed_address: ['address'],
  mail_failed: ['address'],
  malformed_amount: ['amount'],
  balance_too_low: ['amount'],
  amount_below_minimum: ['amount'],
  amount_above_maximum: ['amount'],
  amount_too_precise: ['amount'],
  limit_reached: ['amount'],
  insufficient_balance: ['amount'],
  refund_exceeds_collection: ['amount'],
  malformed_reference: ['reference'],
  funding_reference_reused: ['reference'],
  move_reference_reused: ['reference'],
  reference_used: ['reference'],
  duplicate_reference: ['reference'],
  duplicate_link: ['reference'],
  duplicate_batch: ['reference'],
  unknown_account: ['account'],
  malformed_pin: ['pin'],
  guessable_pin: ['pin'],
  pin_not_set: ['pin'],
  pin_locked: ['pin'],
  invalid_pin: ['pin'],
  unknown_currency: ['currency'],
  currency_not_supported: ['currency'],
  currency_not_activated: ['currency'],
  invalid_network: ['network'],
  invalid_phone_number: ['phone_number'],
  row_alike: ['another_than'],
  malformed_role: ['role'],
}

/** A refusal as a form shows it: beside the field that it is about, if there is one. */
export function refusing(refusal: AnyRefusal, language = languages.en): Wrong {
  return { field: namedIn(refusal) ?? fields[refusal.refused] ?? [], message: messageFor(refusal, language) }
}

/** The fields that a refusal names itself. */
function namedIn(refusal: AnyRefusal): readonly string[] | undefined {
  if (refusal.refused === 'missing_fields') return refusal.fields
  // Each problem begins with the name of its field.
  if (refusal.refused === 'malformed_fields') return refusal.problems.map((problem) => problem.replace(/ .*/s, ''))
  return 'about' in refusal && refusal.about !== undefined ? [refusal.about] : undefined
}

/** Whether a refusal is about a field of this name. */
export function isAbout({ field }: Wrong, name: string): boolean {
  return [field].flat().includes(name)
}

/** The text for a refusal, in a language if there is one for its code. */
export function messageFor(refusal: AnyRefusal, { texts }: Language = languages.en): string {
  if ('message' in refusal) {
    const text = named<(of: { readonly message: string }) => string>(texts.refusals, refusal.refused)
    return text?.(refusal) ?? refusal.message
  }
  const text = named<(of: never) => string>(texts.refused, refusal.refused)
  return text?.(refusal as never) ?? messageOf(refusal)
}
