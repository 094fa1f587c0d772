import { stat, statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Metered, oneValue } from './registry.ts'

/** What the gauges about a process and its machine are read from. */
export type MachineReadings = {
  readonly release: { readonly version: string; readonly commit: string | undefined }
  /** Whether payments are taken. */
  readonly isReady: () => Promise<boolean>
  /** How far the clock is ahead of the nearest one of a network, in milliseconds; undefined while none is known. */
  readonly clockAheadMs: () => number | undefined
  /** A folder on the disk whose room is told, and the write-ahead log where there is one. */
  readonly disk: { readonly folder?: string | undefined; readonly wal?: string | undefined }
}

/** How often a window of the event loop's delays ends, and how many of them are told of. */
const [windowMs, windows] = [5_000, 3]

/** How often the event loop is looked at. */
const resolutionMs = 10

/** Adds the gauges about a process and its machine; returns what stops measuring. */
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

/** Follows for how long the event loop did not turn, at most, in the last few windows. */
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
