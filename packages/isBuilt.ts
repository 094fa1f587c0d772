import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const now = tree()

// Ends with 0 if the build was made from the files as they are. A build begins by saying what they are, with `--begin`,
// and gives that its name when it has ended: a file may change meanwhile.
if (process.argv.includes('--begin')) {
  mkdirSync(dist)
  writeFileSync(join(dist, 'begun'), now ?? '')
} else {
  const made = join(dist, 'tree')
  process.exitCode = now !== undefined && existsSync(made) && readFileSync(made, 'utf8') === now ? 0 : 1
}

/** The commit, and a hash of what differs from it; undefined where the project is not the root of a repository. */
function tree(): string | undefined {
  try {
    if (git('rev-parse', '--show-prefix').trim() !== '') return undefined
    const hash = createHash('sha256')
    for (const line of git('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all').split('\0')) {
      const path = join(root, line.slice(3))
      hash.update(line)
      if (existsSync(path) && statSync(path).isFile()) hash.update(readFileSync(path))
    }
    return `${git('rev-parse', 'HEAD').trim()} ${hash.digest('hex')}\n`
  } catch {
    return undefined
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
