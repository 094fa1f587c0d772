import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { Clock } from '../../core/sente.ts'

/**
 * The machine's clocks. If the system identifies its boot (Linux does), the monotonic clock counts from it, so that a
 * process can measure time since an earlier process. Elsewhere each process has a clock of its own.
 */
export const systemClock: Clock = clockOf(bootId())

function clockOf(boot: string | undefined): Clock {
  const originMs = boot === undefined ? 0 : uptime() * 1_000 - performance.now()
  return {
    nowMs: () => Date.now(),
    monotonicMs: () => originMs + performance.now(),
    run: boot ?? randomUUID(),
  }
}

/** Linux's id of this boot of the machine; undefined on other systems. */
function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
