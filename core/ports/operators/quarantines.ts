import type { Acting } from './actions.ts'

/** Why the books are suspected of having forgotten payments. */
export type QuarantineCause =
  | 'restored_backup'
  | 'behind_mark'
  | 'mark_missing'
  | 'other_mark'
  | 'other_log'
  | 'by_operator'

/** How far the books had come: the latest transaction in them. */
export type BooksPoint = { readonly transactionId: string; readonly createdAtMs: number }

/** A time in which no payment is opened, because the books may have forgotten some. */
export type Quarantine = {
  readonly why: QuarantineCause
  readonly begunAtMs: number
  /** The explanation of the operator who began it, after the operator's name; null if the gateway began it. */
  readonly explanation: string | null
  /** How far the books had come when it began; null if they held no transaction. */
  readonly known: BooksPoint | null
  /** How far they are known to have come before; null if that is unknown. */
  readonly reached: BooksPoint | null
  /** How it ended; null while it lasts. */
  readonly ended: { readonly atMs: number; readonly by: string; readonly because: string } | null
}

/**
 * The quarantines of a store's books, of which at most one lasts. They are never deleted. An action that is given is
 * written in the same step, where anything is changed.
 */
export interface Quarantines {
  /** All of them, the latest first. */
  all(): Promise<readonly Quarantine[]>
  /** Begins one; resolves with false, and changes nothing, while another lasts. */
  begin(quarantine: { readonly explanation: string; readonly atMs: number }, acting?: Acting): Promise<boolean>
  /** Ends the one that lasts; resolves with false, and changes nothing, if none does. */
  end(
    ending: { readonly atMs: number; readonly by: string; readonly because: string },
    acting?: Acting,
  ): Promise<boolean>
}
