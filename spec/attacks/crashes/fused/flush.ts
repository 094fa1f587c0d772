import { fdatasync } from 'node:fs'
import { promisify } from 'node:util'
import type { FlushFile } from '../../../../adapters/sqlite/durability/walFlush.ts'
import type { CommitLog } from './commitLog.ts'

const flushFile = promisify(fdatasync)

/** Flushes a log, and passes the fuse first: whatever is flushed is committed. */
export function fusedFlush(commits: CommitLog): FlushFile {
  return async (descriptor) => {
    commits.passAll('committed')
    commits.clear()
    await flushFile(descriptor)
  }
}
