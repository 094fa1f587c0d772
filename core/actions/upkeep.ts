import type { OperatorRefusal } from '../model/operatorRefusal.ts'
import type { Action, Actions } from '../ports/operators/actions.ts'
import { type ActionPorts, type Attribution, type Done, recording, refuseAttribution } from './attribution.ts'

/** The ports for recording upkeep. */
export type UpkeepPorts = ActionPorts & { readonly actions: Actions }

/** The function that {@link noteBackup} returns. */
export type NoteBackup = (
  request: Attribution & { readonly file: string; readonly checked: number },
) => Promise<Action | OperatorRefusal>

/** The function that {@link noteAudit} returns. */
export type NoteAudit = (
  request: Attribution & { readonly checked: number; readonly broken: number },
) => Promise<Action | OperatorRefusal>

/**
 * The time of the last backup, of the last audit, with the number of rows that broke a rule, and of the last closed
 * day.
 */
export type Upkeep = {
  /** The time of the first recorded action; null before it. */
  readonly begunAtMs: number | null
  readonly backup: { readonly atMs: number } | null
  readonly audit: { readonly atMs: number; readonly broken: number } | null
  readonly close: { readonly atMs: number } | null
}

/** The function that {@link findUpkeep} returns. */
export type FindUpkeep = () => Promise<Upkeep>

/** Records that a backup was made, with the number of its checked rows. It changes nothing in the books. */
export function noteBackup(ports: UpkeepPorts): NoteBackup {
  return (request) => {
    const { file, checked } = request
    return note(ports, request, { kind: kinds.backup, subject: `backup ${file}`, after: { checked } })
  }
}

/**
 * Records that the books were audited, with the numbers of checked rows and of rows that break a rule. It changes
 * nothing.
 */
export function noteAudit(ports: UpkeepPorts): NoteAudit {
  return (request) => {
    const { checked, broken } = request
    return note(ports, request, { kind: kinds.audit, subject: 'books', after: { checked, broken } })
  }
}

/** Finds when the last backup, audit and close of a day were recorded, and when the record begins. */
export function findUpkeep({ actions }: { readonly actions: Pick<Actions, 'list' | 'byNumber'> }): FindUpkeep {
  return async () => {
    const backup = await latest({ actions }, kinds.backup)
    const audit = await latest({ actions }, kinds.audit)
    const close = await latest({ actions }, kinds.close)
    const first = await actions.byNumber(1)
    return {
      begunAtMs: first?.atMs ?? null,
      close: close ? { atMs: close.atMs } : null,
      backup: backup ? { atMs: backup.atMs } : null,
      audit: audit ? { atMs: audit.atMs, broken: Number(audit.after?.broken) } : null,
    }
  }
}

const kinds = { backup: 'backup.make', audit: 'audit.run', close: 'day.close' } as const

async function latest({ actions }: { readonly actions: Pick<Actions, 'list'> }, kind: string) {
  return (await actions.list({ kind, limit: 1 })).actions[0]
}

/** Records upkeep. */
export async function note(
  { actions, ...ports }: UpkeepPorts,
  attribution: Attribution,
  done: Pick<Done, 'kind' | 'subject' | 'after'>,
): Promise<Action | OperatorRefusal> {
  const refused = refuseAttribution(attribution)
  if (refused) return refused
  const written = await actions.write(recording(ports, attribution)(() => ({ ...done, accountId: null, before: null })))
  if (!written) throw new Error('an action that was always to be written was not')
  return written
}
