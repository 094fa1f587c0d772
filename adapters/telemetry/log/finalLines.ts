import { setTimeout as pause } from 'node:timers/promises'
import type { LineOutput } from './lineOutput.ts'

type Output = {
  readonly log: LineOutput
  /** Standard error, for messages apart from the log. */
  readonly messages: LineOutput
  /** Resolves when the command line's own messages are written to standard error. */
  readonly errorsLeft: () => Promise<unknown>
  /** Ends the process by a signal, as if it had no handler. */
  readonly dieOf: (signal: NodeJS.Signals) => never
}

/**
 * The time for the last output, longer than the time after which a write counts as stuck; the log may take twice as
 * long.
 */
const finalMs = 1_500

/** The end of a server's output. No problem with the output can delay the exit. */
export function finalLines({ log, messages, errorsLeft, dieOf }: Output) {
  return {
    /** Writes the remaining lines, reports how much of the log was lost, and resolves when the process may exit. */
    async write(): Promise<void> {
      const lost = await log.end(2 * finalMs)
      if (lost) messages.write(`${lost.lines} lines of the log (${lost.bytes} bytes) were not written: ${lost.why}\n`)
      await Promise.all([messages.end(finalMs), Promise.race([errorsLeft(), pause(finalMs)])])
    },
    /** Call it when the process exits, for any reason: an exit would wait for a write that never returns. */
    atExit(stoppedBy: NodeJS.Signals | undefined): void {
      if (!log.isStuck()) log.flushSync()
      if (!messages.isStuck()) messages.flushSync()
      if (log.isStuck() || messages.isStuck()) dieOf(stoppedBy ?? 'SIGKILL')
    },
  }
}
