import { isRefusal, type UseCases } from '../../../core/sente.ts'
import type { Asked } from '../asked.ts'
import { homeOf } from '../layout/document.tsx'
import { Form } from '../layout/links.tsx'
import type { Answer, Page, Shown } from '../page.ts'
import { Field, Refused } from '../parts/fields.tsx'
import { sessionCookie } from '../request/sessionCookies.ts'
import { goingOnTo, ownPath, withSession } from './opened.ts'
import { peopleWords } from './words.ts'

/** The dependencies of signing in. */
type Deps = UseCases & {
  /** Signs operators in through an identity provider; without it they sign in with a password alone. */
  readonly openId?: object | undefined
}

/** The pages for signing in and out. */
export function signInPages({ signIn, endSession, openId }: Deps): readonly Page[] {
  const signInForm = (query: URLSearchParams, refused?: Refusal) => formShown(query, openId !== undefined, refused)
  return [
    {
      path: '/sign-in',
      access: 'anybody',
      show: ({ visitor, query }): Answer =>
        visitor?.needs === null ? { seeOther: ownPath(query.get('to')) ?? homeOf(visitor.user) } : signInForm(query),
      async take({ query, client }, form) {
        const given = { name: form.text('name'), password: form.exact('password') }
        const opened = await signIn({ ...given, client })
        if (!isRefusal(opened)) return withSession(opened, ownPath(query.get('to')))
        return signInForm(query, { name: given.name, message: opened.message })
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

type Refusal = { readonly name: string; readonly message: string }

function formShown(query: URLSearchParams, hasOpenId: boolean, refused: Refusal | undefined): Shown {
  const { title, name, password, submit, hint, openId } = peopleWords.signIn
  const to = ownPath(query.get('to'))
  const main = (
    <>
      <h1>{title}</h1>
      <Refused message={refused?.message} />
      <Form to={goingOnTo('/sign-in', to)}>
        <Field name="name" label={name} value={refused?.name} autocomplete="username" />
        <Field name="password" label={password} type="password" autocomplete="current-password" />
        <button type="submit">{submit}</button>
      </Form>
      {hasOpenId && (
        <Form to={goingOnTo('/sign-in/openid', to)} class="onward" label={openId}>
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
  return { title, status: refused ? 422 : 200, isNarrow: true, main }
}
