import { setTimeout as pause } from 'node:timers/promises'
import type { LineOutput } from './lineOutput.ts'

type Standing = {
  readonly log: LineOutput
  /** Standard error, for what is said beside the log. */
  readonly said: LineOutput
  /** Resolves when the command line's own messages have left for standard error. */
  readonly errorsLeft: () => Promise<unknown>
  /** Ends the process by a signal, as if nobody listened to it. */
  readonly dieOf: (signal: NodeJS.Signals) => never
}

/** How long what was said last may take to be written, and longer than a write takes to count as stuck; for the log twice that. */
const lastWordsMs = 1_500

/** What a process that served for long does when it ends, so that nothing which became of its output can hold it up. */
export function endOfStanding({ log, said, errorsLeft, dieOf }: Standing) {
  return {
    /** Writes what is left, says what of the log was lost, and resolves when the process may exit. */
    async lastWords(): Promise<void> {
      const lost = await log.end(2 * lastWordsMs)
      if (lost) said.write(`${lost.lines} lines of the log (${lost.bytes} bytes) were not written: ${lost.why}\n`)
      await Promise.all([said.end(lastWordsMs), Promise.race([errorsLeft(), pause(lastWordsMs)])])
    },
    /** To be called when the process exits, for whatever reason: an exit waits for a write that never comes back. */
    atExit(stoppedBy: NodeJS.Signals | undefined): void {
      if (!log.isStuck()) log.flushSync()
      if (!said.isStuck()) said.flushSync()
      if (log.isStuck() || said.isStuck()) dieOf(stoppedBy ?? 'SIGKILL')
    },
  }
}
