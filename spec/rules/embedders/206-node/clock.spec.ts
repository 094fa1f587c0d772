import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { systemClock } from '../../../../adapters/node/node.ts'
import { rule } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'

/** The system states its uptime in hundredths of a second. */
const grainMs = 50

describe('206 Keys, PINs, ids and the clock: the clock', () => {
  rule(
    '206.9',
    'when the system identifies its boot, all processes share one monotonic clock, even one after the other',
    () => {
      const beforeMs = systemClock.monotonicMs()
      const other = readElsewhere()
      const afterMs = systemClock.monotonicMs()
      const isNamed = existsSync('/proc/sys/kernel/random/boot_id')
      expect(other.run === systemClock.run).to.equal(isNamed)
      if (isNamed) expect(other.monotonicMs).to.be.within(beforeMs - grainMs, afterMs + grainMs)
    },
  )
})

/** The clock of another process. */
function readElsewhere(): { run: string; monotonicMs: number } {
  const file = JSON.stringify(join(projectFolder, 'adapters', 'node', 'systemClock.ts'))
  const script = `import(${file}).then(({ systemClock: { run, monotonicMs } }) =>
    console.log(JSON.stringify({ run, monotonicMs: monotonicMs() })))`
  return JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', '-e', script], { encoding: 'utf8' }))
}
