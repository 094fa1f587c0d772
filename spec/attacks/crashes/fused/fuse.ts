import { fdatasync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { versions } from '../../../../adapters/sql/schema/versions.ts'
import { sqliteDialect } from '../../../../adapters/sqlite/dialect.ts'
import type { CheckpointRequest } from '../../../../adapters/sqlite/durability/checkpointWorker.ts'
import type { FlushFile } from '../../../../adapters/sqlite/durability/walFlush.ts'
import type { Commit, KillPoint, NamedKill } from '../plan.ts'

// The fuse of this process, which kills it at a named point.
let armed: NamedKill | undefined
let passages = 0

/** The steps that have run since the last flush of the log, in one or more transactions. */
const unflushed = new Set<Commit>()

/** Counts passages of a point from now on, and kills at the one given. */
export function arm(kill: NamedKill | undefined): void {
  armed = kill
  passages = 0
}

/** Called when the process is at this point; does not return if the process dies there: SIGKILL can't be handled. */
export function pass(point: KillPoint): void {
  if (point !== armed?.at) return
  passages += 1
  if (passages >= armed.passage) process.kill(process.pid, 'SIGKILL')
}

/** Records that a step has run. */
export function stepped(commit: Commit): void {
  unflushed.add(commit)
}

function passAll(moment: 'within' | 'committed'): void {
  for (const commit of unflushed) pass(`${commit}-${moment}`)
}

const flushFile = promisify(fdatasync)

/** Passes the fuse and flushes a log, which has only committed frames. */
export const fusedFlush: FlushFile = async (descriptor) => {
  passAll('committed')
  unflushed.clear()
  await flushFile(descriptor)
}

/** Makes every connection of this process pass the fuse before it commits and when it makes a database's tables. */
export function fuseDatabase(): void {
  const { exec, prepare } = Database.prototype
  const upgrades = versions.map(({ upgrade }) => upgrade(sqliteDialect))
  let hasMigrated = false
  Database.prototype.exec = function fusedExec(this: Database.Database, source: string) {
    const isMigration = upgrades.includes(source)
    if (isMigration) pass('migration-before')
    exec.call(this, source)
    if (isMigration) pass('migration-within')
    hasMigrated ||= isMigration
    return this
  }
  Database.prototype.prepare = function fusedPrepare(this: Database.Database, source: string) {
    // After that commit the store looks whether there is more to migrate.
    if (hasMigrated && source === 'PRAGMA user_version') pass('migration-committed')
    const statement = prepare.call(this, source)
    const commit = statement.run.bind(statement) as () => Database.RunResult
    const fused = () => {
      passAll('within')
      return commit()
    }
    return source === 'COMMIT' ? Object.assign(statement, { run: fused }) : statement
  } as typeof prepare
}

/** Makes this process pass the fuse when it sends a command to the thread that copies the log. */
export function fuseCheckpoints(databasePath: string): void {
  const { postMessage } = Worker.prototype
  const changed = () => statSync(databasePath, { bigint: true }).mtimeNs
  Worker.prototype.postMessage = function fusedPost(this: Worker, request: CheckpointRequest) {
    if (request === 'copy') pass('checkpoint-begun')
    if (request === 'beginAnew') {
      pass('checkpoint-copied')
      this.once('message', () => pass('checkpoint-ended'))
    }
    const before = changed()
    postMessage.call(this, request)
    if (request !== 'copy' || armed?.at !== 'checkpoint-copying') return
    // Only the copy of the log writes to the database. This thread waits for it, as it might on a busy machine.
    for (let turn = 0; turn < 500 && changed() === before; turn += 1) aMillisecond()
    if (changed() !== before) pass('checkpoint-copying')
  }
}

function aMillisecond(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
}
