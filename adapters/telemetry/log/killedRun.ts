import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Logger } from 'pino'

/** A run of the server that has not ended by itself. */
export type Run = {
  readonly pid?: number | undefined
  readonly started?: string | undefined
  /** The times of the starts that found that the run before them was killed, earliest first. */
  readonly kills: readonly string[]
}

/** How many kills are remembered. */
const rememberedKills = 20

/**
 * Logs that the last run was killed, if it was, and marks this one. Returns a function for a clean stop. The mark is a
 * file that only a clean stop removes. A failure to write it does not prevent the start.
 */
export function markRun({ path, pid, log }: { path: string; pid: number; log: Logger }): () => void {
  const before = lastRun(path)
  if (before) log.warn({ pid: before.pid, started: before.started }, 'the last run was killed')
  try {
    const started = new Date().toISOString()
    const kills = before ? [...before.kills, started].slice(-rememberedKills) : []
    writeFileSync(path, `${JSON.stringify({ pid, started, kills })}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn({ err: error }, 'a kill of this run will go unnoticed: its mark cannot be written')
  }
  return () => rmSync(path, { force: true })
}

/**
 * The run that has left its mark. A truncated mark is worth as much as a whole one: either proves that the run did not
 * end by itself.
 */
export function lastRun(path: string): Run | undefined {
  try {
    const { pid, started, kills = [] }: Partial<Run> = JSON.parse(readFileSync(path, 'utf8'))
    return { pid, started, kills }
  } catch (error) {
    if (error instanceof SyntaxError) return { kills: [] }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
