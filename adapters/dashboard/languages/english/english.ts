import { words } from '../../words.ts'
import { newPaymentWords } from './newPayment.ts'
import { overviewWords } from './overview.ts'
import { payWords } from './pay.ts'
import { paymentsWords } from './payments.ts'
import { peopleWords } from './people.ts'
import { amountFaults, refused } from './refused.ts'

const { amount, balances, errors, forms, frame, looked, menu, payment, question, saidBack, session } = words
const { kept, refusals, signIn } = peopleWords
const { arriving, passkeys } = peopleWords.secondStep

/** The texts of all pages that are translated, in English: the source of the other languages. */
export const english = {
  ...{ amount, errors, forms, frame, session },
  ...{ arriving, kept, passkeys, refusals, signIn },
  pay: payWords,
  ...{ balances, looked, menu, payment, question, saidBack },
  ...{ amountFaults, refused },
  overview: overviewWords,
  newPayment: newPaymentWords,
  ...paymentsWords,
} as const
