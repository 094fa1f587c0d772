import { type ConfirmPassword, isRefusal } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import type { Form } from './form.ts'

/** The same where the form has a password; whoever left it out may have given it within the last minutes. */
export async function confirmedIfGiven<Who extends Visitor>(confirmPassword: ConfirmPassword, who: Who, form: Form) {
  return form.exact('password') === '' ? who : confirmed(confirmPassword, who, form)
}

/** Somebody who has given the password again in a form; refused as `confirmPassword` is. */
export async function confirmed<Who extends Visitor>(confirmPassword: ConfirmPassword, who: Who, form: Form) {
  const given = await confirmPassword({ session: who.session, password: form.exact('password') })
  return isRefusal(given) ? given : { ...who, session: given.session }
}
