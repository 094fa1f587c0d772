import { readFileSync } from 'node:fs'

/** Linux counts a hundred ticks a second, see proc(5) and sysconf(_SC_CLK_TCK). */
export const msPerTick = 10

/**
 * A process's parent, its own CPU time, and the CPU time of its children that have ended, in ticks: proc(5),
 * `/proc/PID/stat`.
 */
export function statOf(pid: number): { parent: number; own: number; ofEnded: number } {
  // The fields come after the name, which is in parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? []
  const [, parent = 0] = fields
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
  return { parent, own: user + system, ofEnded: endedUser + endedSystem }
}

/** User and system time of all threads of a process, in milliseconds. */
export function cpuMsOf(pid: number): number {
  return statOf(pid).own * msPerTick
}
