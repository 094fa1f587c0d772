import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { apiDescription, at } from './oracle/document.ts'

type Part = { readonly [key: string]: unknown }

/** Parts of a description that lack a sentence of at least three words, and texts that are not sentences. */
function undescribed(document: object): string[] {
  const visit = (value: unknown, pointer: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    const own = ownProblems(value as Part, pointer, document)
    const below = Object.entries(value)
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .flatMap(([key, part]) => visit(part, `${pointer}/${key}`))
    return [...own, ...below]
  }
  return visit(document, '#')
}

function ownProblems(part: Part, pointer: string, document: object): string[] {
  const isProperties = pointer.endsWith('/properties')
  if (isProperties)
    return Object.keys(part).flatMap((name) => sentenceProblems(part[name], `${pointer}/${name}`, document))
  const isDescribed = typeof part.description === 'string' || 'operationId' in part || 'in' in part
  const isComponent = /^#\/components\/schemas\/\w+$/.test(pointer)
  return isDescribed || isComponent ? sentenceProblems(part, pointer, document) : []
}

function sentenceProblems(part: unknown, pointer: string, document: object): string[] {
  const { $ref, description } = Object(part)
  if (typeof $ref === 'string') return sentenceProblems(at(document, $ref), pointer, document)
  const isSentence =
    /^[\p{Lu}\p{N}`][\s\S]*[.:]$/u.test(String(description)) && String(description).split(/\s+/).length >= 3
  return isSentence ? [] : [`${pointer}: ${description}`]
}

describe('15 The API describes itself: sentences', () => {
  rule('15.22', 'every operation, parameter, answer and field is described in a sentence of at least three words', {
    'it is': () => expect(undescribed(apiDescription)).to.deep.equal([]),
    'planted offences are found': () => {
      const planted = JSON.parse(JSON.stringify(apiDescription))
      planted.paths['/api/v1/balances'].get.responses[200].description = 'It.'
      delete planted.components.schemas.Transaction.properties.amount.description
      delete planted.components.schemas.Event.description
      expect(undescribed(planted)).to.have.length(3)
    },
  })
})
