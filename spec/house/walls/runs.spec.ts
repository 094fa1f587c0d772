import { createRequire } from 'node:module'
import { relative } from 'node:path'
import { expect } from 'chai'
import { test } from '../../rule.ts'
import { projectFolder, sourcesIn, textOf } from '../../sourceTree.ts'

const mochas = createRequire(import.meta.url)
const loadOptions: (words: readonly string[]) => { _: string[]; ignore?: string[] } =
  mochas('mocha/lib/cli/options.js').loadOptions
const collectFiles: (options: Record<'spec' | 'ignore' | 'file' | 'extension', string[]>) => { files: string[] } =
  mochas('mocha/lib/cli/collect-files.js')

/** The runs of `npm test` and `npm run test:long`. */
const wholeRuns = ['test', 'test:long']

const scripts: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts

/** The specs that a script runs, as mocha itself finds them. */
function specsOf(script: string): string[] {
  const [, words = ''] = /\bmocha (.*)$/.exec(script) ?? []
  const { _: spec, ignore = [] } = loadOptions(words.replaceAll("'", '').split(' '))
  const { files } = collectFiles({ spec, ignore, file: [], extension: ['ts'] })
  return files.map((path) => relative(projectFolder, path))
}

/** Specs in no run or in several, and specs with the name of no run. */
function outOfRuns(paths: readonly string[], runs: readonly (readonly string[])[]): string[] {
  const specs = paths.filter((path) => path.endsWith('.spec.ts'))
  return [
    ...specs.flatMap((path) => {
      const { length } = runs.filter((run) => run.includes(path))
      return length === 1 ? [] : [`${path} is in ${length} runs`]
    }),
    ...specs.filter((path) => !/\/[^./]+(\.core|\.anyStore|\.long)?\.spec\.ts$/.test(path)),
  ]
}

describe('The structure of the code: runs', () => {
  const runs = wholeRuns.map((name) => specsOf(scripts[name] ?? ''))
  const paths = sourcesIn('spec').map(({ path }) => path)

  test('each spec is in exactly one run, by its name', {
    'the specs keep it': () => expect(outOfRuns(paths, runs)).to.deep.equal([]),
    'planted offences are found': () => {
      const planted = ['spec/a.spec.ts', 'spec/b.long.spec.ts', 'spec/c.lnog.spec.ts', 'spec/d.core.long.spec.ts']
      const [a = '', b = '', c = '', d = ''] = planted
      expect(outOfRuns([a, b], [[b], [b]])).to.deep.equal([`${a} is in 0 runs`, `${b} is in 2 runs`])
      expect(outOfRuns([a, b, c, d], [planted])).to.deep.equal([c, d])
      expect(outOfRuns(paths, runs.slice(1))).to.have.length.above(100)
    },
  })

  test('the quick run and the one over PostgreSQL repeat specs of others', () => {
    const [byDay = []] = runs
    for (const name of ['rules', 'test:postgres']) {
      const again = specsOf(scripts[name] ?? '')
      expect(again, name).to.have.length.above(20)
      expect(byDay, name).to.include.members(again)
    }
  })
})
