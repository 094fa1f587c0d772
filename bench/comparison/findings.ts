import type { Finding } from '../figures/arm.ts'
import type { Comparison, Figures } from './comparison.ts'

/** The speed of a server's answers, and its costs. */
export function answering({ name, rate, cpuMicros, p50Ms, p99Ms, loopDelayP99Ms }: Figures): Finding[] {
  return [
    { what: `${name}: rate`, value: rate, unit: 'requests/s' },
    { what: `${name}: CPU time a request`, value: cpuMicros, unit: 'µs' },
    { what: `${name}: latency p50`, value: p50Ms, unit: 'ms' },
    { what: `${name}: latency p99`, value: p99Ms, unit: 'ms' },
    { what: `${name}: event-loop delay p99`, value: loopDelayP99Ms, unit: 'ms' },
  ]
}

/** The comparison of two servers. `least` are the targets of the ratios. */
export function ratios(
  { baseline, rateRatio, cpuRatio }: Comparison,
  least: { rate?: number; cpu?: number },
): Finding[] {
  const target = (atLeast: number | undefined) => (atLeast === undefined ? {} : { target: { atLeast } })
  return [
    { what: `rate, as a part of that of ${baseline.name}`, value: rateRatio, unit: '', ...target(least.rate) },
    { what: `CPU time of ${baseline.name}, as a part of its own`, value: cpuRatio, unit: '', ...target(least.cpu) },
  ]
}

/** The flushes of a server's commits to the disk. */
export function committing(
  { name, commitsPerFlush, flushP50Ms, flushP99Ms }: Figures,
  least?: { commitsPerFlush: number },
): Finding[] {
  const target = least && { target: { atLeast: least.commitsPerFlush } }
  return [
    { what: `${name}: commits a flush`, value: commitsPerFlush, unit: '', ...target },
    { what: `${name}: flush p50`, value: flushP50Ms, unit: 'ms' },
    { what: `${name}: flush p99`, value: flushP99Ms, unit: 'ms' },
  ]
}

/** The memory that a server held after the warm-up and at the end, after garbage collection. */
export function holding({ name, memory: { begin, end } }: Figures): Finding[] {
  return [
    { what: `${name}: heap at the beginning`, value: begin.heap / 2 ** 20, unit: 'MiB' },
    { what: `${name}: heap at the end`, value: end.heap / 2 ** 20, unit: 'MiB' },
    { what: `${name}: heap at the end, as a part of the first`, value: end.heap / begin.heap, unit: '', target: flat },
    { what: `${name}: resident at the beginning`, value: begin.resident / 2 ** 20, unit: 'MiB' },
    { what: `${name}: resident at the end`, value: end.resident / 2 ** 20, unit: 'MiB' },
  ]
}

const flat = { atMost: 1.05 }
