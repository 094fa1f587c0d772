import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { apiDescription } from './oracle/document.ts'

const whole = (minimum: number, maximum: number, usual: number) =>
  `integer from ${minimum} to ${maximum}, ${usual} by default`

/** The described values of a parameter, in words. */
function formOf(path: string, name: string): string {
  const operation = apiDescription.paths[path]?.get
  const schema = operation?.parameters?.find((each) => each.in === 'query' && each.name === name)?.schema
  const { type, minimum, maximum, default: usual, enum: words, pattern, anyOf } = Object(schema)
  if (type === 'integer') return whole(minimum, maximum, usual)
  if (anyOf) return anyOf.map((one: OneForm) => one.format ?? one.enum?.join(' or ')).join(' or ')
  if (words) return `${type}: ${words.join(', ')}`
  return pattern === undefined ? 'nothing' : type
}

type OneForm = { readonly format?: string; readonly enum?: readonly string[] }

const moment = 'date or date-time or today or yesterday or this month or last month'

describe('15 The API describes itself: parameters', () => {
  rule('15.21', 'numbers, dates and choices of words in a query are described as such', {
    '': table(
      ['look-up', 'parameter', 'form'],
      [
        ['transactions', 'limit', whole(1, 100, 20)],
        ['transactions', 'state', 'string: pending, succeeded, failed'],
        ['transactions', 'kind', 'string: payout, collection, refund'],
        ['transactions', 'created_from', moment],
        ['transactions', 'created_to', moment],
        ['transactions', 'currency', 'string'],
        ['statement', 'from', moment],
        ['statement', 'to', moment],
        ['statement', 'limit', whole(1, 100, 20)],
        ['statement', 'currency', 'string'],
        ['events', 'after', whole(0, 999_999_999_999_999, 0)],
        ['events', 'wait', whole(0, 30, 0)],
        ['webhook-endpoints/{endpoint_id}/deliveries', 'limit', whole(1, 100, 20)],
      ],
      (lookUp, name, form) => expect(formOf(`/api/v1/${lookUp}`, name)).to.equal(form),
    ),
    'the types of events': () =>
      expect(formOf('/api/v1/events', 'type')).to.match(/^string: payout\.succeeded, payout\.failed, /),
  })
})
