import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import type { Asked } from '../asked.ts'
import type { Cookies } from '../page.ts'
import type { Form } from '../request/form.ts'
import { sessionCookie } from '../request/sessionCookies.ts'
import { sealing } from './authenticators/sealing.ts'

/**
 * A form that came after its session had ended. The pages for signing in carry it, sealed under the token of the session
 * in the browser, until its user is back. Its password and PIN are asked for again, and files are chosen again.
 */
export type KeptForm = {
  /** The path that receives it, with its query. */
  readonly to: string
  readonly userId: string
  readonly isLarge: boolean
  readonly fields: readonly (readonly [name: string, value: string])[]
  readonly asks: readonly Secret[]
}

/** The secrets that a kept form may ask for again. */
type Secret = 'password' | 'pin'

const secrets: readonly string[] = ['password', 'pin'] satisfies Secret[]

/** A form without its secrets; undefined if it is about other secrets, such as a new password. */
export function keptForm(form: Form, about: Pick<KeptForm, 'to' | 'userId' | 'isLarge'>): KeptForm | undefined {
  if (form.names.includes('again')) return undefined
  const fields = form.names
    .filter((name) => !secrets.includes(name))
    .flatMap((name) => form.all(name).map((value) => [name, value] as const))
  return { ...about, fields, asks: form.names.filter((name) => secrets.includes(name)) as Secret[] }
}

/** Seals a kept form under a secret that the browser has in a cookie. */
export async function sealKept(kept: KeptForm, secret: string): Promise<string> {
  const packed = await promisify(deflateRaw)(JSON.stringify(kept))
  return sealedUnder(secret).seal(packed.toString('base64'), '')
}

/** A kept form; undefined for a text that was sealed under another secret. */
export async function openKept(sealed: string, secret: string): Promise<KeptForm | undefined> {
  const text = sealedUnder(secret).open(sealed, '')
  if (text === undefined) return undefined
  const unpacked = await promisify(inflateRaw)(Buffer.from(text, 'base64'))
  return JSON.parse(unpacked.toString()) as KeptForm
}

/** The cookie with the secret of a kept form that its user has seen, for a reload of that page. */
const seenCookie = 'sente-kept-seen'

/** The form that a page for signing in carries; undefined without one, and for one from another browser. */
export async function keptIn(asked: FromBrowser, form: Form): Promise<KeptForm | undefined> {
  for (const secret of [secretOf(asked), secretSeen(asked)]) {
    const kept = secret === undefined ? undefined : await openKept(form.exact('kept'), secret)
    if (kept) return kept
  }
  return undefined
}

/** The secret of a kept form that its user has seen; undefined without one. */
export function secretSeen({ cookie }: Pick<Asked, 'cookie'>): string | undefined {
  return cookie(seenCookie)
}

/** Lets the browser show a kept form again, for ten minutes: its secret is of no other use any more. */
export function keptSeen(asked: FromBrowser, value = secretOf(asked)): Cookies {
  return value === undefined ? {} : { [seenCookie]: { value, maxAgeSeconds: 600 } }
}

type FromBrowser = Pick<Asked, 'visitor' | 'cookie'>

function secretOf({ visitor, cookie }: FromBrowser): string | undefined {
  return visitor?.token ?? cookie(sessionCookie)
}

function sealedUnder(secret: string) {
  return sealing({ current: secret }, 'kept forms')
}
