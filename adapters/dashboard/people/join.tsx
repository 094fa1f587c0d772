import { isRefusal, type ShownInvitation, type UseCases } from '../../../core/sente.ts'
import { peopleWords } from '../languages/english/people.ts'
import { Form } from '../layout/links.tsx'
import type { Page, Shown } from '../page.ts'
import { asRefused, Field, Refused, type Refusing, Whose } from '../parts/fields.tsx'
import { Moment } from '../parts/values.tsx'
import { refusing } from '../request/refusing.ts'
import { words } from '../words.ts'
import { withSession } from './opened.ts'

/** The page on which an invited person becomes a user, or sets a new password. */
export function joinPage({ lookUpInvitation, acceptInvitation }: UseCases): Page {
  return {
    path: '/join/:token',
    access: 'anybody',
    async show({ params: { token = '' } }) {
      const invitation = await lookUpInvitation({ token })
      return isRefusal(invitation) ? gone(invitation.message) : joinForm(token, invitation)
    },
    async take({ params: { token = '' }, client }, form) {
      const invitation = await lookUpInvitation({ token })
      if (isRefusal(invitation)) return gone(invitation.message)
      const [password, again] = [form.exact('password'), form.exact('again')]
      const name = form.text('name')
      if (password !== again) return joinForm(token, invitation, { field: 'again', message: peopleWords.join.differ })
      const opened = await acceptInvitation({ token, name: invitation.userName ?? name, password, client })
      return isRefusal(opened) ? joinForm(token, invitation, refusing(opened)) : withSession(opened, undefined)
    },
  }
}

function joinForm(
  token: string,
  { role, accountName, userName, expiresAtMs }: ShownInvitation,
  refused?: Refusing,
): Shown {
  const text = peopleWords.join
  const title = userName === null ? text.title : text.newPassword
  const main = (
    <>
      <h1>{title}</h1>
      <p>{userName === null ? text.as(role, accountName) : text.forUser(userName)}</p>
      <Refused message={refused} />
      <Form to={`/join/${token}`}>
        {userName === null ? (
          <Field name="name" label={text.name} hint={text.nameHint} autocomplete="username" />
        ) : (
          <Whose name={userName} />
        )}
        <Field
          name="password"
          label={text.password}
          hint={text.passwordHint}
          type="password"
          autocomplete="new-password"
        />
        <Field name="again" label={words.forms.again} type="password" autocomplete="new-password" />
        <button type="submit">{text.submit}</button>
      </Form>
      <p>
        <small>
          {text.goodUntil} <Moment ms={expiresAtMs} />.
        </small>
      </p>
    </>
  )
  return { title, isNarrow: true, main, ...asRefused(refused) }
}

function gone(message: string): Shown {
  const { title } = peopleWords.join.gone
  const main = (
    <>
      <h1>{title}</h1>
      <p>{message}</p>
    </>
  )
  return { title, status: 404, isNarrow: true, main }
}
