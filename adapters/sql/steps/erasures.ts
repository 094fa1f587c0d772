import { type ErasedNumber, formsOf } from '../../../core/sente.ts'
import { endingOf } from '../books/lists/lists.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'

/** The statements that put pseudonyms in the place of phone numbers: in transactions, their lists, and their exchanges. */
export function erasures(erased: readonly ErasedNumber[]): SqlStatement[] {
  return erased.flatMap(({ accountId, transactionId, phoneNumber, pseudonym }) => [
    { ...inTransactions, values: [accountId, transactionId, pseudonym] },
    { ...inLines, values: [transactionId, pseudonym] },
    { ...inLists, values: [accountId, transactionId, phoneNumber, pseudonym, endingOf(phoneNumber)] },
    ...formsOf(phoneNumber).map((form) => ({ ...inExchanges, values: [transactionId, form, pseudonym] })),
  ])
}

const inTransactions = {
  name: 'erase a phone number',
  text: 'UPDATE transactions SET phone_number = $3 WHERE account_id = $1 AND id = $2',
}

const inLines = {
  name: 'erase a phone number of a line',
  text: 'UPDATE payout_batch_lines SET phone_number = $2 WHERE transaction_id = $1',
}

const inLists = {
  name: 'erase a listed phone number',
  text: `UPDATE phone_lists SET phone_number = $4, ending = ''
    WHERE account_id = $1 AND ending = $5 AND phone_number = $3 AND id = $2`,
}

const inExchanges = {
  name: 'erase a phone number in exchanges',
  text: 'UPDATE exchanges SET entries = replace(entries, $2, $3) WHERE transaction_id = $1',
}
