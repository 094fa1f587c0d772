import { systemClock, uuids } from '../../../adapters/node/node.ts'
import { nodeHashing } from '../../../adapters/node/nodeSecrets.ts'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite.ts'
import { inspectFile, isUnread, rowsOfFile } from '../../../adapters/written/networkFiles/networkFile.ts'
import { shippedProfiles } from '../../../adapters/written/networkFiles/profiles/shipped.ts'
import { isRefusal, reconcile, uganda } from '../../../core/sente.ts'
import { doDuties } from '../../processes/duties.ts'
import type { WrittenExport } from './exportFile.ts'

/** The duration of a comparison, its peak memory, and the number of rows in each bucket. */
export type Compared = {
  readonly checkedMs: number
  readonly comparedMs: number
  readonly peakBytes: number
  readonly buckets: Readonly<Record<string, number>>
}

/** The command that compares, without its output. */
const comparing = doDuties({
  async compare({ path, file, fromMs, toMs }: WrittenExport & { readonly path: string }): Promise<Compared> {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
    const memory = memoryPeak()
    const begunMs = performance.now()
    const inspected = await inspectFile({ file, profiles: shippedProfiles })
    if (isUnread(inspected)) throw new Error(inspected.message)
    const checkedMs = performance.now() - begunMs
    const run = await reconcile({ ...store, clock: systemClock, ids: uuids, market: uganda, secrets: nodeHashing })({
      file,
      digest: inspected.digest,
      network: 'MTN',
      profile: inspected.profile.name,
      by: 'bench',
      fromMs,
      toMs,
      rows: rowsOfFile(inspected),
    })
    if (isRefusal(run)) throw new Error(run.message)
    const comparedMs = performance.now() - begunMs - checkedMs
    await store.close()
    const { totals = [], absent = [] } = run.run.ended ?? {}
    const buckets: Record<string, number> = {}
    for (const { bucket, rows } of [...totals, ...absent]) buckets[bucket] = (buckets[bucket] ?? 0) + rows
    return { checkedMs, comparedMs, peakBytes: memory.end(), buckets }
  },
})

/** The duties of the process. */
export type ReconcileDuties = typeof comparing

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
