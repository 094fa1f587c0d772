import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A started process. */
export type Child = {
  readonly pid: number
  /** Its output so far. */
  said(): string
  hasEnded(): boolean
  /** Resolves with the part of its output that a pattern captures. Rejects when it ends before that. */
  says(pattern: RegExp): Promise<string>
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
  /** Asks it to stop, and resolves when it has. */
  stop(): Promise<unknown>
}

/** The differences of a process from others. */
export type ChildOptions = {
  /** Additional environment variables. */
  readonly environment?: Record<string, string>
  /** Whether it ends with its standard input, and so with this process, and not by a signal. */
  readonly endsWithInput?: boolean
}

/** The started processes. They get no signals of the terminal, and end when this process does. */
export type Children = {
  /** Starts a program, and writes its output to a file of its name too. Throws once they are being stopped. */
  start(name: string, command: readonly string[], options?: ChildOptions): Child
  /** Stops them all, the last one first, and removes the folder. */
  stop(): Promise<void>
}

/** Starts processes in a folder. A guard removes the folder with them, even if this process is killed. */
export function childrenIn(folder: string): Children {
  const started: Child[] = []
  let isStopping = false
  const guarding = runTypeScript(fileURLToPath(new URL('guard.ts', import.meta.url)), folder)
  const guard = spawn(guarding[0], guarding.slice(1), { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  return {
    start(name, [file = '', ...args], { environment = {}, endsWithInput = false } = {}) {
      if (isStopping) throw new Error('it is stopping')
      const env = { ...process.env, ...environment }
      const spawned = spawn(file, args, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
      const child = watched(spawned, join(folder, `${name}.log`), endsWithInput)
      if (!endsWithInput) {
        guard.stdin.write(`+${spawned.pid}\n`)
        void child.ended.then(() => guard.stdin.write(`-${spawned.pid}\n`))
      }
      started.push(child)
      return child
    },
    async stop() {
      isStopping = true
      for (const child of started.splice(0).reverse()) await child.stop()
      const ended = once(guard, 'close')
      guard.stdin.end()
      await ended
    },
  }
}

/** The command that runs a script of this project. */
export function runTypeScript(script: string, ...args: string[]): [string, ...string[]] {
  return [process.execPath, '--import', import.meta.resolve('tsx'), script, ...args]
}

function watched(child: ChildProcess, logFile: string, endsWithInput: boolean): Child {
  const log = createWriteStream(logFile)
  let text = ''
  let hasEnded = false
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (chunk) => {
      // Only the beginning is read.
      if (text.length < 65_536) text += chunk
      log.write(chunk)
      child.emit('said')
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => {
    hasEnded = true
    child.emit('said')
    return code ?? signal
  })
  return {
    pid: child.pid ?? 0,
    said: () => text,
    hasEnded: () => hasEnded,
    ended,
    async says(pattern) {
      for (;;) {
        const [, found] = pattern.exec(text) ?? []
        if (found !== undefined) return found
        if (hasEnded) throw new Error(`${child.spawnfile} ended before it was up: ${text}`)
        await once(child, 'said')
      }
    },
    async stop() {
      if (endsWithInput) child.stdin?.end()
      else if (!hasEnded) child.kill('SIGTERM')
      await ended
    },
  }
}
