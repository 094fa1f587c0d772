// Builds the program and its pages into dist/. `npm run check` checks the types; this does not.

import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordCommit } from './commit.ts'
import { treeNow } from './isBuilt.ts'
import { joinProgram } from './program.ts'
import { together } from './together.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)
// A file may change while this runs, so the build is named by the files before it.
writeFileSync(join(dist, 'begun'), treeNow() ?? '')
const tsc = join('node_modules', 'typescript', 'bin', 'tsc')
try {
  await together([
    { words: ['node', tsc, '-p', 'tsconfig.build.json'] },
    { words: ['node', '--import', 'tsx', 'spec/rulebook/write.ts', 'dist/rulebook.html', 'dist/guide.json'] },
  ])
  for (const asset of ['page.css', 'page.js']) copy('adapters/dashboard/assets', asset, 'adapters/dashboard/assets')
  // The program that draws the reference, with its licences.
  for (const file of ['LICENSE', 'bundles/redoc.standalone.js', 'bundles/redoc.standalone.js.LICENSE.txt'])
    copy('node_modules/redoc', file, 'redoc')
  await joinProgram()
  recordCommit()
  renameSync(join(dist, 'begun'), join(dist, 'tree'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function copy(from: string, file: string, to: string): void {
  cpSync(join(root, from, file), join(dist, to, file))
}
