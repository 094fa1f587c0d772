import { words } from '../../words.ts'
import { payWords } from './pay.ts'

const { amount, errors, frame, session } = words

/** The texts of all pages that are translated, in English: the source of the other languages. */
export const english = { amount, errors, frame, pay: payWords, session } as const
