import { Form } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import { words } from '../words.ts'
import { Password, Refused } from './fields.tsx'

/** Asks for the password before a form is taken, and sends it again with that. */
export function confirmingPage(given: {
  /** Where the form goes to. */
  readonly to: string
  /** What it is about, as its button has it. */
  readonly label: string
  readonly fields: Readonly<Record<string, string>>
  /** Why it is asked for, or what is wrong with the one that was given. */
  readonly refused: string
}): Shown {
  const { to, label, fields, refused } = given
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
  return { title: label, main, isNarrow: true, status: 422 }
}
