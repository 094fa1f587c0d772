import type { NoticeForm } from '../../../formats/notice.ts'
import { type Language, languages, languageWith } from '../../languages/languages.ts'
import { amountText } from '../../parts/values.tsx'

/** The form of notices in a language. */
export function noticeFormIn(language: Language): NoticeForm {
  const { code, texts } = language
  return {
    code,
    texts: texts.notices.texts,
    amountText: (minor, currency) => amountText(minor, currency, language),
  }
}

/** The form of notices in the first language that exists, by their codes, or in English. */
export function noticeFormFor(codes: readonly string[]): NoticeForm {
  return noticeFormIn(languageWith(...codes) ?? languages.en)
}
