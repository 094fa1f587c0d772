// What npm runs after an install: SQLite is compiled while sente is built, since each keeps a processor busy. So npm 11 does
// not run SQLite's own script before, as `allowScripts` says; npm 10 does, and then there is nothing left to compile.

import { createRequire } from 'node:module'
import { together } from './together.ts'

const build = { words: ['npm', 'run', '--silent', 'build'] }
const sqlite = { words: ['npm', 'run', '--silent', 'install'], folder: 'node_modules/better-sqlite3' }

try {
  await together(loadsSqlite() ? [build] : [sqlite, build])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Whether it was compiled, and for this Node. */
function loadsSqlite(): boolean {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}
