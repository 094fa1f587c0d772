import { parse } from 'node:querystring'
import type { ErrorObject } from 'ajv'
import { type LookUpQuery, type Refusal, referenceForm, referencePattern, type State } from '../../../core/sente.ts'
import { ajv, malformedFields } from './fields.ts'

type Parameter = 'limit' | 'cursor' | 'state' | 'kind' | 'currency' | 'reference'

/** The form of each parameter, as a pattern and in words. */
const forms: Readonly<Record<Parameter, readonly [pattern: string, words: string]>> = {
  limit: ['^([1-9][0-9]?|100)$', 'a whole number from 1 to 100'],
  cursor: ['^[A-Za-z0-9_-]+$', 'the next_cursor of a page of yours'],
  state: ['^(pending|succeeded|failed)$', 'pending, succeeded or failed'],
  kind: ['^(payout|collection)$', 'payout or collection'],
  currency: ['^[A-Z]{3}$', 'three capital letters'],
  reference: [referencePattern, referenceForm],
}

type Parameters = Partial<
  Record<'limit' | 'cursor' | 'currency' | 'reference', string> &
    Record<'state', Exclude<State, 'submitting'>> &
    Record<'kind', NonNullable<LookUpQuery['kind']>>
>

const validate = ajv.compile<Parameters>({
  type: 'object',
  properties: Object.fromEntries(Object.entries(forms).map(([name, [pattern]]) => [name, { type: 'string', pattern }])),
  additionalProperties: false,
})

const defaultLimit = 20

/** Rule 6 for a query: reads the filter of a list of transactions; an unknown parameter is refused. */
export function readTransactionQuery(text: string): { readonly query: LookUpQuery } | Refusal {
  // A parameter that is given twice becomes an array, which fails the schema.
  const given: object = parse(text, '&', '=', { maxKeys: 0 })
  if (!validate(given)) return malformedFields((validate.errors ?? []).map(problemOf))
  const { limit, cursor, state, ...rest } = given
  return {
    query: {
      ...rest,
      ...(state !== undefined && { states: statesShownAs(state) }),
      ...(cursor !== undefined && { before: cursor }),
      limit: limit === undefined ? defaultLimit : Number(limit),
    },
  }
}

/** Refuses a cursor that is not the last id of a page of this account, with the message for a malformed one. */
export function cursorRefusal(): Refusal {
  return malformedFields([mustBe('cursor')])
}

/** The states that merchants see under one name, such as pending. */
function statesShownAs(state: Exclude<State, 'submitting'>): readonly State[] {
  return state === 'pending' ? ['submitting', 'pending'] : [state]
}

function problemOf({ keyword, params, instancePath }: ErrorObject): string {
  if (keyword === 'additionalProperties') return `${params.additionalProperty} is not a parameter`
  const name = instancePath.slice(1) as Parameter
  return keyword === 'type' ? `${name} must be given once` : mustBe(name)
}

function mustBe(name: Parameter): string {
  return `${name} must be ${forms[name][1]}`
}
