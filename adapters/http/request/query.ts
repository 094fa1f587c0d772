import { parse } from 'node:querystring'
import type { ErrorObject } from 'ajv'
import type { Refusal } from '../../../core/sente.ts'
import { ajv, malformedFields } from './fields.ts'

/** The form of each parameter of a query, as a pattern and in words. */
export type Forms<Name extends string> = Readonly<Record<Name, readonly [pattern: string, words: string]>>

/** Reads the parameters of queries; an unknown parameter and one that is given twice are refused. */
export type ReadQuery<Name extends string> = {
  read(text: string): Partial<Record<Name, string>> | Refusal
  /** Refuses a parameter, with the message for a malformed one. */
  refuse(name: Name): Refusal
}

/** Makes the reader of queries with these parameters. */
export function queryReader<Name extends string>(forms: Forms<Name>): ReadQuery<Name> {
  const properties = Object.entries<readonly [string, string]>(forms).map(([name, [pattern]]) => [
    name,
    { type: 'string', pattern },
  ])
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
  }
}
