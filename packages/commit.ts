import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Records in the build from which commit it was made; nothing where the project is not the root of a repository. */
export function recordCommit(): void {
  writeFileSync(join(root, 'dist', 'commit'), `${git('rev-parse', '--show-prefix') === '' ? (head() ?? '') : ''}\n`)
}

/** With `-dirty` when files differ from the commit. */
function head(): string | undefined {
  return git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*')
}

/** What git says; undefined where there is no git, or no repository that it reads. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) recordCommit()
