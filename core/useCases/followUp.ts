import { findCase } from '../followUp/cases/findCase.ts'
import { forgetExchanges } from '../followUp/cases/forgetExchanges.ts'
import { countUnservedTransactions } from '../followUp/enquiries/unserved.ts'
import { resolveTransaction } from '../followUp/resolveTransaction.ts'

/** What is done about payments that are open, or in doubt. */
export const followUpUseCases = { findCase, forgetExchanges, countUnservedTransactions, resolveTransaction }
