import { parse } from 'node:querystring'
import type { ErrorObject } from 'ajv'
import { malformedFields, type Refusal } from '../../../core/sente.ts'
import type { Parameter } from '../openapi/operation.ts'
import type { moment, timeZone } from './days.ts'
import { ajv, missingFields } from './fields.ts'

type WholeNumber = { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
type OneOf = { readonly type: 'string'; readonly enum: readonly string[] }
type Text = {
  readonly type: 'string'
  readonly pattern: string
  readonly maxLength?: number
  readonly 'x-well-formed'?: true
}
type Form = (WholeNumber & { readonly default?: number }) | OneOf | Text | typeof moment | typeof timeZone

/** Each parameter of a query: its form as a schema and in words, its purpose, and an example. */
type Forms = Readonly<Record<string, readonly [schema: Form, words: string, purpose: string, example: string | number]>>

type Value<Schema> = Schema extends WholeNumber
  ? number
  : Schema extends { enum: readonly (infer One)[] }
    ? One
    : string

/** The given values, by name. */
type Given<Of extends Forms> = { [Name in keyof Of]?: Value<Of[Name][0]> }

/** Reads the parameters of queries. An unknown or repeated parameter is refused. */
type ReadQuery<Of extends Forms> = {
  read(text: string): Given<Of> | Refusal
  /** Refuses a parameter, with the message for a malformed one. */
  refuse(name: keyof Of & string): Refusal
  /** The documentation of the parameters. */
  readonly parameters: readonly Parameter[]
}

/** Makes the reader of queries with these parameters and these required ones. */
export function queryReader<const Of extends Forms>(
  forms: Of,
  required: readonly (keyof Of & string)[] = [],
): ReadQuery<Of> {
  const entries = Object.entries(forms)
  const validate = ajv.compile<Given<Of>>({
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, [schema]]) => [name, schema])),
    additionalProperties: false,
  })
  const wholeNumbers = entries.flatMap(([name, [schema]]) => ('minimum' in schema ? name : []))
  const mustBe = (name: string) => `${name} must be ${forms[name]?.[1]}`

  /** The name of an unknown parameter, with a known one of which it is a word, such as `from` of `created_from`. */
  function notOne(name: string): string {
    const like = entries.find(
      ([known]) => known === name.toLowerCase() || known.split('_').includes(name.toLowerCase()),
    )
    return `${name} is not a parameter${like ? `; did you mean ${like[0]}?` : ''}`
  }

  function problemOf({ keyword, params, instancePath, data }: ErrorObject): string {
    if (keyword === 'additionalProperties') return notOne(params.additionalProperty)
    const name = instancePath.slice(1)
    if (Array.isArray(data)) return `${name} must be given once`
    return isPlusLost(data) ? `${mustBe(name)}; in a URL the + of an offset is written %2B` : mustBe(name)
  }

  return {
    read(text) {
      // A repeated parameter becomes an array, which fails the schema.
      const texts = Object.entries(parse(text, '&', '=', { maxKeys: 0 }))
      const given: object = Object.fromEntries(
        texts.map(([name, value]) => [name, wholeNumbers.includes(name) ? numberIn(value) : value]),
      )
      const missing = missingFields(given, required)
      if (missing) return missing
      return validate(given) ? given : malformedFields([...new Set((validate.errors ?? []).map(problemOf))])
    },
    refuse: (name) => malformedFields([mustBe(name)]),
    parameters: entries.map(([name, [schema, words, purpose, example]]) => ({
      in: 'query',
      name,
      description: `${purpose} It must be ${words}.`,
      schema,
      example,
      ...(required.includes(name) && { isRequired: true as const }),
    })),
  }
}

/** Whether a value ends in an offset whose plus sign has become a blank, as it does in a URL. */
function isPlusLost(value: unknown): boolean {
  return typeof value === 'string' && / \d\d:\d\d$/.test(value)
}

/** The query of a request's target, without its question mark; empty when it has none. */
export function queryOf(target: string): string {
  return /^[^?#]*\?([^#]*)/.exec(target)?.[1] ?? ''
}

/** A whole number in its one form. Anything else stays the same, and fails the schema. */
function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^(0|[1-9][0-9]{0,14})$/.test(value) ? Number(value) : value
}
