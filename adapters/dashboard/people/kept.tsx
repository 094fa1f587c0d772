import type { Opened, User } from '../../../core/sente.ts'
import { Form, type PageBase } from '../layout/links.tsx'
import type { Cookies, SeeOther, Shown } from '../page.ts'
import { Field, Password } from '../parts/fields.tsx'
import { type KeptForm, sealKept } from './keptForm.ts'
import { withSession } from './opened.ts'

/** The field that carries a kept form through the pages for signing in. */
export function Kept({ sealed }: { readonly sealed: string | undefined }) {
  return sealed === undefined ? null : <input type="hidden" name="kept" value={sealed} />
}

/** The page for the second step of a user, with a form that is kept. */
export type StepForm = (user: User, around: { readonly kept: string }) => Shown

/**
 * Continues after a step of signing in: with the kept form of this user, over a second step if that is missing; or to
 * the requested page. Another person at the browser does not get the form.
 */
export async function onwardWith(
  kept: KeptForm | undefined,
  opened: Omit<Opened, 'account'>,
  { to, stepForm }: { readonly to: string | undefined; readonly stepForm: StepForm },
): Promise<(Shown | SeeOther) & { readonly cookies: Cookies }> {
  const { seeOther, cookies = {} } = withSession(opened, to)
  const { user, needs, token } = opened
  if (kept?.userId !== user.id || needs === 'enrolment') return { seeOther, cookies }
  const shown = needs === null ? keptPage(kept) : stepForm(user, { kept: await sealKept(kept, token) })
  return { ...shown, cookies }
}

/** Shows a user who is back the form that was kept, to be sent again with its secrets. */
function keptPage(kept: KeptForm): Shown {
  return { title: (texts) => texts.kept.title, isNarrow: true, main: <SendAgain {...kept} /> }
}

function SendAgain({ to, fields, asks, isLarge }: KeptForm, { language }: PageBase) {
  const text = language.texts.kept
  return (
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
}
