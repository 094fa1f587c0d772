import type { Asked } from '../asked.ts'
import type { Cookies } from '../page.ts'
import type { Form } from '../request/form.ts'
import { type KeptForm, keptIn, openKept, sealKept } from './keptForm.ts'

/** The cookie with a kept form while its user is at the provider, and its most characters: a cookie has 4,096. */
const carriedCookie = 'sente-kept'
export const mostCarried = 3_500

/** Ends the cookie with a kept form. */
export const notCarried: Cookies = { [carriedCookie]: null }

/**
 * The cookie with the form that the page for signing in has kept, sealed under the secret of this sign-in, because the
 * browser leaves out the session's cookie when another site leads back. A form that is too long is not carried.
 */
export async function carriedOver(asked: Asked, form: Form, secret: string, seconds: number): Promise<Cookies> {
  const kept = await keptIn(asked, form)
  const value = kept && (await sealKept(kept, secret))
  if (value === undefined || value.length > mostCarried) return notCarried
  return { [carriedCookie]: { value, maxAgeSeconds: seconds, isSentFromElsewhere: true } }
}

/** The form that was carried over this sign-in. */
export async function carriedBack({ cookie }: Pick<Asked, 'cookie'>, secret: string): Promise<KeptForm | undefined> {
  return openKept(cookie(carriedCookie) ?? '', secret)
}
