import { type ConfirmPassword, isRefusal } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import type { Form } from './form.ts'

/** The same for a form with a password. If the user left it out, it may have been given within the last minutes. */
export async function confirmedIfGiven<Who extends Visitor>(confirmPassword: ConfirmPassword, who: Who, form: Form) {
  return form.exact('password') === '' ? who : confirmed(confirmPassword, who, form)
}

/** A user who has given the password again in a form; refused like `confirmPassword`. */
export async function confirmed<Who extends Visitor>(confirmPassword: ConfirmPassword, who: Who, form: Form) {
  const given = await confirmPassword({ session: who.session, password: form.exact('password') })
  return isRefusal(given) ? given : { ...who, session: given.session }
}
