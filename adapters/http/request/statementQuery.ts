import {
  isKnownCurrency,
  isRefusal,
  momentForm,
  momentOf,
  momentPattern,
  type Refusal,
  type StatementQuery,
} from '../../../core/sente.ts'
import { malformedFields } from './fields.ts'
import { queryReader } from './query.ts'

const { read, refuse, parameters } = queryReader({
  currency: ['^[A-Z]{3}$', 'the code of a currency', 'The currency of the balance.', 'UGX'],
  from: [momentPattern, momentForm, 'Begins with the first line at this moment or later.', '2026-03-01'],
  to: [momentPattern, momentForm, 'Ends before the first line at this moment or later.', '2026-04-01'],
  limit: [
    '^([1-9][0-9]?|100)$',
    'a whole number from 1 to 100',
    'How many lines to give at most; 20 by default. A CSV has all.',
    '50',
  ],
  cursor: [
    '^[0-9A-Za-z._-]{1,142}$',
    'the next_cursor of a page of yours',
    'Gives the page after the one that ended with this. A CSV has no pages.',
    '41',
  ],
})

/** What documents the query of a statement. */
export const statementParameters = parameters.map((each) =>
  each.name === 'currency' ? { ...each, isRequired: true as const } : each,
)

/** A query for the caller's own statement. */
export type StatementRequest = Omit<StatementQuery, 'accountId'>

const defaultLimit = 20

/** Reads the query of a statement. A CSV has the whole period, and neither limit nor cursor. */
export function readStatementQuery(text: string, isCsv: boolean): { readonly query: StatementRequest } | Refusal {
  const given = read(text)
  if (isRefusal(given)) return given
  const { currency, from, to, limit = `${defaultLimit}`, cursor } = given
  if (currency === undefined || !isKnownCurrency(currency)) return refuse('currency')
  const ofPages = (['limit', 'cursor'] as const).filter((name) => isCsv && given[name] !== undefined)
  if (ofPages.length > 0) return malformedFields(ofPages.map((name) => `${name} is not a parameter of a CSV`))
  const [fromMs, toMs] = [from, to].map((moment = '') => momentOf(moment))
  if (from !== undefined && fromMs === undefined) return refuse('from')
  if (to !== undefined && toMs === undefined) return refuse('to')
  return {
    query: {
      currency,
      ...(fromMs !== undefined && { fromMs }),
      ...(toMs !== undefined && { toMs }),
      ...(cursor !== undefined && { after: cursor }),
      limit: Number(limit),
    },
  }
}

/** Refuses a cursor that is no place in the statement, with the message for a malformed one. */
export function statementCursorRefusal(): Refusal {
  return refuse('cursor')
}
