import { parse } from 'node:querystring'
import type { ErrorObject } from 'ajv'
import type { Refusal } from '../../../core/sente.ts'
import type { Parameter } from '../description/described.ts'
import { ajv, malformedFields } from './fields.ts'

/** The form of each parameter of a query, as a pattern and in words, what it is for, and an example. */
export type Forms<Name extends string> = Readonly<
  Record<Name, readonly [pattern: string, words: string, purpose: string, example: string]>
>

/** Reads the parameters of queries; an unknown parameter and one that is given twice are refused. */
export type ReadQuery<Name extends string> = {
  read(text: string): Partial<Record<Name, string>> | Refusal
  /** Refuses a parameter, with the message for a malformed one. */
  refuse(name: Name): Refusal
  /** What documents the parameters. */
  readonly parameters: readonly Parameter[]
}

/** Makes the reader of queries with these parameters. */
export function queryReader<Name extends string>(forms: Forms<Name>): ReadQuery<Name> {
  const entries = Object.entries<Forms<Name>[Name]>(forms)
  const properties = entries.map(([name, [pattern]]) => [name, { type: 'string', pattern }] as const)
  const validate = ajv.compile<Partial<Record<Name, string>>>({
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  })
  const mustBe = (name: Name) => `${name} must be ${forms[name][1]}`

  function problemOf({ keyword, params, instancePath }: ErrorObject): string {
    if (keyword === 'additionalProperties') return `${params.additionalProperty} is not a parameter`
    const name = instancePath.slice(1) as Name
    return keyword === 'type' ? `${name} must be given once` : mustBe(name)
  }

  return {
    read(text) {
      // A parameter that is given twice becomes an array, which fails the schema.
      const given: object = parse(text, '&', '=', { maxKeys: 0 })
      return validate(given) ? { ...given } : malformedFields((validate.errors ?? []).map(problemOf))
    },
    refuse: (name) => malformedFields([mustBe(name)]),
    parameters: entries.map(([name, [pattern, words, purpose, example]]) => ({
      in: 'query',
      name,
      description: `${purpose} It must be ${words}.`,
      schema: { type: 'string', pattern },
      example,
    })),
  }
}
