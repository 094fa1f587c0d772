import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect } from 'chai'
import { type Folder, makeFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'
import { projectFolder } from '../../sourceTree.ts'

const names = ['sente-core', 'sente-client', 'sente']

describe('The package: a release', () => {
  let own: Folder
  let checkout: string
  let rehearsal: string
  let published: string
  before(() => {
    own = makeFolder()
    checkout = join(own.path, 'checkout')
    rehearsal = join(checkout, 'dist-release')
    published = join(own.path, 'published')
    copyProject(checkout)
    writeFileSync(published, '')
    makeNpm(join(own.path, 'bin'), published)
  })
  const release = (folder: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', 'release', '--', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, ...author, PATH: [join(own.path, 'bin'), process.env.PATH].join(delimiter) },
    })
    return { status, stdout, stderr }
  }
  const refused = (folder: string, why: string, ...args: string[]) => {
    const { status, stderr } = release(folder, ...args)
    expect(status).to.equal(1)
    expect(stderr).to.include(why)
    expect(readFileSync(published, 'utf8')).to.equal('')
  }
  const made = (name: string) => readFileSync(join(rehearsal, name), 'utf8')

  test('a release is only rehearsed in a clone by default, and published only with an option', {
    'a rehearsal changes and publishes nothing': () => {
      const before = git(checkout, 'log', '--format=%H', '--decorate=full')
      const { status, stdout, stderr } = release(checkout)
      expect(status, stderr).to.equal(0)
      expect(stdout).to.include('nothing was changed here, and nothing was published')
      expect(git(checkout, 'log', '--format=%H', '--decorate=full')).to.equal(before)
      expect(git(checkout, 'status', '--porcelain', '--untracked-files=no')).to.equal('')
      expect(git(checkout, 'tag')).to.equal('')
      expect(existsSync(join(checkout, 'dist-packages'))).to.equal(false)
      expect(readFileSync(published, 'utf8')).to.equal('')
    },
    'the version has its day, its record, a commit and a tag': () => {
      expect(git(rehearsal, 'tag', '--points-at', 'HEAD')).to.equal(`v${version}`)
      expect(git(rehearsal, 'log', '-1', '--format=%s')).to.equal(`Release ${version}`)
      expect(made('CHANGELOG.md')).to.match(
        new RegExp(`^## ${version.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
      )
      expect(JSON.parse(made('package.json')).version).to.equal(version)
      const record = JSON.parse(made('packages/released.json'))
      expect(Object.keys(record)).to.include.members(['@sente/core', '@sente/client', 'sente/gateway'])
      expect(record['@sente/core']).to.include.keys('sendMoney', 'Books')
      expect(JSON.parse(made('packages/sente/openapi.released.json'))).to.deep.equal(
        JSON.parse(made('packages/sente/openapi.json')),
      )
    },
    'the packages come from that commit, and have these checksums': () => {
      const packages = join(rehearsal, 'dist-packages')
      expect(made('dist-packages/sente/dist/commit').trim()).to.equal(git(rehearsal, 'rev-parse', '--short=12', 'HEAD'))
      const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: packages, encoding: 'utf8' })
      expect(checked.trim().split('\n')).to.have.members(names.map((name) => `${name}-${version}.tgz: OK`))
    },
    'a version that was not made is not published': () => refused(checkout, `is not tagged v${version}`, '--publish'),
    'changes that were not committed are not released': () => {
      appendFileSync(join(checkout, 'README.md'), '\n')
      refused(checkout, 'there are uncommitted changes', '--make')
      git(checkout, 'checkout', '--quiet', 'README.md')
    },
    'a version is released once': () => refused(rehearsal, 'and not with a version', '--make'),
    'another option does nothing': () => refused(checkout, 'usage: npm run release', '--now'),
    'packages that differ from those made are not published': () => {
      const file = join(rehearsal, 'dist-packages', `sente-${version}.tgz`)
      const text = readFileSync(file)
      writeFileSync(file, 'another')
      refused(rehearsal, 'their checksums differ', '--publish')
      writeFileSync(file, text)
    },
    'the core is published first, then the client and the gateway': () => {
      expect(release(rehearsal, '--publish').status).to.equal(0)
      expect(readFileSync(published, 'utf8')).to.equal(
        names
          .map((name) => `publish ${join(rehearsal, 'dist-packages', `${name}-${version}.tgz`)} --access public\n`)
          .join(''),
      )
    },
  })
})

/** The next version, by the changelog. */
const [, version = 'none'] = /^## (\S+)/m.exec(readFileSync(join(projectFolder, 'CHANGELOG.md'), 'utf8')) ?? []

const author = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Somebody'],
    [`GIT_${who}_EMAIL`, 'somebody@example.com'],
  ]),
)

/** Copies the project's files into a checkout of its own, with everything committed and nothing released. */
function copyProject(folder: string): void {
  const listed = git(projectFolder, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n')
  for (const path of listed.filter((name) => existsSync(join(projectFolder, name)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(projectFolder, path), join(folder, path))
  }
  const changelog = join(folder, 'CHANGELOG.md')
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace(/^## (\S+) .*$/m, '## $1 (unreleased)'))
  git(folder, 'init', '--quiet')
  git(
    folder,
    'add',
    '--',
    ...new Set(listed.filter((name) => existsSync(join(folder, name))).map((name) => name.split('/')[0] ?? '')),
  )
  git(folder, 'commit', '--quiet', '--message', 'Everything')
  // Links to installed packages do not belong to it.
  for (const installed of ['node_modules', 'tools/node_modules'])
    symlinkSync(join(projectFolder, installed), join(folder, installed))
}

/** An npm that only records its calls to publish, and runs all others. */
function makeNpm(folder: string, published: string): void {
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  mkdirSync(folder)
  const script = `#!/bin/sh\nif [ "$1" = publish ]; then echo "$*" >> '${published}'; else exec '${npm}' "$@"; fi\n`
  writeFileSync(join(folder, 'npm'), script, { mode: 0o755 })
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...author } }).trim()
}
