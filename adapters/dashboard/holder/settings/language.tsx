import type { Account, OperatorRefusal, PeopleRefusal } from '../../../../core/sente.ts'
import { languageCodes } from '../../../written/languages.ts'
import { languages, languageWith } from '../../languages/languages.ts'
import { errorPage } from '../../layout/errors.tsx'
import { Form, type PageBase } from '../../layout/links.tsx'
import type { Answer, Page } from '../../page.ts'
import { Choice } from '../../parts/fields.tsx'
import type { HolderDeps } from '../deps.ts'
import { asHolder, type Holder } from '../holding.ts'

/** The page of an account's settings. */
export const settingsPath = '/dashboard/settings'

const to = `${settingsPath}/language`

/** The answer to a changed account, or to a refusal. */
type AnswerChanged = (who: Holder, changed: Account | OperatorRefusal | PeopleRefusal, done: string) => Promise<Answer>

/** Receives the language of an account, or none. */
export function accountLanguagePage({ changeOwnLanguage }: HolderDeps, answer: AnswerChanged): Page {
  return {
    path: to,
    access: 'account.language',
    isTranslated: true,
    take: (asked, form) =>
      asHolder(asked, async (who) => {
        const code = form.text('language')
        const chosen = languageWith(code)
        if (!chosen && code !== '') return errorPage('malformed')
        return answer(who, await changeOwnLanguage({ who, language: chosen?.code ?? null }), 'language')
      }),
  }
}

/** The language of an account, and the form that sets it. */
export function AccountLanguage(
  { account, maySet }: { readonly account: Account; readonly maySet: boolean },
  { language }: PageBase,
) {
  const text = language.texts.settings
  const set = languageWith(account.language)
  const names = languageCodes.map((code) => [code, languages[code].name] as const)
  return (
    <section>
      <h2>{text.language}</h2>
      <p>{text.languageHint}</p>
      {!maySet && <p>{set?.name ?? text.asBrowser}</p>}
      {maySet && (
        <Form to={to} label={text.language}>
          <Choice
            name="language"
            label={text.language}
            options={[['', text.asBrowser], ...names]}
            value={set?.code ?? ''}
          />
          <button type="submit">{text.setLanguage}</button>
        </Form>
      )}
    </section>
  )
}
