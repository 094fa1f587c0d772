import Database from 'better-sqlite3'
import { versions } from '../../../../adapters/sql/schema/versions.ts'
import { sqliteDialect } from '../../../../adapters/sqlite/dialect.ts'
import type { CommitLog } from './commitLog.ts'
import type { Fuse } from './fuse.ts'

/** Makes every connection of this process pass the fuse before it commits and when it makes a database's tables. */
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
    // Whether there is more to migrate is looked up once that is committed.
    if (hasMigrated && source === 'PRAGMA user_version') pass('migration-committed')
    return prepare.call(this, source)
  } as typeof prepare
}
