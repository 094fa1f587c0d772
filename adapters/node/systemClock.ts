import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'
import type { Clock } from '../../core/sente.ts'

/**
 * The machine's clocks. Where the system names its boot (Linux does), the monotonic clock counts from there, so that a process measures
 * what passed since one before it; elsewhere each process has a clock of its own.
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

/** What Linux calls this boot of the machine; undefined where the system does not tell. */
function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
