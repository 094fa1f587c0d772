// `npm test` on Node 24, of the last commit. The project and its packages are copied, since SQLite has to be compiled for
// each version of Node.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectFolder } from './sourceTree.ts'

const folder = mkdtempSync(join(tmpdir(), 'sente-node24-'))
// PostgreSQL runs as another user than root, from this folder.
chmodSync(folder, 0o755)
const [other, copy] = [join(folder, 'node'), join(folder, 'sente')]

try {
  run('npm', ['install', '--prefix', other, '--no-audit', '--no-fund', 'node@24'])
  const PATH = [join(other, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // The headers for the compiler are in the package of this platform.
  const headers = join(other, 'node_modules/node/node_modules', `node-${process.platform}-${process.arch}`)
  const env = { ...process.env, PATH, npm_config_nodedir: headers }
  run('node', ['--eval', 'assert.match(process.version, /^v24/)'], { env })
  run('git', ['clone', '--quiet', projectFolder, copy])
  for (const part of ['node_modules', 'tools/node_modules'])
    cpSync(join(projectFolder, part), join(copy, part), { recursive: true, verbatimSymlinks: true })
  run('npm', ['run', 'install', '--silent'], { cwd: join(copy, 'node_modules', 'better-sqlite3'), env })
  run('npm', ['test'], { cwd: copy, env })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): void {
  execFileSync(program, args, { stdio: 'inherit', ...options })
}
