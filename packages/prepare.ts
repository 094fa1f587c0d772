// npm runs this after an install. It compiles SQLite while it builds sente, since each keeps a processor busy. So
// `allowScripts` makes npm 11 skip SQLite's own script; npm 10 runs it, and then there is nothing left to compile.

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

/** Whether it was compiled for this version of Node. */
function loadsSqlite(): boolean {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}
