import { type Act, acts, type Caller, isRefusal, type PeopleRefusal, type Refusal } from '../../../core/sente.ts'
import { confirmed } from '../request/confirmed.ts'
import type { Form } from '../request/form.ts'
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
