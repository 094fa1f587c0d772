// Builds into dist/: the program and its pages. Types are checked by `npm run check`, and not here.

import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordCommit } from './commit.ts'
import { treeNow } from './isBuilt.ts'
import { together } from './together.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)
// A file may change while this runs: what was built is named by how the files were before.
writeFileSync(join(dist, 'begun'), treeNow() ?? '')
const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
try {
  await together([
    { words: ['node', tsc, '-p', 'tsconfig.build.json'] },
    { words: ['node', '--import', 'tsx', 'spec/rulebook/write.ts', 'dist/rulebook.html', 'dist/guide.json'] },
  ])
  for (const asset of ['dashboard/assets/page.css', 'dashboard/assets/page.js', 'http/service/redoc'])
    cpSync(join(root, 'adapters', asset), join(dist, 'adapters', asset), { recursive: true })
  recordCommit()
  renameSync(join(dist, 'begun'), join(dist, 'tree'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
