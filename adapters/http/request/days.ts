import { calendarIn, dayWords, momentForm, spanOf, type Today, todayOf } from '../../written/moment.ts'
import type { EndpointDeps } from '../endpoint.ts'
import { text } from '../openapi/schema.ts'

/** A day or a moment in a form that `spanOf` reads. */
export const moment = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    { type: 'string', enum: dayWords },
  ],
} as const

/** A time zone in a form that `calendarIn` reads. */
export const timeZone = { type: 'string', format: 'time-zone' } as const

/** The parameter for the beginning of a period. */
export const beginOf = (purpose: string) =>
  [moment, momentForm, `${purpose} A day begins in \`zone\`.`, '2026-03-01'] as const

/** The parameter for the end of a period. */
export const endOf = (purpose: string) =>
  [moment, momentForm, `${purpose} A day ends in \`zone\`, and is included.`, '2026-03-31'] as const

/** The parameter for the time zone of the days. */
export const zone = [
  timeZone,
  'a time zone such as Africa/Kampala, or an offset such as +03:00',
  'The time zone of days; by default the one of the account. The answer names it.',
  'Africa/Kampala',
] as const

/** A period, and the present in the calendar of its days. */
type Period = { readonly fromMs: number | undefined; readonly toMs: number | undefined; readonly today: Today }

/** Reads the period of a query. Its values have the forms above. */
export function periodIn(
  given: { readonly from: string | undefined; readonly to: string | undefined; readonly zone: string | undefined },
  deps: Pick<EndpointDeps, 'days' | 'clock'>,
): Period {
  const usual = todayOf(deps)
  const days = given.zone === undefined ? undefined : calendarIn(given.zone)
  const today = { ...usual, ...(days && { days }) }
  const span = (written: string | undefined) => (written === undefined ? undefined : spanOf(written, today))
  return { fromMs: span(given.from)?.fromMs, toMs: span(given.to)?.toMs, today }
}

/** The time zone of the days in a query, in its answer. */
export const zoneOfDays = text('The time zone of the days in the query.')
