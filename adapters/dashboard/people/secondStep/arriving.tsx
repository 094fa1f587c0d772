import { type GivenStep, isRefusal, type Site, type UseCases, type User } from '../../../../core/sente.ts'
import { homeOf } from '../../layout/document.tsx'
import { Form, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page, Shown } from '../../page.ts'
import { asRefused, Field, Refused, type Refusing } from '../../parts/fields.tsx'
import { paths } from '../../request/access.ts'
import type { Form as SentForm } from '../../request/form.ts'
import { refusing } from '../../request/refusing.ts'
import { Kept, keptAgain, onwardFrom } from '../kept.tsx'
import { goingOnTo, ownPath } from '../opened.ts'
import { passkeyPage, responseIn, siteOf } from './passkey.tsx'

const path = paths.secondStep
const passkeyPath = `${path}/passkey`

type Deps = Pick<UseCases, 'takeSecondStep' | 'beginPasskeyCheck'>

/** The page for the second step after the password: a code of the app, a passkey, or a recovery code. */
export function secondStepPages(deps: Deps): readonly Page[] {
  return [secondStepPage(deps), passkeyCheckPage(deps)]
}

function secondStepPage({ takeSecondStep }: Deps): Page {
  return {
    path,
    access: 'arriving',
    isTranslated: true,
    show({ visitor, query }): Answer {
      const to = ownPath(query.get('to'))
      if (visitor?.needs === null) return { seeOther: to ?? homeOf(visitor.user) }
      if (visitor?.needs === 'enrolment') return { seeOther: goingOnTo(paths.enrolment, to) }
      return stepForm(visitor?.user, { to })
    },
    isLarge: true,
    async take(asked, form) {
      const { visitor, query, client, urlOf } = asked
      const to = ownPath(query.get('to'))
      if (!visitor) return { seeOther: paths.signIn }
      const again = await keptAgain(asked, form)
      if (again) return again
      const given = givenIn(form, siteOf({ urlOf }))
      const opened = await takeSecondStep({ session: visitor.session, given, client })
      if (isRefusal(opened))
        return stepForm(visitor.user, {
          to,
          refused: refusing(opened, asked.language),
          kept: form.exact('kept') || undefined,
        })
      return onwardFrom(asked, form, opened, { to, stepForm })
    },
  }
}

function passkeyCheckPage({ beginPasskeyCheck }: Deps): Page {
  return {
    path: passkeyPath,
    access: 'arriving',
    isTranslated: true,
    isLarge: true,
    async take(asked, form): Promise<Answer> {
      const { visitor, query } = asked
      const kept = form.exact('kept') || undefined
      const to = ownPath(query.get('to'))
      if (!visitor) return { seeOther: paths.signIn }
      const begun = await beginPasskeyCheck({ session: visitor.session, site: siteOf(asked) })
      if (isRefusal(begun)) return stepForm(visitor.user, { to, refused: refusing(begun, asked.language), kept })
      return passkeyPage({ kind: 'get', options: begun.options, to: goingOnTo(path, to), kept })
    },
  }
}

function givenIn(form: SentForm, site: Site): GivenStep {
  const [response, recoveryCode] = [responseIn(form), form.text('recovery')]
  if (response) return { response, site }
  return recoveryCode === '' ? { code: form.text('code') } : { recoveryCode }
}

/** A page to go on to afterwards, a refusal, and a form that is kept until its user is back. */
type Around = {
  readonly to?: string | undefined
  readonly refused?: Refusing
  readonly kept?: string | undefined
}

/** The page for the second step of a user. */
export function stepForm(user: User | undefined, around: Around): Shown {
  const main = <SecondStep user={user} {...around} />
  return { title: (texts) => texts.arriving.title, isNarrow: true, main, ...asRefused(around.refused) }
}

function SecondStep({ user, to, refused, kept }: Around & { readonly user: User | undefined }, { language }: PageBase) {
  const { hasCodes = false, passkeys = [] } = user?.secondStep ?? {}
  const isLarge = kept === undefined ? {} : ({ isLarge: true } as const)
  const { title, submit, code, codeHint, recovery, recoveryHint, lost, passkey } = language.texts.arriving
  return (
    <>
      <h1>{title}</h1>
      <Refused message={refused} />
      {hasCodes && (
        <Form to={goingOnTo(path, to)} label={code} {...isLarge}>
          <Kept sealed={kept} />
          <Field name="code" label={code} hint={codeHint} inputmode="numeric" autocomplete="one-time-code" />
          <button type="submit">{submit}</button>
        </Form>
      )}
      {passkeys.length > 0 && (
        <Form to={goingOnTo(passkeyPath, to)} label={passkey} {...isLarge}>
          <Kept sealed={kept} />
          <button type="submit">{passkey}</button>
        </Form>
      )}
      <h2>{lost}</h2>
      <Form to={goingOnTo(path, to)} label={recovery} {...isLarge}>
        <Kept sealed={kept} />
        <Field name="recovery" label={recovery} hint={recoveryHint} />
        <button type="submit" class="plain">
          {submit}
        </button>
      </Form>
    </>
  )
}
