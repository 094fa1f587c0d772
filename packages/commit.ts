import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Records the commit of the build in it. Records nothing if the project is not the root of a repository. */
export function recordCommit(): void {
  writeFileSync(join(root, 'dist', 'commit'), `${git('rev-parse', '--show-prefix') === '' ? (head() ?? '') : ''}\n`)
}

/** The commit, with `-dirty` when files differ from it. */
function head(): string | undefined {
  return git('describe', '--always', '--dirty', '--abbrev=12', '--exclude=*')
}

/** The output of git; undefined without git, or without a repository that it reads. */
function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) recordCommit()
