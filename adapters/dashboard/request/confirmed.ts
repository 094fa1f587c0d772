import { type ConfirmPassword, isRefusal } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import type { Form } from './form.ts'

/** Somebody who has given the password again in a form; refused as `confirmPassword` is. */
export async function confirmed<Who extends Visitor>(confirmPassword: ConfirmPassword, who: Who, form: Form) {
  const given = await confirmPassword({ session: who.session, password: form.exact('password') })
  return isRefusal(given) ? given : { ...who, session: given.session }
}
