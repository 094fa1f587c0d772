import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { oneOf } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { importsOf, projectFolder, type SourceFile, sourcesIn, textOf } from '../../../sourceTree.ts'

const page = textOf('docs/conformance.md')
const door = 'spec/contracts/conformance.ts'

/** A block of the page, by the comment before it. */
const blockOf = (name: string) => new RegExp(`<!-- ${name} -->\\n\`\`\`\\w*\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''

const memory = `import { memoryStore } from '${join(projectFolder, 'adapters/memory/memory.ts')}'\n`
const contracts = join(projectFolder, 'spec/contracts')

/** The adapters that the page's examples check with the kit: good ones, and some with one fault. */
const opened = {
  'good store': `${memory}export const openStore = memoryStore`,
  'faulty store': `${memory}import { faultsOfRecords } from '${contracts}/203-books/faults/records.ts'
    export const openStore = () => faultsOfRecords['203.20'].spoil(memoryStore())`,
  'good stage': `export { memoryStage as openStage } from '${contracts}/204-mobile-provider/memoryStage.ts'`,
  'faulty stage': `import { memoryStage } from '${contracts}/204-mobile-provider/memoryStage.ts'
    import { faults } from '${contracts}/204-mobile-provider/faults.ts'
    export const openStage = () => faults['204.6'].spoil(memoryStage())`,
}

const runners = {
  node: ['--test', '--test-reporter=tap'],
  mocha: ['node_modules/mocha/bin/mocha.js', '--no-config', '--timeout', '180000'],
}

describe('201 The package: the conformance kit', () => {
  rule('201.11', 'the kit imports only the core, the adapters in memory and of Node, and Node’s own modules', {
    'it does not': () => expect(strangersIn(sourcesIn('spec/contracts'))).to.deep.equal([]),
    'planted offences are found': () => {
      const within = { path: door, text: `export * from './kit/a.ts'` }
      for (const stranger of ['chai', '../../fixtures/core.ts', '../../../adapters/sqlite/sqlite.ts']) {
        const planted = { path: 'spec/contracts/kit/a.ts', text: `import { x } from '${stranger}'` }
        expect(strangersIn([within, planted])).to.have.length(1)
      }
    },
  })

  const held = {
    'a store, with Node’s test runner': () => expect(run('node', 'node', 'good store')).to.include('\n# fail 0\n'),
    'a store, with mocha': () =>
      expect(run('mocha', 'mocha', 'good store'))
        .to.match(/ \d+ passing/)
        .and.not.match(/\d+ failing/),
    'a network': () => expect(run('network', 'node', 'good stage')).to.include('\n# fail 0\n'),
  }
  rule('201.12', 'the page’s examples check an adapter with the kit', oneOf(held))

  const failed = {
    'in Node’s test runner': () => {
      const output = run('node', 'node', 'faulty store')
      expect(output).to.include('\n# fail 1\n').and.include('100000n')
      expect(unindented(output)).to.include(blockOf('failure').trim())
    },
    'in mocha': () => {
      const output = run('mocha', 'mocha', 'faulty store')
      expect(output).to.include('1 failing').and.include('+ expected - actual')
      expect(unindented(output)).to.include(blockOf('failure').trim())
    },
    'of a network': () => {
      const output = run('network', 'node', 'faulty stage')
      expect(output).to.include('\n# fail 1\n')
      expect(unindented(output))
        .to.include(
          '204.6 a submission whose answer is lost is in doubt, and is executed once\nwith a payout: the outcome of the submission: ',
        )
        .and.include("\n+ 'declined'\n- 'inDoubt'\n")
    },
  }
  rule('201.13', 'a failure names the promise, the expected value and the actual one', oneOf(failed))
})

/** Runs an example of the page, with imports from the sources, over an adapter. */
function run(example: string, runner: keyof typeof runners, opens: keyof typeof opened): string {
  const folder = mkdtempSync(join(tmpdir(), 'sente-'))
  try {
    symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const name = opens.endsWith('store') ? 'openStore' : 'openStage'
    writeFileSync(join(folder, `${name}.ts`), opened[opens])
    const source = blockOf(example).replace('@sente/core/conformance', join(projectFolder, door))
    writeFileSync(join(folder, 'adapter.test.js'), source)
    const args = ['--import', 'tsx', ...runners[runner], 'adapter.test.js']
    return spawnSync('node', args, { cwd: folder, encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const unindented = (text: string) => text.replace(/^ +/gm, '')

/** The modules that the kit imports, directly or indirectly, and that an author of an adapter may not have. */
function strangersIn(files: readonly SourceFile[]): string[] {
  const known = ['core/sente.ts', 'adapters/memory/memory.ts', 'adapters/node/node.ts']
  const kit = new Set([door])
  const strangers: string[] = []
  for (const path of kit) {
    const file = files.find((one) => one.path === path)
    for (const imported of file ? importsOf(file) : []) {
      if (imported.startsWith('spec/contracts/')) kit.add(imported)
      else if (!imported.startsWith('node:') && !known.includes(imported)) strangers.push(`${path} imports ${imported}`)
    }
  }
  return strangers
}
