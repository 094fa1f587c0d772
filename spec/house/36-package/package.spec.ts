import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import ts from 'typescript'
import { rule } from '../../rule.ts'
import { projectFolder, textOf } from '../../sourceTree.ts'

const example = /<!-- embed -->\n```ts\n([\s\S]*?)```/.exec(textOf('README.md'))?.[1] ?? ''

describe('36 The package', () => {
  let folder: string
  let packageFolder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sente-'))
    packageFolder = join(folder, 'node_modules', 'sente')
    mkdirSync(join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const run = (name: string) => spawnSync('node', [name], { cwd: folder, encoding: 'utf8' })

  rule('36.1', 'the README’s example of embedding the core sends money', () => {
    symlinkSync(projectFolder, packageFolder)
    writeFileSync(join(folder, 'embed.js'), example)
    const { status, stdout, stderr } = run('embed.js')
    expect(status, stderr).to.equal(0)
    expect(stdout).to.include("state: 'pending'")
  })

  rule('36.2', 'it has ten lines beside its imports', () => {
    const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith('import'))
    expect(lines).to.have.length.within(1, 10)
  })

  rule('36.3', 'it type-checks as it stands, in the strictest mode', () => {
    symlinkSync(projectFolder, packageFolder)
    const path = join(folder, 'embed.ts')
    writeFileSync(path, example)
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
      module: ts.ModuleKind.NodeNext,
      types: [],
    }
    const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([path], options))
    expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).to.deep.equal([])
  })

  rule('36.4', 'the core loads nothing but itself', () => {
    mkdirSync(packageFolder)
    cpSync(join(projectFolder, 'package.json'), join(packageFolder, 'package.json'))
    cpSync(join(projectFolder, 'dist', 'core'), join(packageFolder, 'dist', 'core'), { recursive: true })
    writeFileSync(join(folder, 'load.js'), `import { sendMoney } from 'sente'\nconsole.log(typeof sendMoney)\n`)
    const { stdout, stderr } = run('load.js')
    expect(stdout, stderr).to.equal('function\n')
  })
})
