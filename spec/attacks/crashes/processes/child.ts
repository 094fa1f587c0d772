import { fork } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'

/** A process of the crash tests that carries out orders; it ends with this one. */
export type CrashChild = {
  /** Resolves when it has loaded and waits for an order. */
  readonly loaded: Promise<unknown>
  /** Sends it an order, and resolves with its answer; rejects when it ends before that. */
  ask<Answer>(order: object): Promise<Answer>
  /** Resolves with its exit code, or with the signal that ended it. */
  readonly ended: Promise<number | string>
  hasEnded(): boolean
  /** The end of what it wrote to standard error. */
  stderr(): string
  /** Kills it, unless it has ended, and resolves when it is gone. */
  kill(): Promise<void>
}

/** Starts a process. */
export function startCrashChild(file: string): CrashChild {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr = (stderr + chunk).slice(-4_000)
  })
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  async function nextMessage(): Promise<never> {
    const end = ended.then((how) => Promise.reject(new Error(`${basename(file)} ended with ${how}: ${stderr}`)))
    const [message] = await Promise.race([once(child, 'message'), end])
    return message as never
  }
  const loaded = nextMessage()
  loaded.catch(() => undefined)
  return {
    loaded,
    async ask(order) {
      await loaded
      const answer = nextMessage()
      // What is sent after its end is lost, and its end is the answer.
      if (child.connected) child.send(order, () => undefined)
      return answer
    },
    ended,
    hasEnded,
    stderr: () => stderr,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
