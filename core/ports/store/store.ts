import type { Remedy } from '../../model/finding.ts'
import type { AccountRepo } from '../accountRepo.ts'
import type { Batches } from '../books/batches.ts'
import type { Books } from '../books/books.ts'
import type { PaymentCases } from '../books/cases.ts'
import type { PaymentLinks } from '../books/paymentLinks.ts'
import type { Acting, Actions } from '../operators/actions.ts'
import type { ChannelStops } from '../operators/channelStops.ts'
import type { Figures } from '../operators/figures.ts'
import type { OperatorMoney } from '../operators/operatorMoney.ts'
import type { Quarantines } from '../operators/quarantines.ts'
import type { Reconciliations } from '../operators/reconciliations.ts'
import type { People } from '../people/people.ts'
import type { Webhooks } from '../webhooks.ts'
import type { MoveIn, MoveOut, MoveSource } from './moves.ts'
import type { Purpose, StoreOpening } from './opening.ts'

/** A kind of store, such as the one in SQLite files. `path` is what follows the scheme in a database's URL. */
export type StoreKind = {
  /** What DATABASE_URL begins with, without the colon: any of these. */
  readonly schemes: readonly string[]
  /** The form of its URLs, for messages. */
  readonly form: string
  /** Whether several nodes may serve it at once; a sandbox, whose networks are in its own process, refuses it then. */
  readonly isShared: boolean
  /** Whether it outlives the process. */
  isLasting(path: string): boolean
  /** What messages and logs call it: its path, without a password. */
  nameOf(path: string): string
  /** Rejects with `UnusableDatabase` for a store that is missing, foreign, of another version or purpose. */
  open(path: string, opening: StoreOpening): Promise<Store>
  /** Claims it for the server of this process, if one alone may serve it; rejects, naming another that serves it. */
  claim?(path: string, pid: number): Promise<StoreClaim>
  /** What to do about an error with which it could not be opened, where that is known. */
  remedyFor?(error: unknown): Remedy | undefined
  /** Whether a server has claimed it. */
  isClaimed?(path: string): Promise<boolean>
  /** Creates it, or brings its schema up to date. */
  migrate(path: string, purpose: Purpose): Promise<Migration>
  readonly inFiles?: StoreFiles
  /** What an operator should know about it and the way to it, as far as it answers. */
  concerns?(path: string): Promise<readonly Concern[]>
  /** Opens it to move its books into a store of another kind; nothing else serves or writes to it until that is closed. */
  moveOut?(path: string, purpose: Purpose): Promise<MoveOut>
  /** Opens an empty one to take the books of a store of another kind. */
  moveIn?(source: MoveSource): Promise<MoveIn>
}

/** An open store. */
export type Store = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly batches: Batches
  readonly paymentLinks: PaymentLinks
  readonly quarantines: Quarantines
  readonly channelStops: ChannelStops
  readonly cases: PaymentCases
  readonly reconciliations: Reconciliations
  readonly operatorMoney: OperatorMoney
  readonly actions: Actions
  readonly webhooks: Webhooks
  readonly people: People
  readonly figures: Figures
  /** Whether it can be written: tries to, unless that was tried just now. Never rejects. */
  isReady(): Promise<boolean>
  /** Whether it is known to be damaged or not writable; tries nothing. */
  isTroubled(): boolean
  /** Closes it; calls without an answer by then reject. */
  close(): Promise<void>
}

/** The right of a process to serve a database that only one process may serve. */
export type StoreClaim = {
  /** Gives it up. */
  release(): void
}

/** The versions of the schema before and after a migration; 0 for a database that did not exist or was empty. */
export type Migration = { readonly from: number; readonly to: number }

/** What an operator should know about a store and the way to it: a fault, or what somebody may have decided. */
export type Concern = Remedy & { readonly isFault: boolean; readonly found: string }

/** Backup and restore of a store whose database is a file; other stores have tools of their own. */
export type StoreFiles = {
  /** The files that hold its data, whether or not they exist now. */
  files(path: string): readonly string[]
  /** Copies it while others write, and checks the copy. */
  backUp(backup: StoreCopy & { readonly mayBeDamaged?: boolean }): Promise<CheckedCopy>
  /** Replaces it by a backup, with an action behind those that are in it; what it replaces is kept beside. */
  restore(restore: StoreCopy & { readonly acting: Acting<[latest: string | undefined]> }): RestoredFile
}

/** A database, and the file that it is copied to or restored from. */
export type StoreCopy = { readonly path: string; readonly file: string; readonly purpose: Purpose; readonly say: Say }

/** Reports the progress of a long command. */
export type Say = (line: string) => void

/**
 * A backup that was checked, with how many of its rows were, what is damaged in it, and the id of its latest transaction. A
 * damaged one is made only where it may be.
 */
export type CheckedCopy = {
  readonly checked: number
  readonly damage: string | null
  readonly latest: string | undefined
}

/** The new names of the files that were replaced, and the id of the latest transaction in the restored database. */
export type RestoredFile = {
  readonly aside: readonly string[]
  readonly latest: string | undefined
  /** Whether the action was written: in a backup with an older schema it is not. */
  readonly isRecorded: boolean
}

/** A database that cannot be opened or served as asked; the message says why, and what the operator can do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
