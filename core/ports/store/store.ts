import type { Remedy } from '../../model/finding.ts'
import type { AccountRepo } from '../accountRepo.ts'
import type { OnProgress } from '../books/auditRules.ts'
import type { Batches } from '../books/batches.ts'
import type { Books } from '../books/books.ts'
import type { PaymentCases } from '../books/cases.ts'
import type { PaymentLinks } from '../books/paymentLinks.ts'
import type { Acting, Actions } from '../operators/actions.ts'
import type { ChannelStops } from '../operators/channelStops.ts'
import type { Figures } from '../operators/figures.ts'
import type { OperatorMoney } from '../operators/operatorMoney.ts'
import type { Quarantines } from '../operators/quarantines.ts'
import type { ReconciliationRules } from '../operators/reconciliationRules.ts'
import type { Reconciliations } from '../operators/reconciliations.ts'
import type { Notices } from '../people/notices.ts'
import type { People } from '../people/people.ts'
import type { Webhooks } from '../webhooks.ts'
import type { HomeMove, MovedHome, MoveIn, MoveOut, MoveSource } from './moves.ts'
import type { Outage, Purpose, StoreOpening } from './opening.ts'

/** A kind of store, such as the one in SQLite files. `path` is a database's URL without its scheme. */
export type StoreKind = {
  /** The schemes of its URLs in DATABASE_URL, without the colon. */
  readonly schemes: readonly string[]
  /** The form of its URLs, for messages. */
  readonly form: string
  /** Whether several nodes may serve it at once. A sandbox, whose networks are in its own process, then refuses it. */
  readonly isShared: boolean
  /** Whether it outlives the process. */
  isLasting(path: string): boolean
  /** Its name in messages and logs: its path, without a password. */
  nameOf(path: string): string
  /** Identifies it further, as far as it answers. */
  identityOf?(path: string): Promise<string>
  /** Rejects with `UnusableDatabase` for a store that is missing, foreign, of another version or purpose. */
  open(path: string, opening: StoreOpening): Promise<Store>
  /**
   * Claims it for the server of this process, if only one may serve it. Rejects, with the name of another that serves
   * it.
   */
  claim?(path: string, pid: number): Promise<StoreClaim>
  /** The remedy for an error with which it could not be opened, if it is known. */
  remedyFor?(error: unknown): Remedy | undefined
  /** Whether a server has claimed it. */
  isClaimed?(path: string): Promise<boolean>
  /** Creates it, or upgrades its schema. */
  migrate(path: string, purpose: Purpose): Promise<Migration>
  readonly inFiles?: StoreFiles
  /** The operator's concerns about it and the connection to it, as far as it answers. */
  concerns?(path: string): Promise<readonly Concern[]>
  /**
   * Opens it to move its books into a store of another kind. Nothing else serves or writes to it until that is closed.
   */
  moveOut?(path: string, purpose: Purpose): Promise<MoveOut>
  /** Declares that books of this kind were moved into it by other means than sente's. */
  declareMoved?(move: HomeMove): Promise<MovedHome>
  /** Opens an empty one to receive the books of a store of another kind. */
  moveIn?(source: MoveSource): Promise<MoveIn>
}

/** The ports that a store implements. */
export type StorePorts = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly batches: Batches
  readonly paymentLinks: PaymentLinks
  readonly quarantines: Quarantines
  readonly channelStops: ChannelStops
  readonly cases: PaymentCases
  readonly reconciliations: Reconciliations
  readonly reconciliationRules: ReconciliationRules
  readonly operatorMoney: OperatorMoney
  readonly actions: Actions
  readonly webhooks: Webhooks
  readonly people: People
  readonly notices: Notices
  readonly figures: Figures
}

/** An open store. */
export type Store = StorePorts & {
  /** Whether it can be written. Tries to write, unless that was tried just now. Never rejects. */
  isReady(): Promise<boolean>
  /** Whether it is known to be damaged or not writable. Tries nothing. */
  isTroubled(): boolean
  /** The work that it has not been able to do for some seconds; undefined if there is none. Tries nothing. */
  outage(): Outage | undefined
  /** Closes it. Calls without an answer by then reject. */
  close(): Promise<void>
}

/** The right of a process to serve a database that only one process may serve. */
export type StoreClaim = {
  /** Gives it up. */
  release(): void
}

/** The versions of the schema before and after a migration; 0 for a database that did not exist or was empty. */
export type Migration = { readonly from: number; readonly to: number }

/** An operator's concern about a store and the connection to it: a fault, or a setting that may be intended. */
export type Concern = Remedy & { readonly isFault: boolean; readonly found: string }

/** Backup and restore of a store whose database is a file. Other stores have tools of their own. */
export type StoreFiles = {
  /** The files that hold its data, whether or not they exist now. */
  files(path: string): readonly string[]
  /** Copies it while others write, and checks the copy. */
  backUp(backup: StoreBackup): Promise<CheckedCopy>
  /** Replaces it with a backup, with an action after those in it. The replaced files are kept beside it. */
  restore(restore: StoreCopy & { readonly acting: Acting<[latest: string | undefined]> }): RestoredFile
}

/** A database, and the file of its copy. */
export type StoreCopy = { readonly path: string; readonly file: string; readonly purpose: Purpose; readonly say: Say }

/** A backup to make: whether its books may be damaged, and what takes the progress while all of them are checked. */
export type StoreBackup = StoreCopy & { readonly mayBeDamaged?: boolean; readonly onProgress?: OnProgress | undefined }

/** Reports the progress of a long command. */
export type Say = (line: string) => void

/**
 * A checked backup, with the number of checked rows, its damage, and the id of its latest transaction. A damaged one is
 * made only if that is allowed.
 */
export type CheckedCopy = {
  readonly checked: number
  readonly damage: string | null
  readonly latest: string | undefined
}

/** The new names of the replaced files, and the id of the latest transaction in the restored database. */
export type RestoredFile = {
  readonly aside: readonly string[]
  readonly latest: string | undefined
  /** Whether the action was written: in a backup with an older schema it is not. */
  readonly isRecorded: boolean
}

/**
 * A database that cannot be opened or served in the requested way. The message gives the reason and the operator's
 * options.
 */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
