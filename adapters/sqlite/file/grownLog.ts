import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Concern } from '../../../core/sente.ts'

/** The server keeps its log at 256 MiB: one that is larger could not be begun anew, in bytes. */
const grownBytes = 300e6

/** What an operator has to know about the write-ahead log of a database: nothing, unless it grows. */
export async function logConcerns(path: string): Promise<Concern[]> {
  const { size } = await stat(`${path}-wal`).catch(() => ({ size: 0 }))
  if (size <= grownBytes) return []
  const others = await programsWith(await realpath(path))
  const readers = others.length > 0 ? `open in ${others.join(', ')}` : 'not seen open anywhere but in the server'
  return [
    {
      isFault: false,
      found: `the log of ${path} has grown to ${Math.floor(size / 1e6)} MB; the database is ${readers}`,
      fix: 'end what keeps reading the database, but not the server',
      runbook: 'docs/operating/incidents/log-grows.md',
    },
  ]
}

/** The processes that have a database open without serving it, as far as this user may see them; on Linux alone. */
async function programsWith(path: string): Promise<string[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const programs = ids.map(async (id) => {
    const files = await filesOf(id)
    if (!files.includes(path) || files.includes(`${path}-serving`)) return []
    const name = await readFile(join('/proc', id, 'comm'), 'utf8').catch(() => 'unknown')
    return [`process ${id} (${name.trim()})`]
  })
  return (await Promise.all(programs)).flat()
}

/** The files that a process has open; none that this user may not see. */
async function filesOf(id: string): Promise<string[]> {
  const folder = join('/proc', id, 'fd')
  const descriptors = await readdir(folder).catch(() => [])
  return Promise.all(descriptors.map((descriptor) => readlink(join(folder, descriptor)).catch(() => '')))
}
