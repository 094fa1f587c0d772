import { isRefusal, type Session, type UseCases } from '../../../core/sente.ts'
import type { Asked, Visitor } from '../asked.ts'
import type { Language } from '../languages/languages.ts'
import { errorPage } from '../layout/errors.tsx'
import { Form, Link, type PageBase } from '../layout/links.tsx'
import type { Answer, Page, Shown } from '../page.ts'
import { asRefused, DoneAs, Field, Refused, type Refusing, Whose } from '../parts/fields.tsx'
import { Moment } from '../parts/values.tsx'
import { paths } from '../request/access.ts'
import { refusing } from '../request/refusing.ts'
import { withSession } from './opened.ts'

type Notice = { readonly refused?: Refusing; readonly done?: string | null }

/** A user's own password and sessions. */
export function mePages(deps: UseCases): readonly Page[] {
  const { listSessions, endSession, endOtherSessions, changePassword } = deps
  async function shown({ visitor, language }: Asked, notice: Notice): Promise<Shown> {
    if (!visitor) return errorPage('notFound')
    return mePage(visitor, language, { ...notice, sessions: await listSessions({ session: visitor.session }) })
  }

  return [
    {
      path: '/me',
      access: 'me.look',
      isTranslated: true,
      show: (asked) => shown(asked, { done: asked.query.get('done') }),
    },
    {
      path: '/me/password',
      access: 'me.look',
      isTranslated: true,
      async take(asked, form): Promise<Answer> {
        const { visitor, client, language } = asked
        if (!visitor) return errorPage('notFound')
        const [password, newPassword] = [form.exact('password'), form.exact('new')]
        if (newPassword !== form.exact('again'))
          return shown(asked, { refused: { field: 'again', message: language.texts.join.differ } })
        const opened = await changePassword({ session: visitor.session, password, newPassword, client })
        return isRefusal(opened)
          ? shown(asked, { refused: refusing(opened, language) })
          : withSession(opened, '/me?done=password')
      },
    },
    {
      path: '/me/sessions',
      access: 'me.look',
      isTranslated: true,
      async question({ visitor, language }, form) {
        const sessions = visitor ? await listSessions({ session: visitor.session }) : []
        const { askEnd, askEndOthers, endHint, end, unknownDevice } = language.texts.me
        const [id, about] = [form.text('session'), { hint: endHint, submit: end, back: '/me' }]
        if (id === '') return { title: askEndOthers(sessions.length - 1), ...about }
        const found = sessions.find((one) => one.id === id)
        return found && { title: askEnd(found.client.device || unknownDevice, found.client.network), ...about }
      },
      async take({ visitor }, form) {
        if (visitor) {
          const sessionId = form.text('session')
          if (sessionId === '') await endOtherSessions({ session: visitor.session })
          else await endSession({ session: visitor.session, sessionId })
        }
        return { seeOther: '/me?done=sessions' }
      },
    },
  ]
}

type Listed = Session & { readonly isCurrent: boolean }

function mePage(
  { user, account }: Visitor,
  { texts }: Language,
  { sessions, refused, done }: Notice & { readonly sessions: readonly Listed[] },
): Shown {
  const text = texts.me
  const main = (
    <>
      <h1>{user.name}</h1>
      <p>{text.role(texts.notices.texts.roles[user.role], account?.name ?? null)}</p>
      <DoneAs name={done} texts={text.done} />
      <h2>{text.password}</h2>
      <Refused message={refused} />
      <Form to="/me/password" label={text.password}>
        <Whose />
        <Field name="password" label={text.current} type="password" autocomplete="current-password" />
        <Field name="new" label={text.new} hint={texts.join.passwordHint} type="password" autocomplete="new-password" />
        <Field name="again" label={texts.forms.again} type="password" autocomplete="new-password" />
        <button type="submit">{text.change}</button>
      </Form>
      <h2>{text.secondStep}</h2>
      <p>
        {text.steps(user.secondStep)} <Link to={paths.enrolment}>{text.changeStep}</Link>
      </p>
      <h2>{text.sessions}</h2>
      <table class="cards">
        <thead>
          <tr>
            <th>{text.device}</th>
            <th>{text.from}</th>
            <th>{text.seen}</th>
            <th>
              <span>{text.end}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <SessionRow session={session} />
          ))}
        </tbody>
      </table>
      {sessions.length > 1 && (
        <Form to="/me/sessions">
          <button type="submit" class="plain">
            {text.endOthers}
          </button>
        </Form>
      )}
    </>
  )
  return { title: user.name, main, ...asRefused(refused) }
}

function SessionRow(
  { session: { id, client, seenAtMs, isCurrent } }: { readonly session: Listed },
  { language }: PageBase,
) {
  const text = language.texts.me
  return (
    <tr>
      <th scope="row">{client.device || text.unknownDevice}</th>
      <td>{client.network}</td>
      <td>
        <Moment ms={seenAtMs} />
      </td>
      <td>
        {isCurrent ? (
          text.thisOne
        ) : (
          <Form to="/me/sessions">
            <input type="hidden" name="session" value={id} />
            <button type="submit" class="plain">
              {text.end}
            </button>
          </Form>
        )}
      </td>
    </tr>
  )
}
