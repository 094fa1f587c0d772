import { spawnSync } from 'node:child_process'
import { projectFolder } from '../sourceTree.ts'
import type { Stated } from './statements.ts'

/** Reads every rule in a process of its own: in a test's, mocha has loaded specs already. */
export function readRules(): Stated[] {
  const { stdout, stderr } = spawnSync('node', ['--import', 'tsx', 'spec/rulebook/print.ts'], {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}
