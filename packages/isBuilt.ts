import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The commit, and a hash of the differences from it; undefined if the project is not the root of a repository. */
export function treeNow(): string | undefined {
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

/** Whether the last build was made from the present files. */
function isBuilt(): boolean {
  const [now, built] = [treeNow(), join(root, 'dist', 'tree')]
  return now !== undefined && existsSync(built) && readFileSync(built, 'utf8') === now
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

// As a program it exits with 0 if so.
if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = isBuilt() ? 0 : 1
