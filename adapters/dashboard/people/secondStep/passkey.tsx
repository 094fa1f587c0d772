import type { Site } from '../../../../core/sente.ts'
import type { Asked } from '../../asked.ts'
import { Form, type PageBase } from '../../layout/links.tsx'
import type { Shown } from '../../page.ts'
import type { Form as SentForm } from '../../request/form.ts'
import { Kept } from '../kept.tsx'

/** The request to the browser. */
type Asking = {
  readonly kind: 'create' | 'get'
  readonly options: object
  /** The path that receives its answer. */
  readonly to: string
  /** The user's name for a new one. */
  readonly name?: string
  /** A form that is kept until its user is back. */
  readonly kept?: string | undefined
}

/** Asks the browser to make a passkey, or to sign with one. Only this requires a script. */
export function passkeyPage(asking: Asking): Shown {
  return { title: (texts) => texts.passkeys.title, isNarrow: true, main: <AskForPasskey {...asking} /> }
}

function AskForPasskey({ kind, options, to, name, kept }: Asking, { language }: PageBase) {
  const { title, hint, failed, submit } = language.texts.passkeys
  return (
    <>
      <h1>{title}</h1>
      <p>{hint}</p>
      <p class="note bad" role="alert" id="passkey-failed" hidden>
        {failed}
      </p>
      <Form to={to} label={title} passkey={{ kind, options }} {...(kept !== undefined && { isLarge: true as const })}>
        <Kept sealed={kept} />
        <input type="hidden" name="response" value="" />
        {name !== undefined && <input type="hidden" name="name" value={name} />}
        <button type="submit">{submit}</button>
      </Form>
    </>
  )
}

/** The browser's answer, which the script has put into a form; undefined for an invalid one. */
export function responseIn(form: SentForm): object | undefined {
  try {
    const response: unknown = JSON.parse(form.exact('response'))
    return typeof response === 'object' && response !== null ? response : undefined
  } catch {
    return undefined
  }
}

/** The site for which passkeys are valid: the address that people use. */
export function siteOf({ urlOf }: Pick<Asked, 'urlOf'>): Site {
  const { hostname, origin } = new URL(urlOf('/'))
  return { host: hostname, origin }
}
