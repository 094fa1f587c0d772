// Its dependencies write globals when they are loaded, and mocha would blame the example that loads them first.
import '@simplewebauthn/server'
import { expect } from 'chai'
import { afterwards } from '../../../fixtures/endings.ts'
import { hostileTexts } from '../../../fixtures/http/hostileTexts.ts'
import { ownForm } from '../../../fixtures/http/pages.ts'
import { fifthOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { stores } from '../../../stages/everyStore.ts'
import { found, openEverything, usual } from './everyForm.ts'

/** The parameters in a page's URL, beside the fields of its filters. */
const asked = [
  'before',
  'after',
  'done',
  'to',
  'from',
  'state',
  'kind',
  'type',
  'text',
  'owner',
  'by',
  'account',
  'name',
].concat(['currency', 'reference', 'transaction', 'attention', 'again', 'came', 'bucket', 'network'])

describe('132 Pages for people: texts', () => {
  rule(
    '132.13',
    'any text in any field of a form or a page’s URL is accepted, or refused with a message: nothing breaks',
    Object.fromEntries(
      Object.entries(stores).map(([name, open]) => [
        name,
        async () => {
          const store = await open()
          afterwards(() => store.close?.())
          const everything = await openEverything(store)
          const { ask, lines: log } = everything
          const { pages, forms } = await found(everything)
          const broken: string[] = []
          const texts = Object.entries(fifthOf(hostileTexts))
          for (const [of, text] of texts) {
            for (const [kind, [path, cookie]] of pages) {
              const query = asked.map((field) => `${field}=${text.slice(0, 300)}`).join('&')
              const { statusCode } = await ask(`${path.slice(1)}?${query}`, { headers: { cookie } })
              if (statusCode >= 500) broken.push(`${kind}: ${of}`)
            }
          }
          const fields = [...forms].flatMap(([kind, one]) => one.fields.map(([field]) => ({ kind, one, field })))
          // Secrets come last: wrong ones are counted.
          const isSecret = ({ field }: { readonly field: string }) => /^(password|pin|again|new|code)$/.test(field)
          for (const { kind, one, field } of [
            ...fields.filter((some) => !isSecret(some)),
            ...fields.filter(isSecret),
          ]) {
            for (const [of, text] of texts) {
              const filled = one.fields.map(
                ([name, value]) => `${name}=${encodeURIComponent(value || usual[name] || '')}`,
              )
              const sent = filled.map((pair) => (pair.startsWith(`${field}=`) ? `${field}=${text}` : pair)).join('&')
              const { action, method, cookie } = one
              const { statusCode } =
                method === 'get'
                  ? await ask(`${action.slice(1)}?${sent.slice(0, 8_000)}`, { headers: { cookie } })
                  : await ask.post(action.slice(1), { body: sent, headers: { ...ownForm, cookie } })
              if (statusCode >= 500) broken.push(`${kind}, ${field}: ${of}`)
            }
          }
          const logged = log.filter((line) => line.includes('"breakage"'))
          expect(broken, logged.slice(0, 20).join('\n')).to.deep.equal([])
          expect(logged).to.deep.equal([])
        },
      ]),
    ),
  )
})
