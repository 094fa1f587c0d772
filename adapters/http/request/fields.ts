import { Ajv } from 'ajv'
import { momentOf, type Refusal } from '../../../core/sente.ts'

/** Checks bodies and queries. Its errors contain what was sent: never pass them on. */
export const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  strict: true,
  strictNumbers: true,
  useDefaults: false,
  // Adds the value to each error, because null and the empty string count as missing.
  verbose: true,
  formats: {
    date: (text: string) => !text.includes('T') && momentOf(text) !== undefined,
    'date-time': (text: string) => text.includes('T') && momentOf(text) !== undefined,
  },
})

/** Rule 6: refuses fields, and says what each must be. */
export function malformedFields(problems: readonly string[]): Refusal {
  return { refused: 'malformed_fields', problems }
}
