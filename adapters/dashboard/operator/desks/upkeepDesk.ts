import {
  type CheckedCloses,
  type Clock,
  type ClosedDays,
  type ContinuedAudit,
  isRefusal,
  type MadeBackup,
} from '../../../../core/sente.ts'
import type { Visitor } from '../../asked.ts'

/** The results of the works on the books that operators ask for. */
export type Upkeeping = {
  readonly audit: ContinuedAudit
  readonly close: ClosedDays
  readonly check: CheckedCloses
  readonly backup: MadeBackup
}

/** A work that an operator has asked this process for. */
export type AskedWork<Kind extends keyof Upkeeping = keyof Upkeeping> = {
  readonly kind: Kind
  readonly by: string
  readonly atMs: number
}

/** The end of a work: its result, a refusal, or a breakage, which is in the log. */
export type WorkEnd<Kind extends keyof Upkeeping> = AskedWork<Kind> &
  ({ readonly done: Upkeeping[Kind] } | { readonly refused: string | null })

type Ends = { readonly [Kind in keyof Upkeeping]?: WorkEnd<Kind> }

/** The works on the books that operators ask this process for, one at a time. */
export type UpkeepDesk = {
  /** Begins a work, unless one is under way. */
  ask<Kind extends keyof Upkeeping>(
    who: Visitor,
    kind: Kind,
    work: () => Promise<Upkeeping[Kind] | { readonly refused: string; readonly message: string }>,
  ): void
  /** The work that is under way, and the end of the last one of each kind. */
  now(): { readonly underWay: AskedWork | undefined; readonly last: Ends }
  /** Breaks a work off, if it is done in another process. Resolves when none is under way. */
  close(): Promise<void>
}

type Deps = {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly onBreakage: (error: unknown) => void
  /** Breaks works off; without it they are waited for. */
  readonly stop?: (() => void) | undefined
}

/** Works in the background, and keeps the last results until the process stops. */
export function upkeepDesk({ clock, onBreakage, stop }: Deps): UpkeepDesk {
  let underWay: AskedWork | undefined
  let last: Ends = {}
  let running = Promise.resolve()
  let isClosed = false

  const run: UpkeepDesk['ask'] = async ({ user }, kind, work) => {
    const asked = { kind, by: user.name, atMs: clock.nowMs() }
    underWay = asked
    try {
      const found = await work()
      last = { ...last, [kind]: { ...asked, ...(isRefusal(found) ? { refused: found.message } : { done: found }) } }
    } catch (error) {
      if (!isClosed) onBreakage(error)
      last = { ...last, [kind]: { ...asked, refused: null } }
    }
    underWay = undefined
  }

  return {
    ask(...asked) {
      if (!underWay) running = Promise.resolve(run(...asked))
    },
    now: () => ({ underWay, last }),
    close() {
      isClosed = true
      stop?.()
      return running
    },
  }
}
