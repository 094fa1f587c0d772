import { systemClock, uuids } from '../../adapters/node/node.ts'
import { nodeHashing } from '../../adapters/node/nodeSecrets.ts'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite.ts'
import { isUnread, readFile } from '../../adapters/written/networkFiles/networkFile.ts'
import { shippedProfiles } from '../../adapters/written/networkFiles/profiles/shipped.ts'
import { auditBooks, isRefusal, reconcile, uganda } from '../../core/sente.ts'
import type { WrittenExport } from '../datasets/exportFile.ts'
import { doDuties } from '../processes/duties.ts'

/** The duration of a comparison, its CPU time, its peak memory, and the number of rows in each bucket. */
export type Compared = {
  readonly readMs: number
  readonly comparedMs: number
  readonly cpuMs: number
  readonly peakBytes: number
  readonly buckets: Readonly<Record<string, number>>
}

/** The work of long commands on a SQLite database, without their output, and of a scan of the same rows. */
const commands = doDuties({
  async compare({ path, file, fromMs, toMs }: WrittenExport & { readonly path: string }): Promise<Compared> {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
    const memory = memoryPeak()
    const cpuMs = cpuWatch()
    const begunMs = performance.now()
    const read = await readFile({ file, profiles: shippedProfiles })
    if (isUnread(read)) throw new Error(read.message)
    const readMs = performance.now() - begunMs
    const run = await reconcile({ ...store, clock: systemClock, ids: uuids, market: uganda, secrets: nodeHashing })({
      file,
      digest: read.digest,
      network: 'MTN',
      profile: read.profile.name,
      by: 'bench',
      fromMs,
      toMs,
      rows: read.rows,
      isSure: true,
    })
    if (isRefusal(run)) throw new Error(run.message)
    const comparedMs = performance.now() - begunMs - readMs
    await store.close()
    const { totals = [], absent = [] } = run.run.ended ?? {}
    const buckets: Record<string, number> = {}
    for (const { bucket, rows } of [...totals, ...absent]) buckets[bucket] = (buckets[bucket] ?? 0) + rows
    return { readMs, comparedMs, cpuMs: cpuMs(), peakBytes: memory.end(), buckets }
  },
  /** The CPU time of an audit, in milliseconds. */
  async audit(path: string): Promise<number> {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
    const cpuMs = cpuWatch()
    const { ok } = await auditBooks(store)().finally(store.close)
    if (!ok) throw new Error('the audit found an error')
    return cpuMs()
  },
  /** The CPU time of reading all rows of these tables, in milliseconds. */
  scan({ path, tables }: { readonly path: string; readonly tables: readonly string[] }): number {
    const database = keptDatabase(path, { readonly: true })
    const cpuMs = cpuWatch()
    let rows = 0
    for (const table of tables) for (const _ of database.prepare(`SELECT * FROM ${table}`).raw().iterate()) rows += 1
    database.close()
    if (rows === 0) throw new Error('there are no rows')
    return cpuMs()
  },
})

/** The duties of the process. */
export type CommandDuties = typeof commands

/** User and system time of this process from now on, in milliseconds. */
function cpuWatch(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000
  }
}

/** Samples the memory of this process. The system's own peak begins with the parent's. */
function memoryPeak() {
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  return {
    end(): number {
      clearInterval(sampling)
      return peak
    },
  }
}
