import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import { toolFile } from '../../../../../tools/tools.ts'
import { rule } from '../../../../rule.ts'
import { projectFolder } from '../../../../sourceTree.ts'
import { apiDescription } from '../oracle/document.ts'

/** The findings of Spectral's recommended rules about a document. */
function found(document: object): string[] {
  toolFile('@stoplight/spectral-core')
  const program = join(projectFolder, 'tools/spectral.ts')
  const input = JSON.stringify(document)
  return JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', program], { cwd: projectFolder, input }).toString(),
  )
}

describe('15 The API describes itself: another check', () => {
  rule('15.26', 'a second program that checks such descriptions finds nothing either', {
    'it finds only planted offences': () => {
      const planted = JSON.parse(JSON.stringify(apiDescription))
      planted.components.schemas.Unused = { type: 'string' }
      planted.paths['/api/v1/balances'].get.operationId = 'sendMoney'
      expect(found(planted)).to.deep.equal([
        'operation-operationId-unique paths//api/v1/balances/get/operationId',
        'oas3-unused-component components/schemas/Unused',
      ])
    },
  })
})
