import { type ConfirmPassword, isRefusal } from '../../../core/sente.ts'
import type { Form } from '../request/form.ts'
import type { Holder } from './holding.ts'

/** A holder who has given the password again in a form; refused as `confirmPassword` is. */
export async function confirmed(confirmPassword: ConfirmPassword, who: Holder, form: Form) {
  const given = await confirmPassword({ session: who.session, password: form.exact('password') })
  return isRefusal(given) ? given : { ...who, session: given.session }
}
