import { type LanguageCode, languageCodes } from '../../written/languages.ts'
import { english } from './english/english.ts'
import { completed, type Texts, type Translation } from './english/texts.ts'
import { french } from './french/french.ts'
import { luganda } from './luganda/luganda.ts'
import { swahili } from './swahili/swahili.ts'

/** A language of the pages. */
export type Language = {
  readonly code: LanguageCode
  /** Its own name for itself. */
  readonly name: string
  /** The locale of its numbers and dates. */
  readonly locale: string
  readonly texts: Texts
}

/** The translations, without English, their source. */
export const translations: Readonly<Record<Exclude<LanguageCode, 'en'>, Translation>> = {
  lg: luganda,
  sw: swahili,
  fr: french,
}

/** All languages by their codes. */
export const languages: Readonly<Record<LanguageCode, Language>> = {
  en: { code: 'en', name: 'English', locale: 'en-GB', texts: english },
  lg: { code: 'lg', name: 'Luganda', locale: 'lg', texts: completed<Texts>(english, luganda) },
  sw: { code: 'sw', name: 'Kiswahili', locale: 'sw', texts: completed<Texts>(english, swahili) },
  fr: { code: 'fr', name: 'Français', locale: 'fr', texts: completed<Texts>(english, french) },
}

/** Something for each language, made once. */
export function forEachLanguage<Made>(make: (language: Language) => Made): Readonly<Record<LanguageCode, Made>> {
  return { en: make(languages.en), lg: make(languages.lg), sw: make(languages.sw), fr: make(languages.fr) }
}

/** The language of the first code that has one; undefined if none has. */
export function languageWith(...codes: readonly (string | null | undefined)[]): Language | undefined {
  const [code] = codes.flatMap((one) => languageCodes.find((known) => known === one) ?? [])
  return code && languages[code]
}
