import { words } from '../../words.ts'
import { batchesWords } from './batches.ts'
import { linksWords } from './links.ts'
import { newPaymentWords } from './newPayment.ts'
import { noticesWords } from './notices.ts'
import { chartsWords, overviewWords } from './overview.ts'
import { payWords } from './pay.ts'
import { paymentsWords } from './payments.ts'
import { peopleWords } from './people.ts'
import { amountFaults, refusals, refused } from './refused.ts'
import { settingsWords, usersWords } from './settings.ts'
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
  keys,
  looked,
  menu,
  operatorMenu,
  pages,
  payment,
  question,
  saidBack,
  session,
  timeline,
  users,
} = words

/** The texts of all pages that are translated, in English: the source of the other languages. */
export const english = {
  ...{ amount, errors, forms, frame, session },
  ...peopleWords,
  pay: payWords,
  ...{ balances, days, filters, keys, looked, menu, operatorMenu, pages, payment, question, saidBack, timeline },
  ...{ amountFaults, refusals, refused },
  batches: batchesWords,
  charts: { ...charts, ...chartsWords },
  links: linksWords,
  notices: noticesWords,
  overview: overviewWords,
  settings: settingsWords,
  statement: statementWords,
  users: { ...users, ...usersWords },
  transactions: transactionsWords,
  newPayment: newPaymentWords,
  ...paymentsWords,
} as const
