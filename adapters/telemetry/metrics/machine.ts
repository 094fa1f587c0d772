import { stat, statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Metered, oneValue } from './registry.ts'

/** The sources of the gauges about a process and its machine. */
export type MachineReadings = {
  readonly release: { readonly version: string; readonly commit: string | undefined }
  /** Whether payments are accepted. */
  readonly isReady: () => Promise<boolean>
  /** How far the clock is ahead of the nearest network's, in milliseconds; undefined while none is known. */
  readonly clockAheadMs: () => number | undefined
  /** A folder on the disk whose room is measured, and the write-ahead log, if there is one. */
  readonly disk: { readonly folder?: string | undefined; readonly wal?: string | undefined }
}

/** The length of a window of the event loop's delays, and the number of windows in the reading. */
const [windowMs, windows] = [5_000, 3]

/** How often the event loop is sampled. */
const resolutionMs = 10

/** Adds the gauges about a process and its machine. Returns a function that stops measuring. */
export function machineMetrics({ gauge }: Metered, readings: MachineReadings): () => void {
  const { release, isReady, clockAheadMs, disk } = readings
  const { longestMs, stop } = eventLoopDelays()
  const startedSeconds = performance.timeOrigin / 1_000
  gauge('sente_build_info', () => [[{ version: release.version, commit: release.commit ?? '' }, 1]])
  gauge('process_start_time_seconds', () => oneValue(startedSeconds))
  gauge('sente_ready', async () => oneValue((await isReady()) ? 1 : 0))
  gauge('sente_event_loop_delay_seconds', () => oneValue(longestMs() / 1_000))
  gauge('sente_clock_skew_seconds', () => {
    const aheadMs = clockAheadMs()
    return oneValue(aheadMs === undefined ? undefined : aheadMs / 1_000)
  })
  const { folder, wal } = disk
  if (wal !== undefined) gauge('sente_wal_bytes', async () => oneValue((await stat(wal)).size))
  if (folder !== undefined) {
    gauge('sente_disk_free_bytes', async () => {
      const { bavail, bsize } = await statfs(folder)
      return oneValue(bavail * bsize)
    })
  }
  return stop
}

/** Tracks the longest time that the event loop was blocked in the last few windows. */
function eventLoopDelays() {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  let earlier: readonly number[] = []
  const nowMs = () => Math.max(0, delays.max / 1e6 - resolutionMs)
  const timer = setInterval(() => {
    earlier = [nowMs(), ...earlier].slice(0, windows - 1)
    delays.reset()
  }, windowMs).unref()
  return {
    longestMs: () => Math.max(nowMs(), ...earlier),
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
