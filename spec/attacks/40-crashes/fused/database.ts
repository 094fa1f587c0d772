import Database from 'better-sqlite3'
import { versions } from '../../../../adapters/sqlite/schema/versions.ts'
import type { CommitLog } from './commitLog.ts'
import type { Fuse } from './fuse.ts'

/** Makes every connection of this process pass the fuse before it commits and when it migrates a database. */
export function fuseDatabase(fuse: Fuse, commits: CommitLog): void {
  fuseCommits(commits)
  fuseMigration(fuse)
}

function fuseCommits(commits: CommitLog): void {
  const { prepare } = Database.prototype
  Database.prototype.prepare = function fusedPrepare(this: Database.Database, source: string) {
    const statement = prepare.call(this, source)
    if (source !== 'COMMIT') return statement
    const commit = statement.run.bind(statement) as () => Database.RunResult
    statement.run = () => {
      commits.passAll('within')
      return commit()
    }
    return statement
  } as typeof prepare
}

function fuseMigration({ pass }: Fuse): void {
  const { exec } = Database.prototype
  let hasMigrated = false
  Database.prototype.exec = function fusedExec(this: Database.Database, source: string) {
    const isMigration = versions.indexOf(source) > 0
    // What is executed next is a transaction of its own.
    if (hasMigrated) pass('migration-committed')
    if (isMigration) pass('migration-before')
    exec.call(this, source)
    if (isMigration) pass('migration-within')
    hasMigrated ||= isMigration
    return this
  }
}
