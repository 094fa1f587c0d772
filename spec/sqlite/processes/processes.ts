import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const script = new URL('process.ts', import.meta.url)
const typescript = new URL('../../typescript.mjs', import.meta.url).href

/** A running script that reports line by line. */
export type SqliteProcess = ReturnType<typeof startScript>

/** Starts a process of `process.ts`. */
export function startProcess(...args: string[]): SqliteProcess {
  return startScript({ script, args })
}

/**
 * Starts a script, under another command if one is given. It ends when its standard input closes, also at the end of
 * this process.
 */
export function startScript({ script, args, under = [] }: { script: URL; args: string[]; under?: readonly string[] }) {
  const node = [process.execPath, '--import', 'tsx', '--import', typescript, fileURLToPath(script)]
  const [command = '', ...rest] = [...under, ...node, ...args]
  const child = spawn(command, rest, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  const closed = once(child, 'close')
  const reader = createInterface({ input: child.stdout })
  const lines: string[] = []
  reader.on('line', (line) => lines.push(line))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid,
    /** Every line it has printed so far. */
    lines: lines as readonly string[],
    /** Resolves when it has printed this many lines; throws if it ends before that. */
    async printed(count: number): Promise<void> {
      while (lines.length < count) {
        if (hasEnded()) throw new Error(`the process ended after ${lines.length} lines`)
        await Promise.race([once(reader, 'line'), closed])
      }
    },
    say: (text: string) => void child.stdin.write(text),
    /** Kills it and its command with SIGKILL, unless it has ended, and resolves when it is gone. */
    async kill(): Promise<void> {
      if (!hasEnded() && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await closed
    },
    /** Resolves with its exit code when it has ended and its output was read. */
    async ended(): Promise<number | null> {
      await closed
      return child.exitCode
    },
    /** Closes its input, and resolves when it has ended. */
    async end(): Promise<void> {
      child.stdin.end()
      await closed
    },
  }
}
