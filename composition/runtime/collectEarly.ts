/** The heap of this process. */
export type Heap = {
  /** How many bytes are in use, garbage included. */
  usedBytes(): number
  /** Collects young garbage, at once. */
  collect(): void
}

/** How often it is looked whether there is time and reason. */
const everyMs = 50

/** Collecting less takes longer than it saves. */
const worthwhileBytes = 2_000_000

/** An event loop that is busier than this has no time for what can still wait. */
const busiest = 0.9

/**
 * Has young garbage collected a little at a time while the event loop is not busy: V8 itself waits until there is much, and
 * whoever comes during such a collection waits for all of it. Returns what ends this.
 */
export function collectEarly({ usedBytes, collect }: Heap): () => void {
  let looked = performance.eventLoopUtilization()
  let keptBytes = usedBytes()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, looked)
    looked = now
    const bytes = usedBytes()
    // Less is in use than before when V8 has collected by itself.
    keptBytes = Math.min(keptBytes, bytes)
    if (utilization > busiest || bytes - keptBytes < worthwhileBytes) return
    collect()
    keptBytes = usedBytes()
  }, everyMs)
  return () => clearInterval(timer)
}
