import type { NamedKill } from '../processes/openings.ts'
import type { KillPoint } from './killPoints.ts'

/** Kills its own process at a named point. */
export type Fuse = {
  /** Counts passages from now on, and kills at the one given. */
  arm(kill: NamedKill): void
  /** Called when the process is at this point; does not return when that is where it dies. */
  pass(point: KillPoint): void
  /** Whether it waits for this point. */
  waitsFor(point: KillPoint): boolean
}

/** Makes one that kills with SIGKILL, which can't be delayed or handled. */
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
