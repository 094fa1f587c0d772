import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { toolFile } from '../../../tools/tools.ts'
import { test } from '../../rule.ts'
import { textOf } from '../../sourceTree.ts'

const files = { LICENSE: 'LICENSE', 'redoc.standalone.js': 'bundles/redoc.standalone.js' }

describe('The package: what draws the reference', () => {
  test(
    'it is Redoc’s own program, as npm has it',
    Object.fromEntries(
      Object.entries(files).map(([name, path]) => [
        name,
        () => {
          const same = textOf(`adapters/http/service/redoc/${name}`) === readFileSync(toolFile(`redoc/${path}`), 'utf8')
          expect(same).to.equal(true)
        },
      ]),
    ),
  )
})
