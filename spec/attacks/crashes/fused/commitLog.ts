import type { Fuse } from './fuse.ts'
import type { Commit } from './killPoints.ts'

/** Which steps have run since the last flush of the log, in one or more transactions. */
export type CommitLog = {
  /** Records that a step has run. */
  stepped(commit: Commit): void
  /** Passes the fuse for each of them: before the commit, or after it and before the flush. */
  passAll(moment: 'within' | 'committed'): void
  /** They are being flushed. */
  clear(): void
}

/** Makes one. */
export function commitLog(fuse: Fuse): CommitLog {
  const commits = new Set<Commit>()
  return {
    stepped: (commit) => void commits.add(commit),
    passAll(moment) {
      for (const commit of commits) fuse.pass(`${commit}-${moment}`)
    },
    clear: () => commits.clear(),
  }
}
