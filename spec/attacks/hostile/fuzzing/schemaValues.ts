import fc from 'fast-check'
import { payoutSchema } from '../../../../adapters/http/payments/sendMoney.ts'

/** The names of the API's fields, in the contract's order. */
export const fieldNames = payoutSchema.required

/** The source text of any value that the API's own schema allows a field. */
export function fittingValue(at: number): fc.Arbitrary<string> {
  const { type, pattern } = { pattern: undefined, ...schemaOf(at) }
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)
  const text = pattern === undefined ? fc.string({ minLength: 1 }) : fc.stringMatching(new RegExp(pattern))
  return text.map((value) => JSON.stringify(value))
}

function schemaOf(at: number) {
  const name = fieldNames[at]
  const schema = name && payoutSchema.properties[name]
  if (!schema) throw new Error(`the API has no field ${at}`)
  return schema
}
