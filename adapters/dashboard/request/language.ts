import type { User } from '../../../core/sente.ts'
import type { Context } from '../asked.ts'
import { type Language, languageCodes, languages, languageWith } from '../languages/languages.ts'
import { cookiesOf } from './cookies.ts'

/** The name of the cookie with the code of the language that was chosen in this browser. */
export const languageCookie = 'sente-language'

/**
 * The language of an answer: the user's, else the one that was chosen in the browser, else the first of the browser's own
 * that the pages have, else English.
 */
export function languageOf(ctx: Context, user?: Pick<User, 'language'>): Language {
  if (ctx.state.isEnglish) return languages.en
  const chosen = languageWith(user?.language) ?? languageWith(cookiesOf(ctx)(languageCookie))
  return chosen ?? languageWith(ctx.acceptsLanguages([...languageCodes]) || undefined) ?? languages.en
}
