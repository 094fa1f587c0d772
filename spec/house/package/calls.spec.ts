import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { oneOf } from '../../night.ts'
import { test } from '../../rule.ts'
import { pages, projectFolder, type SourceFile, sourcesIn, textOf } from '../../sourceTree.ts'
import { nothingDownloadsAStranger } from '../walls/walls.ts'

/** A line of a shell block that calls sente: the call, and the command's own words after it. */
const calls =
  /^(?<call>(?:[A-Z_]+=\S+ )*(?:npm run -s sente --|(?:node (?:--\S+ )*)?\S*\bsente)) (?<words>[a-z-][^#\n]*)/gm

const version = JSON.parse(textOf('package.json')).version

describe('The package: calls of sente', () => {
  const project = mkdtempSync(join(tmpdir(), 'sente-'))
  after(() => rmSync(project, { recursive: true }))

  function install() {
    writeFileSync(join(project, 'package.json'), '{ "name": "shop", "version": "1.0.0" }')
    const words = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', projectFolder]
    execFileSync('npm', words, { cwd: project, stdio: 'pipe' })
    return project
  }

  const shown = [...new Set(pages().flatMap(callsIn))]

  test('each call of sente on the pages runs this program, in a checkout or after an installation', {
    'the pages show both': () =>
      expect(shown).to.include.members(['npm run -s sente --', 'node_modules/.bin/sente']).and.not.include('sente'),
    ...oneOf(
      Object.fromEntries(
        shown.map((call) => [call, () => expect(answerOf(call).split(' ')[0]?.trim()).to.equal(version)]),
      ),
    ),
  })

  test('no page, help text or message calls sente in a way that may download a stranger’s program', {
    'they do not': () =>
      expect(nothingDownloadsAStranger([...pages(), ...sourcesIn('core', 'adapters', 'composition')])).to.deep.equal(
        [],
      ),
    'planted offences are found': () => {
      const planted = ['npx sente audit', 'npx --yes sente serve', 'npm exec -- sente', 'pnpm dlx sente']
      const offences = planted.map((text, index) => ({ path: `docs/${index}.md`, text }))
      expect(nothingDownloadsAStranger(offences)).to.have.length(planted.length)
    },
  })

  function answerOf(call: string): string {
    const cwd = call.startsWith('npm run') ? projectFolder : install()
    return spawnSync('sh', ['-c', `${call} --version`], { cwd, encoding: 'utf8' }).stdout
  }
})

function callsIn({ text }: SourceFile): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  return blocks.flatMap((block) => [...block.matchAll(calls)].map(({ groups }) => groups?.call ?? ''))
}
