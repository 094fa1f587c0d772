import { Ajv } from 'ajv'
import type { Refusal } from '../../../core/sente.ts'
import { calendarIn, dateIn, timeIn } from '../../written/moment.ts'

/** Checks bodies and queries. Its errors contain the values that were sent: never pass them on. */
export const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  coerceTypes: false,
  removeAdditional: false,
  strict: true,
  strictNumbers: true,
  useDefaults: false,
  // Adds the value to each error: some messages depend on its type.
  verbose: true,
  formats: {
    date: (text: string) => dateIn(text) !== undefined,
    'date-time': (text: string) => timeIn(text) !== undefined,
    'time-zone': (text: string) => calendarIn(text) !== undefined,
  },
})

/**
 * Rule 5: refuses a request that lacks a field or parameter, and names all of them in this order. Null and '' count as
 * missing.
 */
export function missingFields(given: object, required: readonly string[]): Refusal | undefined {
  const values = new Map<string, unknown>(Object.entries(given))
  const fields = required.filter((name) => (values.get(name) ?? '') === '')
  return fields.length > 0 ? { refused: 'missing_fields', fields } : undefined
}
