/** The codes of the languages of the pages, by ISO 639-1, in the order of the choice at the foot of a page. */
export const languageCodes = ['en', 'lg', 'sw', 'fr'] as const

/** The code of a language. */
export type LanguageCode = (typeof languageCodes)[number]
