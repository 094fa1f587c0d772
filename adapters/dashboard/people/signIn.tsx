import { isRefusal, type UseCases } from '../../../core/sente.ts'
import type { Asked } from '../asked.ts'
import { homeOf } from '../layout/document.tsx'
import { errorPage } from '../layout/errors.tsx'
import { Form, type PageBase } from '../layout/links.tsx'
import type { Answer, Page, Shown } from '../page.ts'
import { asRefused, Field, Refused, type Refusing } from '../parts/fields.tsx'
import type { KeepForm } from '../request/handle.ts'
import { refusing } from '../request/refusing.ts'
import { sessionCookie } from '../request/sessionCookies.ts'
import { mostCarried } from './carried.ts'
import { Kept, keptAgain, onwardFrom, type StepForm } from './kept.tsx'
import { keptForm, sealKept } from './keptForm.ts'
import { goingOnTo, ownPath } from './opened.ts'

/** The dependencies of signing in. */
type Deps = UseCases & {
  /** Signs operators in through an identity provider; without it they sign in with a password alone. */
  readonly openId?: object | undefined
  readonly stepForm: StepForm
}

/** The pages for signing in and out. */
export function signInPages({ signIn, endSession, openId, stepForm }: Deps): readonly Page[] {
  const signInForm = (query: URLSearchParams, sent?: Sent) => signInPage(query, openId !== undefined, sent)
  return [
    {
      path: '/sign-in',
      access: 'anybody',
      isTranslated: true,
      show: ({ visitor, query }): Answer =>
        visitor?.needs === null ? { seeOther: ownPath(query.get('to')) ?? homeOf(visitor.user) } : signInForm(query),
      isLarge: true,
      async take(asked, form) {
        const again = await keptAgain(asked, form)
        if (again) return again
        const { query, client } = asked
        const given = { name: form.text('name'), password: form.exact('password') }
        const opened = await signIn({ ...given, client })
        if (isRefusal(opened)) {
          const kept = form.exact('kept') || undefined
          return signInForm(query, { name: given.name, message: refusing(opened, asked.language), kept })
        }
        return onwardFrom(asked, form, opened, { to: ownPath(query.get('to')), stepForm })
      },
    },
    {
      path: '/sign-out',
      access: 'arriving',
      async take({ visitor }: Asked) {
        if (visitor) await endSession({ session: visitor.session })
        return { seeOther: '/sign-in', cookies: { [sessionCookie]: null } }
      },
    },
  ]
}

/** The message of a form that is shown again, its name, and another form that is kept until its user is back. */
type Sent = { readonly name?: string; readonly message: Refusing; readonly kept?: string | undefined }

/** Keeps forms whose session has ended by time in the page for signing in. */
export function keepForms({ findSessionOwner, openId }: Pick<Deps, 'findSessionOwner' | 'openId'>): KeepForm {
  return async (asked, read, { to, isLarge }) => {
    const token = asked.cookie(sessionCookie)
    const owner = token === undefined ? undefined : await findSessionOwner({ token })
    if (token === undefined || !owner) return undefined
    const form = await read()
    if (typeof form === 'string') return errorPage(form)
    const kept = keptForm(form, { to, isLarge, userId: owner.userId })
    if (!kept) return undefined
    const sealed = await sealKept(kept, token)
    return signInPage(new URLSearchParams(), openId !== undefined, {
      message: asked.language.texts.kept.ended,
      kept: sealed,
    })
  }
}

function signInPage(query: URLSearchParams, hasOpenId: boolean, sent?: Sent): Shown {
  const main = <SignIn to={ownPath(query.get('to'))} hasOpenId={hasOpenId} sent={sent} />
  return { title: (texts) => texts.signIn.title, isNarrow: true, main, ...asRefused(sent?.message) }
}

type SignInProps = {
  readonly to: string | undefined
  readonly hasOpenId: boolean
  readonly sent?: Sent | undefined
}

function SignIn({ to, hasOpenId, sent }: SignInProps, { language }: PageBase) {
  const { title, name, password, submit, hint, openId, openIdDrops } = language.texts.signIn
  const isLarge = sent?.kept ? ({ isLarge: true } as const) : {}
  return (
    <>
      <h1>{title}</h1>
      <Refused message={sent?.message} />
      <Form to={goingOnTo('/sign-in', to)} {...isLarge}>
        <Kept sealed={sent?.kept} />
        <Field name="name" label={name} value={sent?.name} autocomplete="username" />
        <Field name="password" label={password} type="password" autocomplete="current-password" />
        <button type="submit">{submit}</button>
      </Form>
      {hasOpenId && (
        <Form to={goingOnTo('/sign-in/openid', to)} class="onward" label={openId} {...isLarge}>
          <Kept sealed={sent?.kept} />
          {sent?.kept && sent.kept.length > mostCarried && <p>{openIdDrops}</p>}
          <button type="submit" class="plain">
            {openId}
          </button>
        </Form>
      )}
      <p>
        <small>{hint}</small>
      </p>
    </>
  )
}
