import { createRequire } from 'node:module'
import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { apiDescription } from './oracle/document.ts'

// Required and not imported: its types need libraries that nothing else here does.
const require = createRequire(import.meta.url)
const { Spectral } = require('@stoplight/spectral-core')
const { oas } = require('@stoplight/spectral-rulesets')

/**
 * What the recommended rules of Spectral say of a document. One of them takes the roles that OpenAPI 3.1 allows beside a
 * bearer token for scopes of OAuth, which would have to be declared.
 */
async function found(document: object): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [[oas, 'recommended']], rules: { 'oas3-operation-security-defined': 'off' } })
  const results: { code: string; path: string[] }[] = await spectral.run(document)
  return results.map(({ code, path }) => `${code} ${path.join('/')}`)
}

describe('15 The API describes itself: another check', function () {
  this.timeout(180_000)

  rule('15.26', 'a second program that checks such descriptions finds nothing either', {
    'it has not': async () => expect(await found(apiDescription)).to.deep.equal([]),
    'a planted offence is found': async () => {
      const planted = JSON.parse(JSON.stringify(apiDescription))
      planted.components.schemas.Unused = { type: 'string' }
      planted.paths['/api/v1/balances'].get.operationId = 'sendMoney'
      expect(await found(planted)).to.include.members(['oas3-unused-component components/schemas/Unused'])
    },
  })
})
