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
ajv.addKeyword({
  keyword: 'x-well-formed',
  type: 'string',
  schemaType: 'boolean',
  validate: (_: true, text: string) => !/\p{Cs}/u.test(text),
})

/**
 * The form of a text that looks the same everywhere: no control characters, and no half of a surrogate pair. Programs of
 * merchants compile the pattern with and without the flag `u`, so it neither counts characters nor names a surrogate.
 */
export function readable(mostCharacters: number, isEmptyToo: 'perhaps empty' | 'not empty') {
  const pattern = `^[^\\x00-\\x1F\\x7F-\\x9F]${isEmptyToo === 'perhaps empty' ? '*' : '+'}$`
  return { pattern, maxLength: mostCharacters, 'x-well-formed': true } as const
}

/**
 * Rule 5: refuses a request that lacks a field or parameter, and names all of them in this order. Null and '' count as
 * missing.
 */
export function missingFields(given: object, required: readonly string[]): Refusal | undefined {
  const values = new Map<string, unknown>(Object.entries(given))
  const fields = required.filter((name) => (values.get(name) ?? '') === '')
  return fields.length > 0 ? { refused: 'missing_fields', fields } : undefined
}
