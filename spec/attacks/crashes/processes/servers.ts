import { type CrashChild, startCrashChild } from './child.ts'
import type { NamedKill, Opening } from './openings.ts'

/** A running server. */
export type CrashServer = {
  readonly url: string
  /** Names where to kill it from now on. */
  arm(kill: NamedKill): Promise<void>
  /** Resolves when it is gone. */
  readonly ended: Promise<number | string>
  hasEnded(): boolean
  kill(): Promise<void>
  stderr(): string
}

/** Servers of one database, one after the other. */
export type CrashServers = {
  /** Loads the next one in advance. */
  prepare(): void
  /** Starts the next one, of another database if one is named; rejects when it ends before it serves. */
  serve(databasePath?: string): Promise<CrashServer>
  /** Begins to start one that dies meanwhile, if a point is given; resolves as soon as it has its order. */
  start(
    kill: NamedKill | undefined,
    databasePath?: string,
  ): Promise<Pick<CrashServer, 'ended' | 'hasEnded' | 'kill' | 'stderr'>>
  close(): Promise<void>
}

/** Makes them, all with the same opening. */
export function crashServers(file: string, opening: Opening): CrashServers {
  const children = new Set<CrashChild>()
  let prepared: CrashChild | undefined

  function load(): CrashChild {
    const child = startCrashChild(file)
    children.add(child)
    void child.ended.then(() => children.delete(child))
    return child
  }

  function next(): CrashChild {
    const child = prepared ?? load()
    prepared = undefined
    return child
  }

  return {
    prepare() {
      prepared ??= load()
    },
    async serve(databasePath = opening.databasePath) {
      const child = next()
      const url = await child.ask<string>({ serve: { ...opening, databasePath } })
      return { ...child, url, arm: (kill) => child.ask<void>({ arm: kill }) }
    },
    async start(kill, databasePath = opening.databasePath) {
      const child = next()
      await child.loaded
      child.ask({ serve: { ...opening, databasePath, ...(kill && { kill }) } }).catch(() => undefined)
      return child
    },
    async close() {
      await Promise.all([...children].map((child) => child.kill()))
    },
  }
}
