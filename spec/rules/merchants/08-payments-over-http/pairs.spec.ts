import { expect } from 'chai'
import { isTurn } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { checkedFirst, codeOf, forEachCode } from './broken.ts'

// The order of the rules depends on HTTP alone, not on the store: hundreds of pairs are tried only in memory.
describe('8 Payments over HTTP: the order of two rules', () => {
  rule(
    '8.18',
    'a request that breaks several rules is answered by the first: method, key, account, body, fields, then the rules of the core',
    forEachCode(
      () => checkedFirst,
      async (operation, code, behind) => {
        for (const later of behind.filter(isTurn))
          expect(await codeOf(operation, [code, later]), `with ${later}`).to.equal(code)
      },
    ),
  )
})
