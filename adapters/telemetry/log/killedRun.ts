import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Logger } from 'pino'

/**
 * Logs that the last run was killed, if it was, and marks this one; returns what a clean stop calls. The mark is a file
 * that only a clean stop removes. A mark that can't be written keeps nothing from starting.
 */
export function markRun({ path, pid, log }: { path: string; pid: number; log: Logger }): () => void {
  const before = readMark(path)
  if (before) log.warn(before, 'the last run was killed')
  try {
    const mark = { pid, started: new Date().toISOString() }
    writeFileSync(path, `${JSON.stringify(mark)}\n`, { mode: 0o600 })
  } catch (error) {
    log.warn({ err: error }, 'a kill of this run will go unnoticed: its mark cannot be written')
  }
  return () => rmSync(path, { force: true })
}

type Mark = { readonly pid?: number | undefined; readonly started?: string | undefined }

/** A mark that was cut short says as much as a whole one: that its run did not end by itself. */
function readMark(path: string): Mark | undefined {
  try {
    const { pid, started }: Mark = JSON.parse(readFileSync(path, 'utf8'))
    return { pid, started }
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
