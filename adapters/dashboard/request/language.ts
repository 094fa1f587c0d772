import { languagesFor } from '../../../core/sente.ts'
import { languageCodes } from '../../written/languages.ts'
import type { Asked, Context, Visitor } from '../asked.ts'
import { type Language, languages, languageWith } from '../languages/languages.ts'
import type { Page } from '../page.ts'
import { cookiesOf } from './cookies.ts'

/** The name of the cookie with the code of the language that was chosen in this browser. */
export const languageCookie = 'sente-language'

/**
 * The language that a request asks for: the user's, else the account's, else the one that was chosen in the browser, else
 * the first of the browser's own that the pages have; undefined if it asks for none of them.
 */
export function languageOf(ctx: Context, visitor?: Pick<Visitor, 'user' | 'account'>): Language | undefined {
  if (ctx.state.isEnglish) return languages.en
  const codes = visitor ? languagesFor(visitor.user, visitor.account) : []
  return languageWith(...codes, cookiesOf(ctx)(languageCookie)) ?? ofBrowser(ctx)
}

/** A request to a page that has a language of its own, where it asks for none. */
export async function inLanguageOf(page: Page, asked: Asked, { state }: Context): Promise<Asked> {
  if (!page.language || state.language) return asked
  const language = languageWith(await page.language(asked))
  if (!language) return asked
  state.language = language
  return { ...asked, language }
}

/** A language that no browser asks for by name. It comes first where a browser takes any, or says nothing. */
const undetermined = 'und'

function ofBrowser(ctx: Context): Language | undefined {
  return languageWith(ctx.acceptsLanguages([undetermined, ...languageCodes]) || undefined)
}
