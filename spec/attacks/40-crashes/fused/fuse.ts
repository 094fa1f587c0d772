import type { NamedKill } from '../processes/openings.ts'
import type { KillPoint } from './killPoints.ts'

/** Ends its own process at a named point. */
export type Fuse = {
  /** Counts passages from now on, and kills at the one that is named. */
  arm(kill: NamedKill): void
  /** Tells that the process is at this point; does not return when that is where it dies. */
  pass(point: KillPoint): void
  /** Whether it is this point that is waited for. */
  waitsFor(point: KillPoint): boolean
}

/** Makes one that kills with SIGKILL, which nothing can hold up or tidy up after. */
export function fuse(): Fuse {
  let armed: NamedKill | undefined
  let passages = 0
  return {
    arm(kill) {
      armed = kill
      passages = 0
    },
    pass(point) {
      if (point !== armed?.at) return
      passages += 1
      if (passages >= armed.passage) process.kill(process.pid, 'SIGKILL')
    },
    waitsFor: (point) => point === armed?.at,
  }
}
