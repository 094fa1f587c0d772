import type { User } from '../../../../core/sente.ts'
import type { Visitor } from '../../asked.ts'
import type { Language } from '../../languages/languages.ts'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import type { Shown } from '../../page.ts'
import { asRefused, DoneAs, Field, Password, Refused, type Refusing } from '../../parts/fields.tsx'
import { QrCode } from '../../parts/qrCode.tsx'
import { Moment } from '../../parts/values.tsx'
import { paths } from '../../request/access.ts'
import { goingOnTo } from '../opened.ts'

const path = paths.enrolment

/** The user who sets up a second step, the page that was requested first, and the language of the answer. */
export type Arrival = { readonly visitor: Visitor; readonly to: string | undefined; readonly language: Language }

/** The second step of a user, and its forms. */
export function ownPage(
  { visitor: { user, needs }, to, language }: Arrival,
  { refused, done }: { readonly refused?: Refusing; readonly done?: string | null },
): Shown {
  const text = language.texts.secondStep
  const { hasCodes, passkeys } = user.secondStep
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>{needs === 'enrolment' ? text.required : text.what}</p>
      <DoneAs name={done} texts={text.done} />
      <Refused message={refused} />
      <h2>{text.app}</h2>
      <p>{hasCodes ? text.hasApp : text.noApp}</p>
      <Form to={goingOnTo(`${path}/app`, to)} label={text.app}>
        {needs === null && <Password />}
        <button type="submit">{hasCodes ? text.otherApp : text.setUp}</button>
      </Form>
      {hasCodes && <Drop label={text.dropApp} />}
      {passkeys.map(({ id, name, createdAtMs }) => (
        <>
          <h2>{text.passkey(name)}</h2>
          <p>
            {text.since} <Moment ms={createdAtMs} />.
          </p>
          <Drop label={text.dropPasskey(name)} passkeyId={id} />
        </>
      ))}
      <h2>{text.newPasskey}</h2>
      <p>{text.whatPasskey}</p>
      <Form to={goingOnTo(`${path}/passkey`, to)} label={text.newPasskey}>
        <Field name="name" label={text.passkeyName} />
        {needs === null && <Password />}
        <button type="submit">{text.setUp}</button>
      </Form>
      <Recovery of={user} />
    </>
  )
  return { title: text.title, isNarrow: true, main, ...asRefused(refused) }
}

/** Asks for a code of the app, after showing the secret for the app; without the secret if it was shown before. */
export function codePage(
  { to, language }: Arrival,
  {
    begun,
    refused,
  }: { readonly begun?: { readonly secret: string; readonly uri: string }; readonly refused?: Refusing },
): Shown {
  const text = language.texts.secondStep
  const main = (
    <>
      <h1>{text.app}</h1>
      <Refused message={refused} />
      {begun && (
        <>
          <p>{text.scan}</p>
          <QrCode text={begun.uri} label={text.qrCode} />
          <p>
            <a href={begun.uri}>{text.openApp}</a>
          </p>
          <p>{text.type}</p>
          <pre>{begun.secret.match(/.{1,4}/g)?.join(' ')}</pre>
        </>
      )}
      <Form to={goingOnTo(`${path}/code`, to)} label={text.code}>
        <Field name="code" label={text.code} hint={text.codeHint} inputmode="numeric" autocomplete="one-time-code" />
        <button type="submit">{text.confirm}</button>
      </Form>
      <p>
        <Link to={goingOnTo(path, to)}>{text.startAgain}</Link>
      </p>
    </>
  )
  return { title: text.app, isNarrow: true, main, ...asRefused(refused) }
}

/** Shows recovery codes, once. */
export function recoveryPage(codes: readonly string[], onTo: string, language: Language): Shown {
  const text = language.texts.secondStep
  const main = (
    <>
      <h1>{text.recovery}</h1>
      <div class="note" role="status">
        <p>{text.once}</p>
        <pre>{codes.join('\n')}</pre>
      </div>
      <p>
        <Link to={onTo}>{text.goOn}</Link>
      </p>
    </>
  )
  return { title: text.recovery, isNarrow: true, main }
}

function Recovery({ of: { secondStep } }: { readonly of: User }, { language }: PageBase) {
  const text = language.texts.secondStep
  if (!secondStep.hasCodes && secondStep.passkeys.length === 0) return null
  return (
    <>
      <h2>{text.recovery}</h2>
      <p>{text.left(secondStep.recoveryCodesLeft)}</p>
      <Form to={`${path}/recovery`} label={text.recovery}>
        <Password />
        <button type="submit" class="plain">
          {text.newRecovery}
        </button>
      </Form>
    </>
  )
}

function Drop({ label, passkeyId = '' }: { readonly label: string; readonly passkeyId?: string }) {
  return (
    <Form to={`${path}/drop`} label={label} carries={{ passkey: passkeyId }}>
      <Password />
      <button type="submit" class="grave">
        {label}
      </button>
    </Form>
  )
}
