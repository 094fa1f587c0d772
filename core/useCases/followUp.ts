import { findCase } from '../followUp/cases/findCase.ts'
import { forgetExchanges } from '../followUp/cases/forgetExchanges.ts'
import { countUnservedTransactions } from '../followUp/enquiries/unserved.ts'
import { resolveTransaction } from '../followUp/resolveTransaction.ts'

/**
 * The use cases for open payments, and for payments in doubt.
 *
 * @hidden
 */
export const followUpUseCases = { findCase, forgetExchanges, countUnservedTransactions, resolveTransaction }
