import { words } from '../../words.ts'
import { batchesWords } from './batches.ts'
import { linksWords } from './links.ts'
import { newPaymentWords } from './newPayment.ts'
import { noticesWords } from './notices.ts'
import { chartsWords, overviewWords } from './overview.ts'
import { payWords } from './pay.ts'
import { paymentsWords } from './payments.ts'
import { peopleWords } from './people.ts'
import { amountFaults, refused } from './refused.ts'
import { settingsWords } from './settings.ts'
import { statementWords } from './statement.ts'
import { transactionsWords } from './transactions.ts'

const {
  amount,
  balances,
  charts,
  days,
  errors,
  filters,
  forms,
  frame,
  looked,
  menu,
  pages,
  payment,
  question,
  saidBack,
  session,
  timeline,
} = words
const { kept, refusals, signIn } = peopleWords
const { arriving, passkeys } = peopleWords.secondStep

/** The texts of all pages that are translated, in English: the source of the other languages. */
export const english = {
  ...{ amount, errors, forms, frame, session },
  ...{ arriving, kept, passkeys, refusals, signIn },
  pay: payWords,
  ...{ balances, days, filters, looked, menu, pages, payment, question, saidBack, timeline },
  ...{ amountFaults, refused },
  batches: batchesWords,
  charts: { ...charts, ...chartsWords },
  links: linksWords,
  notices: noticesWords,
  overview: overviewWords,
  settings: settingsWords,
  statement: statementWords,
  transactions: transactionsWords,
  newPayment: newPaymentWords,
  ...paymentsWords,
} as const
