// Runs specs and prints where their time went: `npm run test:times`, or `npm run test:times -- FILES`.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { projectFolder } from '../sourceTree.ts'
import { type Example, fixtures } from './example.ts'

const byDay = 'spec/**/!(*.long).spec.ts'
const given = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'sente-times-'))
try {
  const file = join(folder, 'examples')
  const words = ['--parallel', '--jobs', '4', '--require', './spec/times/recorder.ts']
  const mocha = join('node_modules', 'mocha', 'bin', 'mocha.js')
  const env = { ...process.env, SPEC_TIMES: file }
  const { status } = spawnSync(process.execPath, [mocha, ...words, ...(given.length > 0 ? given : [byDay])], {
    cwd: projectFolder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  print(lines.map((line): Example => JSON.parse(line)))
  if (status !== 0) console.log('Some examples failed: run them without this to see which.')
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function print(examples: readonly Example[]): void {
  table('folder', examples, ({ file }) => folderOf(file))
  table('store', examples, ({ title, file }) => storeOf(`${title} ${relative(projectFolder, file)}`))
  console.log('\nstarted by examples')
  for (const name of fixtures) {
    const using = examples.filter(({ started }) => started[name] > 0)
    const total = using.reduce((sum, { started }) => sum + started[name], 0)
    console.log(`${name.padEnd(10)} ${String(total).padStart(8)} in ${using.length} examples of ${seconds(using)} s`)
  }
  table('slowest files', examples, ({ file }) => relative(projectFolder, file), 10)
}

/** The seconds and the number of the examples of each group, the slowest first. */
function table(heading: string, examples: readonly Example[], groupOf: (example: Example) => string, most = 100) {
  const groups = new Map<string, Example[]>()
  for (const example of examples) {
    const name = groupOf(example)
    const group = groups.get(name) ?? []
    groups.set(name, group)
    group.push(example)
  }
  const slowestFirst = [...groups].sort(([, one], [, other]) => sumMs(other) - sumMs(one))
  console.log(`\n${heading}`)
  for (const [name, group] of slowestFirst.slice(0, most))
    console.log(`${seconds(group).padStart(8)} s ${String(group.length).padStart(6)}  ${name}`)
}

/** The chapter's folder, or the first folder below spec. */
function folderOf(file: string): string {
  const parts = relative(join(projectFolder, 'spec'), dirname(file)).split('/')
  return parts.slice(0, parts[0] === 'rules' ? 3 : 2).join('/')
}

function storeOf(words: string): string {
  return (
    ['PostgreSQL', 'SQLite', 'memory'].find((store) => words.toLowerCase().includes(store.toLowerCase())) ??
    'none named'
  )
}

function sumMs(examples: readonly Example[]): number {
  return examples.reduce((sum, { ms }) => sum + ms, 0)
}

function seconds(examples: readonly Example[]): string {
  return (sumMs(examples) / 1_000).toFixed(1)
}
