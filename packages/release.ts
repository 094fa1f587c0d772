import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = join(root, 'dist-packages')
const sums = join(packages, 'SHA256SUMS')
const rehearsal = join(root, 'dist-release')

/** The changelog's heading of a version that is not released yet. */
const heading = /^## (\d+\.\d+\.\d+) \(unreleased\)$/m

const [way = '--dry-run', ...others] = process.argv.slice(2)
const ways: Record<string, () => void> = { '--dry-run': rehearse, '--make': make, '--publish': publish }
const act = ways[way]
if (!act || others.length > 0) fail('usage: npm run release [-- --dry-run | --make | --publish], see docs/releasing.md')
act()

/** Makes the release of the committed state in a clone, for inspection. It changes nothing here. */
function rehearse(): void {
  rmSync(rehearsal, { recursive: true, force: true })
  run('git', 'clone', '--quiet', '--no-tags', root, rehearsal)
  for (const installed of ['node_modules', 'tools/node_modules'])
    symlinkSync(join(root, installed), join(rehearsal, installed))
  execFileSync('npm', ['run', '-s', 'release', '--', '--make'], { cwd: rehearsal, stdio: 'inherit' })
  console.log(`That was a rehearsal, in ${rehearsal}: nothing was changed here, and nothing was published.`)
}

/**
 * Gives the version its date, records its API, commits and tags both, and makes its packages. Nothing leaves this
 * machine.
 */
function make(): void {
  refuseChanges()
  const version = nextVersion()
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts', '--silent')
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(path('CHANGELOG.md'), changelog().replace(heading, `## ${version} (${date})`))
  run('npm', 'run', '-s', 'api', '--', '--released')
  run('git', 'add', '--', 'CHANGELOG.md', 'package.json', 'package-lock.json', 'packages')
  run('git', 'commit', '--quiet', '--message', `Release ${version}`)
  run('git', 'tag', '--annotate', tagOf(version), '--message', `sente ${version}`)
  // Once more, since the packages name their commit, and the built files do not.
  for (const part of ['commit', 'pack']) run('node', '--import', 'tsx', path(`packages/${part}.ts`))
  writeFileSync(sums, checksums())
  console.log(`Release ${version}: committed, tagged ${tagOf(version)}, packed in ${packages}\n\n${checksums()}`)
  console.log('Nothing was pushed or published: docs/releasing.md has the next steps.')
}

/** Publishes the packages of the checked-out commit, dependencies first. */
function publish(): void {
  refuseChanges()
  const { version }: { version: string } = JSON.parse(readFileSync(path('package.json'), 'utf8'))
  const tagged = said('git', 'tag', '--points-at', 'HEAD').split('\n')
  if (!tagged.includes(tagOf(version))) fail(`the commit is not tagged ${tagOf(version)}: npm run release -- --make`)
  if (madeSums() !== checksums()) fail(`the packages in ${packages} are not the released ones: their checksums differ`)
  for (const name of ['sente-core', 'sente-client', 'sente']) {
    run('npm', 'publish', join(packages, `${name}-${version}.tgz`), '--access', 'public')
  }
}

/** The next version, from the first heading of the changelog. */
function nextVersion(): string {
  const first = /^## .*$/m.exec(changelog())?.[0] ?? ''
  const version = heading.exec(first)?.[1]
  if (!version) fail(`CHANGELOG.md begins with “${first}”, and not with a version: ## X.Y.Z (unreleased)`)
  if (said('git', 'tag', '--list', tagOf(version)) !== '') fail(`${tagOf(version)} is already a tag`)
  return version
}

function refuseChanges(): void {
  const changes = said('git', 'status', '--porcelain', '--untracked-files=no')
  if (changes !== '') fail(`there are uncommitted changes:\n${changes}`)
}

/** A line for each package, in the format of `sha256sum --check`. */
function checksums(): string {
  const files = readdirSync(packages).filter((name) => name.endsWith('.tgz'))
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(packages, name)))
      .digest('hex')
  return files
    .sort()
    .map((name) => `${digest(name)}  ${name}\n`)
    .join('')
}

function madeSums(): string {
  try {
    return readFileSync(sums, 'utf8')
  } catch {
    fail(`${sums} cannot be read: npm run release -- --make`)
  }
}

function changelog(): string {
  return readFileSync(path('CHANGELOG.md'), 'utf8')
}

function path(name: string): string {
  return join(root, name)
}

function tagOf(version: string): string {
  return `v${version}`
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

function said(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: root, encoding: 'utf8' }).trim()
}

function fail(reason: string): never {
  console.error(reason)
  process.exit(1)
}
