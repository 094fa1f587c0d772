// Runs specs beside eight programs that never rest: `npm run test:busy`, or `npm run test:busy -- FILES` for some of them.

import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectFolder } from './sourceTree.ts'

const programs = 8

/** Ends with the program that started it, however that ends. */
const restless = 'const parent = process.ppid; while (process.ppid === parent);'

/** The specs of `npm test`, or the given ones. */
const files = process.argv.length > 2 ? process.argv.slice(2) : ['spec/**/!(*.long).spec.ts']

const busy = Array.from({ length: programs }, () => spawn(process.execPath, ['-e', restless], { stdio: 'ignore' }))
try {
  const mocha = [join('node_modules', 'mocha', 'bin', 'mocha.js'), '--parallel', '--jobs', '4', ...files]
  const { status } = spawnSync(process.execPath, mocha, { cwd: projectFolder, stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  for (const program of busy) program.kill()
}
