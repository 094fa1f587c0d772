import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Logger } from 'pino'

/** A run of the server that has not ended by itself. */
export type Run = {
  readonly pid?: number | undefined
  readonly started?: string | undefined
  /** When the starts before found that the run before them was killed, the earliest first. */
  readonly kills: readonly string[]
}

/** How many kills are remembered. */
const rememberedKills = 20

/**
 * Logs that the last run was killed, if it was, and marks this one; returns what a clean stop calls. The mark is a file
 * that only a clean stop removes. A mark that can't be written keeps nothing from starting.
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

/** The run that has left its mark; a mark that was cut short says as much as a whole one: that it did not end by itself. */
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
