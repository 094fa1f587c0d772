import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { apiDescription } from './oracle/document.ts'

/** The places of a `const` in a part of a description, and of an `enum` without the type of its values. */
function unclear(part: unknown, pointer = '#'): string[] {
  if (typeof part !== 'object' || part === null) return []
  const isUntyped = 'enum' in part && Array.isArray(part.enum) && !('type' in part)
  const own = [...('const' in part ? [`${pointer}: const`] : []), ...(isUntyped ? [`${pointer}: no type`] : [])]
  const below = Object.entries(part)
    // The names of properties are texts anyway.
    .filter(([key]) => !['example', 'examples', 'propertyNames'].includes(key))
    .flatMap(([key, inner]) => unclear(inner, `${pointer}/${key}`))
  return [...own, ...below]
}

describe('15 The API describes itself: values', () => {
  rule('15.29', 'a field with one or several possible values is described as a typed `enum` of them', {
    'it is': () => expect(unclear(apiDescription)).to.deep.equal([]),
    'planted offences are found': () => {
      expect(unclear({ status: { type: 'string', const: 'success' } })).to.deep.equal(['#/status: const'])
      expect(unclear([{ items: { enum: ['read', 'pay'] } }])).to.deep.equal(['#/0/items: no type'])
    },
  })
})
