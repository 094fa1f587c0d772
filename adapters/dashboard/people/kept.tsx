import type { Opened } from '../../../core/sente.ts'
import { Form } from '../layout/links.tsx'
import type { Shown } from '../page.ts'
import { Field, Password } from '../parts/fields.tsx'
import type { KeptForm } from './keptForm.ts'
import { peopleWords } from './words.ts'

/** The field that carries a kept form through the pages for signing in. */
export function Kept({ sealed }: { readonly sealed: string | undefined }) {
  return sealed === undefined ? null : <input type="hidden" name="kept" value={sealed} />
}

/** The kept form if it is of the user who has signed in: another person at the browser does not get it. */
export function keptOf(kept: KeptForm | undefined, { user }: Pick<Opened, 'user'>): KeptForm | undefined {
  return kept?.userId === user.id ? kept : undefined
}

/** Shows a user who is back the form that was kept, to be sent again with its secrets. */
export function keptPage({ to, fields, asks, isLarge }: KeptForm): Shown {
  const text = peopleWords.kept
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>{text.hint}</p>
      <Form to={to} label={text.submit} {...(isLarge && { isLarge: true as const })}>
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {asks.includes('password') && <Password />}
        {asks.includes('pin') && <Field name="pin" label={text.pin} type="password" inputmode="numeric" />}
        <button type="submit">{text.submit}</button>
      </Form>
    </>
  )
  return { title: text.title, isNarrow: true, main }
}
