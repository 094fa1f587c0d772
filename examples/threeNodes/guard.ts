// Kills the remaining ones of its given processes, with their own children, and removes their folder, when its standard
// input ends: also when the process that started it was killed.

import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [folder = ''] = process.argv.slice(2)
const left = new Set<number>()

for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1))
  if (line.startsWith('+')) left.add(pid)
  else left.delete(pid)
}
for (const pid of left) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
rmSync(folder, { recursive: true, force: true })
