import {
  type Act,
  acts,
  type Caller,
  isRefusal,
  type OperatorRefusal,
  type PeopleRefusal,
  type Refusal,
} from '../../../core/sente.ts'
import { messageOf } from '../../formats/refusals.ts'
import { type Language, languages } from '../languages/languages.ts'
import { confirmed } from '../request/confirmed.ts'
import type { Form } from '../request/form.ts'
import { named } from '../request/named.ts'
import type { HolderDeps } from './deps.ts'
import type { Holder } from './holding.ts'

/** A holder as a caller of the merchants' use cases. The password is read from the form if the act requires it. */
export async function callerOf(
  { callAsUser, confirmPassword }: Pick<HolderDeps, 'callAsUser' | 'confirmPassword'>,
  who: Holder,
  to: Act,
  form?: Form,
): Promise<Caller | Refusal | PeopleRefusal> {
  const sure = form && acts[to].asks ? await confirmed(confirmPassword, who, form) : who
  return isRefusal(sure) ? sure : callAsUser({ who: sure, to })
}

/** The text for a refusal, in a language if there is one for its code. */
export function messageFor(
  refusal: Refusal | PeopleRefusal | OperatorRefusal,
  { texts }: Language = languages.en,
): string {
  if ('message' in refusal) return named(texts.refusals, refusal.refused) ?? refusal.message
  const text = named<(of: never) => string>(texts.refused, refusal.refused)
  return text?.(refusal as never) ?? messageOf(refusal)
}
