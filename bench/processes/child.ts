import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Answer, Duties, Request } from './duties.ts'

/** A child process of the benchmark and its duties. */
export type Child<D extends Duties> = {
  /** Makes the child do a duty. Rejects when the duty throws, or when the child ends first. */
  ask<Name extends keyof D & string>(duty: Name, ...given: Parameters<D[Name]>): Promise<Awaited<ReturnType<D[Name]>>>
  /** Ends the process at once. */
  stop(): Promise<void>
}

/** The folder of the compiled benchmark. */
const thisBuild = fileURLToPath(new URL('..', import.meta.url))

type Waiting = { resolve(result: never): void; reject(error: Error): void }

/** Starts a measured process, by plain `node` as `npm start` does. Its duties are in `bench/<name>.ts`. */
export function startServer<D extends Duties>(name: string): Child<D> {
  return startChild(name, [])
}

/** Asks such a process of its own, and ends it. */
export async function inServer<D extends Duties, Found>(
  name: string,
  ask: (child: Child<D>) => Promise<Found>,
): Promise<Found> {
  const child = startServer<D>(name)
  try {
    return await ask(child)
  } finally {
    await child.stop()
  }
}

/**
 * Starts a process that measures or imitates something. It collects garbage in small steps and on its own thread only:
 * otherwise a collection could take both processors and slow the server down, or make a network later than intended.
 */
export function startInstrument<D extends Duties>(name: string): Child<D> {
  return startChild(name, ['--max-semi-space-size=1', '--single-threaded-gc'])
}

function startChild<D extends Duties>(name: string, execArgv: string[]): Child<D> {
  const modulePath = join(thisBuild, `${name}.js`)
  const child = fork(modulePath, { execArgv, serialization: 'advanced' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  child.on('message', (answer) => settle(waiting, answer as Answer))
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${signal ?? code}`))
  })
  return {
    ask: (duty, ...given) =>
      new Promise((resolve, reject) => {
        const request: Request = { id: ++lastId, duty, given: given[0] }
        waiting.set(request.id, { resolve, reject })
        child.send(request, (error) => error && reject(error))
      }),
    stop: () => stop(child),
  }
}

function settle(waiting: Map<number, Waiting>, { id, result, error }: Answer): void {
  const { resolve, reject } = waiting.get(id) ?? {}
  waiting.delete(id)
  if (error === undefined) resolve?.(result as never)
  else reject?.(new Error(error))
}

/** Kills a process, unless it has ended; resolves when it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
