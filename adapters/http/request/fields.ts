import { Ajv } from 'ajv'
import type { Refusal } from '../../../core/sente.ts'

/** Checks bodies and queries. Its errors hold what was sent: they never leave the file that reads them. */
export const ajv = new Ajv({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  strict: true,
  strictNumbers: true,
  useDefaults: false,
  // Tells each error's value, for null and the empty text count as missing.
  verbose: true,
})

/** Rule 6: refuses fields, each with what it must be. */
export function malformedFields(problems: readonly string[]): Refusal {
  return { refused: 'malformed_fields', problems }
}
