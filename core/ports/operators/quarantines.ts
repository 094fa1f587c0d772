import type { Acting } from './actions.ts'

/** The reason for suspecting that the books lack payments. */
export type QuarantineCause =
  | 'restored_backup'
  | 'behind_mark'
  | 'mark_missing'
  | 'other_mark'
  | 'other_log'
  | 'copied'
  | 'by_operator'

/** The point that the books had reached: their latest transaction. */
export type BooksPoint = { readonly transactionId: string; readonly createdAtMs: number }

/** A time in which no payment is opened, because the books may lack some. */
export type Quarantine = {
  readonly why: QuarantineCause
  readonly begunAtMs: number
  /** The explanation of the operator who began it, after the operator's name; null if the gateway began it. */
  readonly explanation: string | null
  /** The point of the books at its beginning; null if they held no transaction. */
  readonly known: BooksPoint | null
  /** The point that they are known to have reached before; null if that is unknown. */
  readonly reached: BooksPoint | null
  /** Its end; null while it lasts. */
  readonly ended: { readonly atMs: number; readonly by: string; readonly because: string } | null
}

/**
 * The quarantines of a store's books, at most one of them current. They are never deleted. A given action is written in
 * the same step, if anything is changed.
 */
export interface Quarantines {
  /** All of them, latest first. */
  all(): Promise<readonly Quarantine[]>
  /** Begins one. Resolves with false, and changes nothing, while another lasts. */
  begin(quarantine: { readonly explanation: string; readonly atMs: number }, acting?: Acting): Promise<boolean>
  /** Ends the current one. Resolves with false, and changes nothing, if there is none. */
  end(
    ending: { readonly atMs: number; readonly by: string; readonly because: string },
    acting?: Acting,
  ): Promise<boolean>
}
