import { isRefusal, type Session, type UseCases } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import { peopleWords } from '../languages/english/people.ts'
import { Form, Link } from '../layout/links.tsx'
import type { Answer, Page, Shown } from '../page.ts'
import { asRefused, DoneAs, Field, Refused, type Refusing, Whose } from '../parts/fields.tsx'
import { Moment } from '../parts/values.tsx'
import { paths } from '../request/access.ts'
import { refusing } from '../request/refusing.ts'
import { words } from '../words.ts'
import { withSession } from './opened.ts'

type Notice = { readonly refused?: Refusing; readonly done?: string | null }

/** A user's own password and sessions. */
export function mePages(deps: UseCases): readonly Page[] {
  const { listSessions, endSession, endOtherSessions, changePassword } = deps
  const shown = async (visitor: Visitor | undefined, notice: Notice = {}): Promise<Shown> =>
    mePage(visitor, visitor ? await listSessions({ session: visitor.session }) : [], notice)
  return [
    {
      path: '/me',
      access: 'me.look',
      show: ({ visitor, query }) => shown(visitor, { done: query.get('done') }),
    },
    {
      path: '/me/password',
      access: 'me.look',
      async take({ visitor, client }, form): Promise<Answer> {
        if (!visitor) return shown(visitor)
        const [password, newPassword] = [form.exact('password'), form.exact('new')]
        if (newPassword !== form.exact('again'))
          return shown(visitor, { refused: { field: 'again', message: peopleWords.join.differ } })
        const opened = await changePassword({ session: visitor.session, password, newPassword, client })
        return isRefusal(opened)
          ? shown(visitor, { refused: refusing(opened) })
          : withSession(opened, '/me?done=password')
      },
    },
    {
      path: '/me/sessions',
      access: 'me.look',
      async question({ visitor }, form) {
        const sessions = visitor ? await listSessions({ session: visitor.session }) : []
        const { askEnd, askEndOthers, endHint, end, unknownDevice } = peopleWords.me
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

function mePage(visitor: Visitor | undefined, sessions: readonly Listed[], { refused, done }: Notice): Shown {
  const text = peopleWords.me
  const main = (
    <>
      <h1>{visitor?.user.name}</h1>
      <p>{text.role(visitor?.user.role ?? '', visitor?.account?.name ?? null)}</p>
      <DoneAs name={done} texts={text.done} />
      <h2>{text.password}</h2>
      <Refused message={refused} />
      <Form to="/me/password" label={text.password}>
        <Whose />
        <Field name="password" label={text.current} type="password" autocomplete="current-password" />
        <Field
          name="new"
          label={text.new}
          hint={peopleWords.join.passwordHint}
          type="password"
          autocomplete="new-password"
        />
        <Field name="again" label={words.forms.again} type="password" autocomplete="new-password" />
        <button type="submit">{text.change}</button>
      </Form>
      <h2>{text.secondStep}</h2>
      <p>
        {visitor && text.steps(visitor.user.secondStep)} <Link to={paths.enrolment}>{text.changeStep}</Link>
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
  return { title: visitor?.user.name ?? '', main, ...asRefused(refused) }
}

function SessionRow({ session: { id, client, seenAtMs, isCurrent } }: { readonly session: Listed }) {
  const text = peopleWords.me
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
