import { type AuditAsOperator, type Clock, type ContinuedAudit, isRefusal } from '../../../../core/sente.ts'
import type { Visitor } from '../../asked.ts'

/** An audit that an operator has asked this process for. */
export type AskedAudit = {
  readonly by: string
  readonly atMs: number
  /** Whether everything is read. */
  readonly all: boolean
}

/** The end of an asked audit: its result, a refusal, or a breakage, which is in the log. */
export type AuditEnd = AskedAudit & ({ readonly audit: ContinuedAudit } | { readonly refused: string | null })

/** The audits that operators ask this process for, one at a time. */
export type AuditDesk = {
  /** Begins an audit, unless one is under way. */
  ask(who: Visitor, all: boolean): void
  /** The audit that is under way, and the end of the last one. */
  now(): { readonly underWay: AskedAudit | undefined; readonly last: AuditEnd | undefined }
  /** Breaks an audit off, if it is done in another process. Resolves when none is under way. */
  close(): Promise<void>
}

type Deps = {
  readonly auditAsOperator: AuditAsOperator
  readonly clock: Pick<Clock, 'nowMs'>
  readonly onBreakage: (error: unknown) => void
  /** Breaks audits off; without it they are waited for. */
  readonly stop?: (() => void) | undefined
}

/** Audits in the background, and keeps the last result until the process stops. */
export function auditDesk({ auditAsOperator, clock, onBreakage, stop }: Deps): AuditDesk {
  let underWay: AskedAudit | undefined
  let last: AuditEnd | undefined
  let running = Promise.resolve()
  let isClosed = false

  async function run(who: Visitor, asked: AskedAudit): Promise<void> {
    try {
      const found = await auditAsOperator({ who, all: asked.all })
      last = { ...asked, ...(isRefusal(found) ? { refused: found.message } : { audit: found }) }
    } catch (error) {
      if (!isClosed) onBreakage(error)
      last = { ...asked, refused: null }
    }
    underWay = undefined
  }

  return {
    ask(who, all) {
      if (underWay) return
      underWay = { by: who.user.name, atMs: clock.nowMs(), all }
      running = run(who, underWay)
    },
    now: () => ({ underWay, last }),
    close() {
      isClosed = true
      stop?.()
      return running
    },
  }
}
