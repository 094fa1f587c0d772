import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a process used while it was watched. */
export type Usage = {
  readonly wallMs: number
  /** User and system time of all its threads. */
  readonly cpuMs: number
  /** The part of the time in which the event loop had work: 0 to 1. */
  readonly loopBusy: number
  /** How late the event loop was for a timer of one millisecond. */
  readonly loopDelayP99Ms: number
}

/** How much of one processor that was; 1 is all of it. */
export function cpuOverWall({ cpuMs, wallMs }: Usage): number {
  return cpuMs / wallMs
}

/** What a process holds after a full garbage collection, in bytes. */
export type Memory = {
  /** The JavaScript heap and what it refers to outside. */
  readonly heap: number
  /** All resident memory, including SQLite's and the sockets'. */
  readonly resident: number
}

const timerMs = 1

/** Watches this process until the returned function is called. */
export function watchUsage(): () => Usage {
  const delay = monitorEventLoopDelay({ resolution: timerMs })
  delay.enable()
  const loop = performance.eventLoopUtilization()
  const cpu = process.cpuUsage()
  const begun = performance.now()
  return () => {
    const wallMs = performance.now() - begun
    const { user, system } = process.cpuUsage(cpu)
    delay.disable()
    return {
      wallMs,
      cpuMs: (user + system) / 1000,
      loopBusy: performance.eventLoopUtilization(loop).utilization,
      loopDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - timerMs),
    }
  }
}

/** Collects garbage, and returns what this process holds then. */
export function memoryHeld(): Memory {
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, resident: rss }
}

/** Does what `gc()` of `node --expose-gc` does; the measured process is started without that option. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
