import { type ConfirmPassword, isRefusal, type PeopleRefusal } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import { Form } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import { confirmedIfGiven } from '../request/confirmed.ts'
import type { Form as Filled } from '../request/form.ts'
import { refusing } from '../request/refusing.ts'
import { words } from '../words.ts'
import { asRefused, Password, Refused, type Refusing } from './fields.tsx'

/** A form that may need to be sent again, with the password. */
export type Asking = {
  /** The path that receives it. */
  readonly to: string
  /** The text of its button. */
  readonly label: string
  readonly fields: Readonly<Record<string, string>>
}

/** Carries a form out. Resolves with a page that asks for the password if it is required first, or was wrong. */
export async function doneWhenSure<Who extends Visitor, Done extends object>(
  confirmPassword: ConfirmPassword,
  { who, form, asking }: { readonly who: Who; readonly form: Filled; readonly asking: Asking },
  act: (who: Who) => Promise<Done>,
): Promise<Done | { readonly answer: Shown }> {
  const sure = await confirmedIfGiven(confirmPassword, who, form)
  const done: object = isRefusal(sure) ? sure : await act(sure as Who)
  const refusal = done as Partial<PeopleRefusal>
  const isAsked = isRefusal(sure) || refusal.refused === 'password_needed'
  return isAsked ? { answer: confirmingPage(asking, refusing(refusal as PeopleRefusal)) } : (done as Done)
}

/** Asks for the password, and gives the reason. */
function confirmingPage({ to, label, fields }: Asking, refused: Refusing): Shown {
  const main = (
    <>
      <h1>{label}</h1>
      <Refused message={refused} />
      <Form to={to} label={label}>
        {Object.entries(fields).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Password />
        <button type="submit">{label}</button>
      </Form>
      <p>
        <small>{words.forms.fiveMinutes}</small>
      </p>
    </>
  )
  return { title: label, main, isNarrow: true, ...asRefused(refused) }
}
