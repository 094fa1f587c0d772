import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { oneOf } from '../../night.ts'
import { table, test } from '../../rule.ts'
import type { Part } from '../../rulebook/book.ts'
import { markdownOf } from '../../rulebook/markdown.ts'
import { pageOf } from '../../rulebook/page/page.ts'
import { type Result, readResults } from '../../rulebook/results.ts'
import type { Stated } from '../../rulebook/statements.ts'
import { projectFolder } from '../../sourceTree.ts'

const stated = (changes: Partial<Stated>): Stated => ({
  ...{
    number: '1.1',
    sentence: 'this is so',
    refuses: [],
    examples: [{ name: '' }],
    path: 'spec/rules/merchants/01-a.spec.ts',
  },
  ...{ chapter: 1, title: 'A', subject: '' },
  ...changes,
})

const bookWith = (rule: Stated, words = 'A'): Part[] => [
  {
    ...{ title: words, introduction: words },
    chapters: [
      { number: 1, title: words, introduction: words, sections: [{ subject: words, path: rule.path, rules: [rule] }] },
    ],
  },
]

const result: Result = { passed: 2, failed: 0, at: '2026-03-04T05:06:07.000Z', commit: 'abc1234', isDirty: false }

const mocha = join(projectFolder, 'node_modules/mocha/bin/mocha.js')
/** Only the reporter: with the project's options mocha starts another process, like the run with `--parallel`. */
const plain = ['--no-config', '--reporter', join(projectFolder, 'spec/rulebook/reporter.cjs')]

const toySpec = `import { rule, table } from '${join(projectFolder, 'spec', 'rule.ts')}'
describe('Toys', () => {
  rule('1.1', 'this is so', table(['n'], [[1], [2]], () => undefined))
  rule('1.2', 'this is not so', { well: () => undefined, ill: () => { throw new Error('ill') } })
})
`

describe('The structure of the code: the rulebook’s page', () => {
  test(
    'the page shows for each rule whether it passed, the time, and the commit, and nothing about runs that it has not seen',
    table(
      ['passed', 'failed', 'changed files', 'commit', 'the page says'],
      [
        [2, 0, false, 'abc1234', 'passed 2026-03-04 05:06 UTC, commit abc1234'],
        [2, 0, true, 'abc1234', 'passed 2026-03-04 05:06 UTC, commit abc1234 with changes'],
        [1, 1, false, null, 'failed 2026-03-04 05:06 UTC'],
        [1, 0, false, 'abc1234', ''],
        [0, 0, false, undefined, ''],
      ],
      (passed, failed, isDirty, commit, said) => {
        const rule = stated({ examples: [{ name: 'one' }, { name: 'other' }] })
        const results = commit === undefined ? {} : { '1.1': { ...result, passed, failed, isDirty, commit } }
        const html = pageOf(bookWith(rule), results)
        const [, shown = ''] = /<p class="result[^>]*>(.*?)<\/p>/.exec(html) ?? []
        expect(shown.replace(/<[^>]+>/g, '')).to.equal(said)
        expect(html.includes('last run')).to.equal(said !== '')
        expect(html).not.to.include('not run')
      },
    ),
  )

  test('the texts of rules, examples and results are text on the page, not markup', {
    'on the page': () => {
      const nasty = '<img src=x onerror="alert(1)">&'
      const table = { columns: [nasty], rows: [[nasty]] }
      const rule = stated({ sentence: nasty, examples: [{ name: nasty }, { name: nasty, table }] })
      const html = pageOf(bookWith(rule, nasty), { '1.1': { ...result, commit: nasty } })
      expect(html).not.to.include('<img')
      expect(html.split('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;')).to.have.length.above(9)
    },
    'in the document': () => {
      const nasty = '<b>*a*</b> | [b](c)'
      const table = { columns: ['a'], rows: [[nasty]] }
      const text = markdownOf(bookWith(stated({ sentence: nasty, examples: [{ name: '', table }] })))
      expect(text).to.include('\\<b\\>\\*a\\*\\</b\\> | \\[b\\](c).')
      expect(text).to.include('| \\<b\\>\\*a\\*\\</b\\> \\| \\[b\\](c) |')
    },
  })

  describe('', () => {
    let folder: string
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'sente-'))
      writeFileSync(join(folder, 'toy.spec.ts'), toySpec)
    })
    afterEach(() => rmSync(folder, { recursive: true }))

    const run = (options: readonly string[] = plain, env: Record<string, string> = {}) => {
      const file = join(folder, 'results.json')
      const words = [mocha, '--reporter-option', `file=${file}`, ...options, join(folder, 'toy.spec.ts')]
      const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', ...words], {
        cwd: projectFolder,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      })
      return { stdout, results: readResults(file) }
    }

    test('a run records each rule that it has run, and keeps the records of others', {
      ...oneOf(
        Object.fromEntries(
          Object.entries({ 'one after another': plain, '--parallel': ['--parallel'] }).map(([name, options]) => [
            name,
            () => {
              writeFileSync(join(folder, 'results.json'), JSON.stringify({ '9.9': result }))
              const { results, stdout } = run(options)
              const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
                cwd: projectFolder,
                encoding: 'utf8',
              })
              expect(results['9.9']).to.deep.equal(result)
              expect(results['1.1']).to.include({ passed: 2, failed: 0, commit: commit.trim() })
              expect(results['1.2']).to.include({ passed: 1, failed: 1 })
              expect(stdout)
                .to.match(/^ {2}3 passing/m)
                .and.match(/^ {2}1 failing/m)
            },
          ]),
        ),
      ),
      ...oneOf({
        'without git, no commit': () =>
          expect(run(plain, { GIT_DIR: folder }).results['1.1']).to.include({ passed: 2, commit: null }),
        'a rule that is not run is not recorded': () => expect(run([...plain, '--dry-run']).results).to.deep.equal({}),
      }),
    })
  })
})
