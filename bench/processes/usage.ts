import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The usage of a process while it was watched. */
export type Usage = {
  readonly wallMs: number
  /** User and system time of all its threads. */
  readonly cpuMs: number
  /** The part of the time in which the event loop had work: 0 to 1. */
  readonly loopBusy: number
  /** The lateness of the event loop for a timer of one millisecond. */
  readonly loopDelayP99Ms: number
}

/** The share of one processor; 1 is all of it. */
export function cpuOverWall({ cpuMs, wallMs }: Usage): number {
  return cpuMs / wallMs
}

/** The memory of a process after a full garbage collection, in bytes. */
export type Memory = {
  /** The JavaScript heap and the memory outside that it refers to. */
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

/** Collects garbage, and returns the memory of this process. */
export function memoryHeld(): Memory {
  collectGarbage()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, resident: rss }
}

/** Does the same as `gc()` of `node --expose-gc`. The measured process is started without that option. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
