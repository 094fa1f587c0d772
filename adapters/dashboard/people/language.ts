import type { UseCases } from '../../../core/sente.ts'
import { languageWith } from '../languages/languages.ts'
import { errorPage } from '../layout/errors.tsx'
import type { Page } from '../page.ts'
import { paths } from '../request/access.ts'
import { languageCookie } from '../request/language.ts'
import { ownPath } from './opened.ts'

/** How long a browser keeps the choice, in seconds. */
const keptSeconds = 365 * 86_400

/** Receives the choice of a language at the foot of a page: a user's own, or the browser's. */
export function languagePage({ chooseLanguage }: Pick<UseCases, 'chooseLanguage'>): Page {
  return {
    path: '/language',
    access: 'anybody',
    isTranslated: true,
    async take({ visitor }, form) {
      const chosen = languageWith(form.text('language'))
      if (!chosen) return errorPage('malformed')
      if (visitor?.needs === null) await chooseLanguage({ session: visitor.session, language: chosen.code })
      // Payers come from messages and other sites, and find the page in their language.
      const cookie = { value: chosen.code, maxAgeSeconds: keptSeconds, isSentFromElsewhere: true } as const
      return { seeOther: ownPath(form.text('to')) ?? paths.signIn, cookies: { [languageCookie]: cookie } }
    },
  }
}
