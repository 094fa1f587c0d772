// Breaks the core and expects rules to fail: `npm run mutation`, with any option of Stryker's. With `--since`, and
// perhaps a commit, it breaks only the lines of the core that changed since then, and a sample of the others where
// specs changed.

import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toolFile } from './tools.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const given = process.argv.slice(2)
const place = given.indexOf('--since')
const words = place < 0 ? given : [...given.slice(0, place), ...since(given[place + 1] ?? 'main')]
const { status } = spawnSync(process.execPath, [toolFile('@stryker-mutator/core/bin/stryker.js'), 'run', ...words], {
  cwd: root,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

/** The options that break the changes since a commit. */
function since(commit: string): string[] {
  const lines = [...changedLines(commit), ...(git('diff', '--name-only', commit, '--', 'spec') ? sample() : [])]
  if (lines.length > 0) return ['--force', '--mutate', lines.join(',')]
  console.log(`Neither the core nor a spec has changed since ${commit}.`)
  process.exit()
}

/** The new or changed lines of the core, as `core/fees/fees.ts:3-7`. */
function changedLines(commit: string): string[] {
  const files = git('diff', '--unified=0', '--no-prefix', commit, '--', 'core').split(/^diff --git .*$/m)
  return files.flatMap((diff) => {
    const [, path] = /^\+\+\+ (core\/.*\.ts)$/m.exec(diff) ?? []
    return path ? rangesOf(diff).map(([first, last]) => `${path}:${first}-${last}`) : []
  })
}

function rangesOf(diff: string): [number, number][] {
  return [...diff.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)]
    .map(([, first, count = '1']): [number, number] => [Number(first), Number(first) + Number(count) - 1])
    .filter(([first, last]) => last >= first)
}

/** Some lines of some files, different ones each day. */
function sample(): string[] {
  const [files, lines] = [12, 12]
  const all = git('ls-files', 'core').split('\n').filter(isCode)
  const day = Math.floor(Date.now() / 86_400_000)
  return Array.from(
    { length: files },
    (_, nth) => all[(day * files + nth * Math.ceil(all.length / files)) % all.length] ?? '',
  ).map((path) => {
    const { length } = readFileSync(path, 'utf8').split('\n')
    const first = 1 + ((day * lines) % Math.max(1, length - lines))
    return `${path}:${first}-${Math.min(length, first + lines - 1)}`
  })
}

/** Whether Stryker finds something to break there, besides types and re-exports. */
function isCode(path: string): boolean {
  return path.endsWith('.ts') && /^(export )?(async )?function/m.test(readFileSync(path, 'utf8'))
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
}
