// Its dependencies write globals when they are loaded, and mocha would blame the example that loads them first.
import '@simplewebauthn/server'
import { expect } from 'chai'
import { memoryStore } from '../../../../adapters/memory/memory.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { mostStepsInATurn } from '../../../fixtures/steps.ts'
import { rule } from '../../../rule.ts'
import { type FilledForm, found, openEverything, usual } from '../../operators/132-pages/everyForm.ts'

/** The most bytes of a form that is not in parts. */
const mostBytes = 16_384

/** One for each byte. */
const mostSteps = mostBytes

/** Fields of a form, each with a value. */
type Fields = readonly (readonly [name: string, value: string])[]

/** Forms of the allowed size that are expensive to read, to check or to show. */
const shapes: Readonly<Record<string, (fields: Fields) => Fields>> = {
  'every field as often as possible': (fields) =>
    Array.from({ length: 499 }, (_, nth) => fields[nth % fields.length] ?? ['more', '']),
  'the longest text in each field': (fields) => fields.map(([name]) => [name, 'x<'.repeat(mostBytes / 2)] as const),
}

/** As much of a form as is allowed. */
const sent = (fields: Fields) => {
  const each = Math.floor(mostBytes / Math.max(1, fields.length)) - 1
  return fields
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`.slice(0, each).replace(/%.?$/, ''))
    .join('&')
}

describe('14 Neighbours: every form', () => {
  rule(
    '14.27',
    'no form of a page takes many steps in one turn, with any field as full as allowed',
    Object.fromEntries(
      Object.entries(shapes).map(([what, fill]) => [
        what,
        async () => {
          const everything = await openEverything(memoryStore())
          const { forms } = await found(everything)
          const filled = ({ fields }: FilledForm) =>
            fields.map(([name, value]) => [name, value || usual[name] || ''] as const)
          const dear: Record<string, number> = {}
          for (const [kind, form] of forms) {
            // No form can be sent after signing out.
            if (form.method === 'get' || kind === 'post /sign-out') continue
            const given = { body: sent(fill(filled(form))), headers: { ...ownForm, cookie: form.cookie } }
            let status = 0
            const steps = await mostStepsInATurn(async () => {
              status = (await everything.ask.post(form.action.slice(1), given)).statusCode
            })
            expect(status, kind).to.be.within(200, 499)
            if (steps > mostSteps) dear[kind] = steps
          }
          expect(dear).to.deep.equal({})
        },
      ]),
    ),
  )
})
