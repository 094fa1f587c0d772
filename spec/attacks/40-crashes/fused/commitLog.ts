import type { Fuse } from './fuse.ts'
import type { Commit } from './killPoints.ts'

/** Which steps have run since the log was flushed last: in one transaction, or in some that followed one another. */
export type CommitLog = {
  /** Tells that a step has run. */
  stepped(commit: Commit): void
  /** Comes by the fuse for each of them: before the commit, or after it and before the flush. */
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
