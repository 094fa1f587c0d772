import { readdir, readlink, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Concern } from '../../../core/sente.ts'
import { processName } from './writeLock.ts'

/** The size of a log that could not be restarted, in bytes: the server keeps its log at 256 MiB. */
const grownBytes = 300e6

/** The operator's concerns about the write-ahead log of a database: none, unless it grows. */
export async function logConcerns(path: string): Promise<Concern[]> {
  const { size } = await stat(`${path}-wal`).catch(() => ({ size: 0 }))
  if (size <= grownBytes) return []
  const others = await programsWith(await realpath(path))
  const readers = others.length > 0 ? `open in ${others.join(', ')}` : 'not seen open anywhere but in the server'
  return [
    {
      isFault: false,
      found: `the log of ${path} has grown to ${Math.floor(size / 1e6)} MB; the database is ${readers}`,
      fix: 'end the programs that keep reading the database, but not the server',
      runbook: 'docs/operating/incidents/log-grows.md',
    },
  ]
}

/** The processes that have a database open without serving it, if this user may see them; on Linux alone. */
async function programsWith(path: string): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const programs = ids.map(async (id) => {
    const files = await filesOf(id)
    if (!files.includes(path) || files.includes(`${path}-serving`)) return []
    return [await processName(id)]
  })
  return (await Promise.all(programs)).flat()
}

/** The open files of a process; none if this user may not see them. */
async function filesOf(id: string): Promise<string[]> {
  const folder = join('/proc', id, 'fd')
  const descriptors = await readdir(folder).catch(() => [])
  return Promise.all(descriptors.map((descriptor) => readlink(join(folder, descriptor)).catch(() => '')))
}
