import {
  isKnownCurrency,
  isRefusal,
  malformedFields,
  type Refusal,
  type StatementQuery,
  statementCursorPattern,
} from '../../../core/sente.ts'
import type { StatementEnding } from '../../formats/statement/files.ts'
import type { Today } from '../../written/moment.ts'
import type { EndpointDeps } from '../endpoint.ts'
import { cursorOf, limitOf, usualLimit } from '../request/cursor.ts'
import { beginOf, endOf, periodIn, zone } from '../request/days.ts'
import { queryReader } from '../request/query.ts'

const { read, refuse, parameters } = queryReader(
  {
    currency: [
      { type: 'string', pattern: '^[A-Z]{3}$' },
      'the code of a currency',
      'The currency of the balance.',
      'UGX',
    ],
    from: beginOf('Begins with the first line at this moment or later.'),
    to: endOf('Ends before the first line at this moment or later.'),
    zone,
    limit: limitOf('lines', ' A file has all.'),
    cursor: cursorOf(statementCursorPattern, '41', ' A file has no pages.'),
  },
  ['currency'],
)

/** The documentation of a statement's query. */
export const statementParameters = parameters

/** A query for the caller's own statement. */
export type StatementRequest = Omit<StatementQuery, 'accountId'>

/** Reads the query of a statement. A file has the whole period, and neither limit nor cursor. */
export function readStatementQuery(
  text: string,
  file: StatementEnding | undefined,
  deps: Pick<EndpointDeps, 'days' | 'clock'>,
): { readonly query: StatementRequest; readonly today: Today } | Refusal {
  const given = read(text)
  if (isRefusal(given)) return given
  const { currency, from, to, zone, limit = usualLimit, cursor } = given
  if (currency === undefined || !isKnownCurrency(currency)) return refuse('currency')
  const ofPages = (['limit', 'cursor'] as const).filter((name) => file && given[name] !== undefined)
  if (ofPages.length > 0) return malformedFields(ofPages.map((name) => `${name} is not a parameter of a file`))
  const { fromMs, toMs, today } = periodIn({ from, to, zone }, deps)
  return {
    query: {
      currency,
      ...(fromMs !== undefined && { fromMs }),
      ...(toMs !== undefined && { toMs }),
      ...(cursor !== undefined && { after: cursor }),
      limit,
    },
    today,
  }
}

/** Refuses a cursor that is no place in the statement, with the message for a malformed one. */
export function statementCursorRefusal(): Refusal {
  return refuse('cursor')
}
