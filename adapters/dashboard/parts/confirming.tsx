import { type ConfirmPassword, isRefusal, type PeopleRefusal } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import type { Language } from '../languages/languages.ts'
import { Form, type PageBase } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import { confirmedIfGiven } from '../request/confirmed.ts'
import type { Form as Filled } from '../request/form.ts'
import { refusing } from '../request/refusing.ts'
import { asRefused, Password, Refused, type Refusing } from './fields.tsx'

/** A form that may need to be sent again, with the password. */
export type Asking = {
  /** The path that receives it. */
  readonly to: string
  /** The text of its button. */
  readonly label: string
  readonly fields: Readonly<Record<string, string>>
}

type Sent<Who> = {
  readonly who: Who
  readonly form: Filled
  readonly asking: Asking
  /** The language of a refusal: English by default. */
  readonly language?: Language | undefined
}

/** Carries a form out. Resolves with a page that asks for the password if it is required first, or was wrong. */
export async function doneWhenSure<Who extends Visitor, Done extends object>(
  confirmPassword: ConfirmPassword,
  { who, form, asking, language }: Sent<Who>,
  act: (who: Who) => Promise<Done>,
): Promise<Done | { readonly answer: Shown }> {
  const sure = await confirmedIfGiven(confirmPassword, who, form)
  const done: object = isRefusal(sure) ? sure : await act(sure as Who)
  const refusal = done as Partial<PeopleRefusal>
  const isAsked = isRefusal(sure) || refusal.refused === 'password_needed'
  return isAsked ? { answer: confirmingPage(asking, refusing(refusal as PeopleRefusal, language)) } : (done as Done)
}

/** Asks for the password, and gives the reason. */
function confirmingPage(asking: Asking, refused: Refusing): Shown {
  const main = <Confirming {...asking} refused={refused} />
  return { title: asking.label, main, isNarrow: true, ...asRefused(refused) }
}

function Confirming({ to, label, fields, refused }: Asking & { readonly refused: Refusing }, { language }: PageBase) {
  return (
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
        <small>{language.texts.forms.fiveMinutes}</small>
      </p>
    </>
  )
}
