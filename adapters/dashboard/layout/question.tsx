import type { Question, Shown } from '../page.ts'
import { type Filled, Form, Link, type PageBase } from './links.tsx'

/** Asks before a form does its work, and carries the form, except its password. */
export function questionPage(question: Question, form: Filled, to: string): Shown {
  return { title: question.title, main: <Ask {...question} form={form} to={to} />, isNarrow: true }
}

function Ask(
  { title, hint, submit, back, children, form, to }: Question & { readonly form: Filled; readonly to: string },
  { language }: PageBase,
) {
  const names = form.names.filter((name) => name !== 'password' && name !== 'sure')
  return (
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
        <Link to={back}>{language.texts.question.back}</Link>
      </p>
    </>
  )
}
