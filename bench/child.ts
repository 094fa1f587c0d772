import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Asked, Duties, Told } from './duties.ts'

/** A process of the benchmark that does its duties. */
export type Child<D extends Duties> = {
  /** Has the child do a duty; rejects when that throws there, or when the child ends first. */
  ask<Name extends keyof D & string>(duty: Name, ...given: Parameters<D[Name]>): Promise<Awaited<ReturnType<D[Name]>>>
  /** Ends the process at once. */
  stop(): Promise<void>
}

/** Where the compiled benchmark stands. */
const thisBuild = fileURLToPath(new URL('.', import.meta.url))

type Waiting = { resolve(result: never): void; reject(error: Error): void }

/** Starts a process that is measured, by plain `node` as `npm start` does; its duties stand in `bench/<name>.ts`, of
 * this build unless another is named. */
export function startServer<D extends Duties>(name: string, build?: string): Child<D> {
  return startChild(name, [], build)
}

/**
 * Starts a process that something is measured with. It collects its garbage in small parts and on no thread beside its own: what
 * takes both processors for a while makes the server late, and a network that stops to collect is not the five seconds it is
 * to be.
 */
export function startInstrument<D extends Duties>(name: string): Child<D> {
  return startChild(name, ['--max-semi-space-size=1', '--single-threaded-gc'])
}

function startChild<D extends Duties>(name: string, execArgv: string[], build = thisBuild): Child<D> {
  const modulePath = join(build, `${name}.js`)
  const child = fork(modulePath, { execArgv, serialization: 'advanced' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  child.on('message', (told) => settle(waiting, told as Told))
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${name} ended with ${signal ?? code}`))
  })
  return {
    ask: (duty, ...given) =>
      new Promise((resolve, reject) => {
        const asked: Asked = { id: ++lastId, duty, given: given[0] }
        waiting.set(asked.id, { resolve, reject })
        child.send(asked, (error) => error && reject(error))
      }),
    stop: () => stop(child),
  }
}

function settle(waiting: Map<number, Waiting>, { id, result, error }: Told): void {
  const { resolve, reject } = waiting.get(id) ?? {}
  waiting.delete(id)
  if (error === undefined) resolve?.(result as never)
  else reject?.(new Error(error))
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
