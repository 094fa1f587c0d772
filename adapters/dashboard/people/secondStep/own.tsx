import { type Enrolled, isRefusal, type PeopleRefusal, type Session, type UseCases } from '../../../../core/sente.ts'
import type { Asked, Visitor } from '../../asked.ts'
import type { Answer, Page } from '../../page.ts'
import { paths } from '../../request/access.ts'
import type { Form } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import { goingOnTo, ownPath, withSession } from '../opened.ts'
import { passkeyPage, responseIn, siteOf } from './passkey.tsx'
import { type Arrival, codePage, ownPage, recoveryPage } from './views.tsx'

const path = paths.enrolment

/**
 * The pages where a user sets up a second step, removes it, and makes new recovery codes. Operators come here before
 * anything else.
 */
export function ownSecondStepPages(deps: UseCases): readonly Page[] {
  const { beginCodes, enrolCodes, beginPasskey, enrolPasskey, dropSecondStep, renewRecoveryCodes } = deps
  return [
    {
      path,
      access: 'enrolling',
      isTranslated: true,
      show: (asked) => asVisitor(asked, (arrival) => ownPage(arrival, { done: asked.query.get('done') })),
    },
    {
      path: `${path}/app`,
      access: 'enrolling',
      isTranslated: true,
      take: (asked, form) =>
        asVisitor(asked, async (arrival) => {
          const session = await sure(deps, arrival.visitor, form)
          const begun = isRefusal(session) ? session : await beginCodes({ session })
          return isRefusal(begun)
            ? ownPage(arrival, { refused: refusing(begun, asked.language) })
            : codePage(arrival, { begun })
        }),
    },
    {
      path: `${path}/code`,
      access: 'enrolling',
      isTranslated: true,
      take: (asked, form) =>
        asVisitor(asked, async (arrival) => {
          const { session } = arrival.visitor
          const enrolled = await enrolCodes({ session, code: form.text('code'), client: asked.client })
          if (!isRefusal(enrolled)) return withRecovery(arrival, enrolled, 'app')
          if (enrolled.refused === 'wrong_code')
            return codePage(arrival, { refused: refusing(enrolled, asked.language) })
          return ownPage(arrival, { refused: refusing(enrolled, asked.language) })
        }),
    },
    {
      path: `${path}/passkey`,
      access: 'enrolling',
      isTranslated: true,
      take: (asked, form) =>
        asVisitor(asked, async (arrival) => {
          const session = await sure(deps, arrival.visitor, form)
          const begun = isRefusal(session) ? session : await beginPasskey({ session, site: siteOf(asked) })
          if (isRefusal(begun)) return ownPage(arrival, { refused: refusing(begun, asked.language) })
          const to = goingOnTo(`${path}/passkey/made`, arrival.to)
          return passkeyPage({ kind: 'create', options: begun.options, to, name: form.text('name') })
        }),
    },
    {
      path: `${path}/passkey/made`,
      access: 'enrolling',
      isTranslated: true,
      take: (asked, form) =>
        asVisitor(asked, async (arrival) => {
          const made = await enrolPasskey({
            session: arrival.visitor.session,
            site: siteOf(asked),
            client: asked.client,
            name: form.text('name'),
            response: responseIn(form) ?? {},
          })
          return isRefusal(made)
            ? ownPage(arrival, { refused: refusing(made, asked.language) })
            : withRecovery(arrival, made, 'passkey')
        }),
    },
    {
      path: `${path}/drop`,
      access: 'me.look',
      isTranslated: true,
      take: (asked, form) =>
        asVisitor(asked, async (arrival) => {
          const passkeyId = form.text('passkey')
          const drop = passkeyId === '' ? 'codes' : { passkeyId }
          const session = await sure(deps, arrival.visitor, form)
          const left = isRefusal(session) ? session : await dropSecondStep({ session, drop, client: asked.client })
          return isRefusal(left)
            ? ownPage(arrival, { refused: refusing(left, asked.language) })
            : withSession(left, `${path}?done=dropped`)
        }),
    },
    {
      path: `${path}/recovery`,
      access: 'me.look',
      isTranslated: true,
      take: (asked, form) =>
        asVisitor(asked, async (arrival) => {
          const session = await sure(deps, arrival.visitor, form)
          const made = isRefusal(session) ? session : await renewRecoveryCodes({ session, client: asked.client })
          return isRefusal(made)
            ? ownPage(arrival, { refused: refusing(made, asked.language) })
            : withRecovery(arrival, made, 'recovery')
        }),
    },
  ]
}

/** Answers the visitor, with the page that was requested first. */
async function asVisitor(
  { visitor, query, language }: Asked,
  then: (arrival: Arrival) => Answer | Promise<Answer>,
): Promise<Answer> {
  return visitor ? then({ visitor, to: ownPath(query.get('to')), language }) : { seeOther: paths.signIn }
}

/**
 * The session after the form's password is confirmed. A user who has just signed in to set up a second step need not
 * give it again.
 */
async function sure(
  { confirmPassword }: Pick<UseCases, 'confirmPassword'>,
  { session, needs }: Visitor,
  form: Form,
): Promise<Session | PeopleRefusal> {
  if (needs === 'enrolment') return session
  const given = await confirmPassword({ session, password: form.exact('password') })
  return isRefusal(given) ? given : given.session
}

/** Continues in the new session, after the recovery codes if there are new ones. */
function withRecovery(arrival: Arrival, enrolled: Enrolled, done: string): Answer {
  const next = withSession(enrolled, arrival.to ?? `${path}?done=${done}`)
  const { recoveryCodes } = enrolled
  return recoveryCodes === null
    ? next
    : { ...recoveryPage(recoveryCodes, next.seeOther, arrival.language), cookies: next.cookies ?? {} }
}
