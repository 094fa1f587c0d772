import { readFileSync } from 'node:fs'

/** A process's resident memory in MiB, now and at its peak; zeros where there is no /proc. */
export function residentMemory(processId: number): { readonly nowMib: number; readonly mostMib: number } {
  const status = statusOf(processId)
  const read = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024)
  return { nowMib: read('VmRSS'), mostMib: read('VmHWM') }
}

function statusOf(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/status`, 'utf8')
  } catch {
    return ''
  }
}
