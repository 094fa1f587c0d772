import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { toolFile } from '../../../tools/tools.ts'
import { test } from '../../rule.ts'
import { projectFolder } from '../../sourceTree.ts'

const ourOptions = join(projectFolder, 'typedoc.json')

/** Checks the API documentation with its settings, without writing it; resolves with the findings. */
function check(...options: string[]) {
  const command = [toolFile('typedoc/bin/typedoc'), '--emit', 'none', ...options]
  const { status, stdout, stderr } = spawnSync('node', command, { cwd: projectFolder, encoding: 'utf8' })
  return { status, found: stdout + stderr }
}

describe('The package: the API documentation', () => {
  test('every export is documented, and so is every type that it names', {
    'they are': () => {
      const { status, found } = check()
      expect(status, found).to.equal(0)
    },
    'planted offences are found': () => {
      const folder = mkdtempSync(join(tmpdir(), 'sente-'))
      try {
        writeFileSync(join(folder, 'planted.ts'), planted)
        writeFileSync(join(folder, 'package.json'), '{ "name": "planted" }')
        writeFileSync(join(folder, 'tsconfig.json'), '{ "files": ["planted.ts"], "compilerOptions": { "types": [] } }')
        const options = { extends: [ourOptions], entryPoints: ['planted.ts'], tsconfig: 'tsconfig.json' }
        writeFileSync(join(folder, 'typedoc.json'), JSON.stringify(options))
        const { status, found } = check('--options', folder)
        expect(status).not.to.equal(0)
        expect(found)
          .to.match(/Hidden, .* is referenced by planted\.Shown\S* but not included/)
          .and.match(/planted\.bare \(CallSignature\), .* does not have any documentation/)
          .and.match(/Failed to resolve link to "nothing"/)
          .and.not.match(/planted\.Shown \(TypeAlias\), .* does not have any documentation/)
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  })
})

const planted = `
type Hidden = { readonly name: string }
/** Names a type that is not exported, and links to {@link nothing}. */
export type Shown = { readonly hidden: Hidden }
export declare function bare(shown: Shown): string
`
