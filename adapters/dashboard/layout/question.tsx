import type { Question, Shown } from '../page.ts'
import { words } from '../words.ts'
import { type Filled, Form, Link } from './links.tsx'

/** Asks before a form does its work, and carries the form, except its password. */
export function questionPage({ title, hint, submit, back, children }: Question, form: Filled, to: string): Shown {
  const names = form.names.filter((name) => name !== 'password' && name !== 'sure')
  const main = (
    <>
      <h1>{title}</h1>
      <p>{hint}</p>
      <Form to={to} label={submit}>
        <input type="hidden" name="sure" value="yes" />
        {names.flatMap((name) => form.all(name).map((value) => <input type="hidden" name={name} value={value} />))}
        {children}
        <button type="submit" class="grave">
          {submit}
        </button>
      </Form>
      <p>
        <Link to={back}>{words.question.back}</Link>
      </p>
    </>
  )
  return { title, main, isNarrow: true }
}
