import childProcess from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import timers from 'node:timers/promises'
import type { Context } from 'mocha'
import pg from 'pg'
import { type Example, fixtures, type Started } from './example.ts'

/** The fixtures that this process has started so far. */
const started: Record<keyof Started, number> = { servers: 0, schemas: 0, processes: 0, waitedMs: 0 }
let before = { ...started }

/** Mocha's hooks around every example: they add it to the file that `SPEC_TIMES` names. */
export const mochaHooks = {
  beforeEach() {
    before = { ...started }
  },
  afterEach(this: Context) {
    const { title, file = '', duration = 0 } = this.currentTest ?? { title: '' }
    const counts = fixtures.map((name) => [name, started[name] - before[name]])
    const example: Example = { title, file, ms: duration, started: Object.fromEntries(counts) }
    appendFileSync(process.env.SPEC_TIMES ?? '', `${JSON.stringify(example)}\n`)
  },
}

/** Calls a function before each call of a method. */
function watch(holder: object, name: string, look: (given: readonly unknown[]) => void): void {
  const methods = holder as Record<string, (...given: unknown[]) => unknown>
  const method = methods[name]
  methods[name] = function (this: unknown, ...given) {
    look(given)
    return method?.apply(this, given)
  }
}

watch(net.Server.prototype, 'listen', () => {
  started.servers += 1
})
watch(pg.Client.prototype, 'query', ([statement]) => {
  if (String(statement).startsWith('CREATE SCHEMA')) started.schemas += 1
})
for (const name of ['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork'])
  watch(childProcess, name, () => {
    started.processes += 1
  })
watch(timers, 'setTimeout', ([ms]) => {
  started.waitedMs += Number(ms)
})
syncBuiltinESMExports()
