import { copyFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { lookOf, writeMark } from '../../../../adapters/sqlite/mark/highWaterMark.ts'
import { hasForeignLog } from '../../../../adapters/sqlite/mark/restoredBooks.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

/** An example with the database, log and mark of a killed server, after `change`. */
function left(change: (path: string) => void, expected: boolean) {
  return () =>
    inFolder(({ database: path }) => {
      writeFileSync(path, 'x'.repeat(4_096))
      writeFileSync(`${path}-wal`, 'frames')
      writeMark(path, { id: 'ours', transaction: null, commits: 0, file: lookOf(path) })
      change(path)
      expect(hasForeignLog(path)).to.equal(expected)
    })
}

const secondsFromNow = (seconds: number) => Date.now() / 1_000 + seconds

describe('112 Backups: another file beside a log', () => {
  rule('112.8', 'sente recognises from the file whether a log belongs to it', {
    'the marked file': left(() => {}, false),
    'the log was being copied into it when the server was killed': left((path) => {
      writeFileSync(path, 'y'.repeat(8_192))
    }, false),
    'an older copy was written over it a minute later': left((path) => {
      utimesSync(path, secondsFromNow(60), secondsFromNow(60))
    }, true),
    'an older copy that kept its time': left((path) => {
      utimesSync(path, secondsFromNow(-60), secondsFromNow(-60))
    }, true),
    'a smaller copy was written over it at once': left((path) => truncateSync(path, 1_024), true),
    'another file was renamed into its place': left((path) => {
      copyFileSync(path, `${path}-copy`)
      renameSync(`${path}-copy`, path)
    }, true),
    'no log is beside it': left((path) => {
      truncateSync(`${path}-wal`, 0)
      truncateSync(path, 1_024)
    }, false),
  })
})
