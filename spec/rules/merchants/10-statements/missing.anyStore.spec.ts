import { expect } from 'chai'
import { rule, table } from '../../../rule.ts'
import { expectError, overHttp } from '../../../stages/overHttp.ts'
import { apiDescription, operationsOf } from '../15-description/oracle/document.ts'

describe('10 Statements: missing parameters', () => {
  rule('10.11', 'a missing parameter that a look-up needs is named before the others are checked', {
    'of a statement': table(
      ['query', 'error'],
      [
        ['', 'Missing required fields: currency'],
        ['currency=', 'Missing required fields: currency'],
        ['limit=0', 'Missing required fields: currency'],
        ['currency=X', 'Malformed fields: currency must be the code of a currency'],
      ],
      async (query, message) => {
        const { look } = await overHttp()
        const code = message.startsWith('Missing') ? 'missing_fields' : 'malformed_fields'
        expectError(await look(`/statement?${query}`), 400, code, message)
      },
    ),
    'of each look-up that needs one': async () => {
      const needing = operationsOf(apiDescription).flatMap(({ path, operation: { parameters = [] } }) => {
        const names = parameters.filter((one) => one.in === 'query' && one.required).map(({ name }) => name)
        return names.length > 0 ? [{ path, names }] : []
      })
      expect(needing.map(({ path }) => path)).to.include('/api/v1/statement')
      const { look } = await overHttp()
      for (const { path, names } of needing) {
        const message = `Missing required fields: ${names.join(', ')}`
        expectError(await look(path.replace('/api/v1', '')), 400, 'missing_fields', message)
      }
    },
  })
})
