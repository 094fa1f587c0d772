import { words } from '../../words.ts'
import { payWords } from './pay.ts'
import { peopleWords } from './people.ts'

const { amount, errors, forms, frame, session } = words
const { kept, refusals, signIn } = peopleWords
const { arriving, passkeys } = peopleWords.secondStep

/** The texts of all pages that are translated, in English: the source of the other languages. */
export const english = {
  ...{ amount, errors, forms, frame, session },
  ...{ arriving, kept, passkeys, refusals, signIn },
  pay: payWords,
} as const
