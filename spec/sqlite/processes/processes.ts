import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('process.ts', import.meta.url))

/** A running process of `process.ts`. */
export type SqliteProcess = {
  readonly pid: number | undefined
  /** Every line it has printed so far. */
  readonly lines: readonly string[]
  /** Resolves when it has printed this many lines; throws when it ended before that. */
  printed(count: number): Promise<void>
  say(text: string): void
  /** Kills it with SIGKILL, unless it has ended, and resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves with its exit code when it has ended and all it printed was read. */
  ended(): Promise<number | null>
}

/** Starts a process, which ends when its standard input closes, as it does when this process ends. */
export function startProcess(...args: string[]): SqliteProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const reader = createInterface({ input: child.stdout })
  const lines: string[] = []
  reader.on('line', (line) => lines.push(line))
  return {
    pid: child.pid,
    lines,
    async printed(count) {
      while (lines.length < count) {
        if (hasEnded(child)) throw new Error(`the process ended after ${lines.length} lines`)
        await Promise.race([once(reader, 'line'), closed])
      }
    },
    say: (text) => void child.stdin.write(text),
    async kill() {
      child.kill('SIGKILL')
      await closed
    },
    async ended() {
      await closed
      return child.exitCode
    },
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
