import { isRefusal, type PeopleRefusal, type ShownInvitation, type UseCases } from '../../../core/sente.ts'
import type { Language } from '../languages/languages.ts'
import { Form } from '../layout/links.tsx'
import type { Page, Shown } from '../page.ts'
import { asRefused, Field, Refused, type Refusing, Whose } from '../parts/fields.tsx'
import { Moment } from '../parts/values.tsx'
import { messageFor, refusing } from '../request/refusing.ts'
import { withSession } from './opened.ts'

/** The page on which an invited person becomes a user, or sets a new password. */
export function joinPage({ lookUpInvitation, acceptInvitation }: UseCases): Page {
  return {
    path: '/join/:token',
    access: 'anybody',
    isTranslated: true,
    async show({ params: { token = '' }, language }) {
      const invitation = await lookUpInvitation({ token })
      return isRefusal(invitation) ? gone(invitation, language) : joinForm(token, invitation, language)
    },
    async take({ params: { token = '' }, client, language }, form) {
      const invitation = await lookUpInvitation({ token })
      if (isRefusal(invitation)) return gone(invitation, language)
      const [password, again] = [form.exact('password'), form.exact('again')]
      const name = form.text('name')
      const refused = (wrong: Refusing) => joinForm(token, invitation, language, wrong)
      if (password !== again) return refused({ field: 'again', message: language.texts.join.differ })
      const opened = await acceptInvitation({ token, name: invitation.userName ?? name, password, client })
      return isRefusal(opened) ? refused(refusing(opened, language)) : withSession(opened, undefined)
    },
  }
}

function joinForm(
  token: string,
  { role, accountName, userName, expiresAtMs }: ShownInvitation,
  { texts }: Language,
  refused?: Refusing,
): Shown {
  const text = texts.join
  const title = userName === null ? text.title : text.newPassword
  const main = (
    <>
      <h1>{title}</h1>
      <p>{userName === null ? text.as(texts.notices.texts.roles[role], accountName) : text.forUser(userName)}</p>
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
        <Field name="again" label={texts.forms.again} type="password" autocomplete="new-password" />
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

function gone(refusal: PeopleRefusal, language: Language): Shown {
  const { title } = language.texts.join.gone
  const main = (
    <>
      <h1>{title}</h1>
      <p>{messageFor(refusal, language)}</p>
    </>
  )
  return { title, status: 404, isNarrow: true, main }
}
