import type { Opened, User } from '../../../core/sente.ts'
import type { Asked } from '../asked.ts'
import { Form, type PageBase } from '../layout/links.tsx'
import type { Cookies, SeeOther, Shown } from '../page.ts'
import { Field, Password } from '../parts/fields.tsx'
import type { Form as SentForm } from '../request/form.ts'
import { type KeptForm, keptIn, keptSeen, sealKept } from './keptForm.ts'
import { withSession } from './opened.ts'

/** The field that carries a kept form through the pages for signing in. */
export function Kept({ sealed }: { readonly sealed: string | undefined }) {
  return sealed === undefined ? null : <input type="hidden" name="kept" value={sealed} />
}

/** The page for the second step of a user, with a form that is kept. */
export type StepForm = (user: User, around: { readonly kept: string }) => Shown

/** The requested page, and the page for a missing second step. */
type Onward = { readonly to: string | undefined; readonly stepForm: StepForm }

/**
 * Continues after a step of signing in: with the kept form of this user, over a second step if that is missing; or to
 * the requested page. Another person at the browser does not get the form.
 */
export async function onwardWith(
  kept: KeptForm | undefined,
  opened: Omit<Opened, 'account'>,
  { to, stepForm }: Onward,
): Promise<(Shown | SeeOther) & { readonly cookies: Cookies }> {
  const { seeOther, cookies = {} } = withSession(opened, to)
  const { user, needs, token } = opened
  if (kept?.userId !== user.id || needs === 'enrolment') return { seeOther, cookies }
  const shown = needs === null ? keptPage(kept) : stepForm(user, { kept: await sealKept(kept, token) })
  return { ...shown, cookies }
}

/** Continues after a form for signing in, with the kept form in it, which a reload of the answer shows again. */
export async function onwardFrom(
  asked: Asked,
  form: SentForm,
  opened: Omit<Opened, 'account'>,
  around: Onward,
): ReturnType<typeof onwardWith> {
  const kept = await keptIn(asked, form)
  const onward = await onwardWith(kept, opened, around)
  return kept ? { ...onward, cookies: { ...onward.cookies, ...keptSeen(asked) } } : onward
}

/** The kept form in a form for signing in that a user who is back sends again, by a reload. */
export async function keptAgain(asked: Asked, form: SentForm): Promise<Shown | undefined> {
  return asked.visitor?.needs === null ? keptOf(asked, await keptIn(asked, form)) : undefined
}

/** Shows a user who is back a form that was kept; nothing to others. */
export function keptOf({ visitor }: Pick<Asked, 'visitor'>, kept: KeptForm | undefined): Shown | undefined {
  return visitor?.needs === null && kept?.userId === visitor.user.id ? keptPage(kept) : undefined
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
