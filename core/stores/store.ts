import type { Audit } from '../books/audit.ts'
import type { AccountRepo } from '../ports/accountRepo.ts'
import type { Books } from '../ports/books.ts'
import type { Quarantines } from '../ports/quarantines.ts'
import type { Webhooks } from '../ports/webhooks.ts'
import type { MoveIn, MoveOut, MoveSource } from './moves.ts'

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
  /** Whether an error shows that the database is damaged. */
  isDamage?(error: unknown): boolean
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

/** What a database is for: payments of the sandbox's simulator must never be taken for real ones. */
export type Purpose = 'sandbox' | 'live'

/** How a store is opened: by a process that serves payments, which creates and migrates it, or by a command. */
export type StoreOpening = { readonly purpose: Purpose; readonly serving?: Serving }

/** What the store of a process that serves payments is given. */
export type Serving = {
  /** Has to end the process at once, because it is unknown what is durable. */
  readonly onLost: (error: unknown) => void
  /** Called once when the database can't be written any more or is damaged, and once, with `undefined`, when it can again. */
  readonly onTrouble: (trouble: Trouble | undefined) => void
  /** Called once when the high-water mark can't be written, and once, with `undefined`, when it can again. */
  readonly onMark: (error: Error | undefined) => void
  /** The path of a file for the node's mark, where that is not kept beside the database. */
  readonly markPath: string
  /** Called at the start with each reason why a database that went back may go unnoticed. */
  readonly onWeakness: (weakness: Weakness) => void
  /** Called when a database turned out to have gone back while it is served, so that the books are quarantined. */
  readonly onQuarantine: () => void
}

/** Why a database that went back may go unnoticed: the node has no mark, or the server cannot tell who it is. */
export type Weakness = 'no_mark' | 'unknown_server'

/** Why a store does not work: until writing succeeds again or, if `isLasting`, for as long as the process runs. */
export type Trouble = { readonly isLasting: boolean; readonly error: Error }

/** An open store. */
export type Store = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly quarantines: Quarantines
  readonly webhooks: Webhooks
  /** Whether it can be written: tries to, unless that was tried just now. Never rejects. */
  isReady(): Promise<boolean>
  /** Whether it is known to be damaged or not writable; tries nothing. */
  isTroubled(): boolean
  /** Closes it; calls without an answer by then reject. */
  close(): Promise<void>
}

/** The right of a process to serve a database that one process alone may serve. */
export type StoreClaim = {
  /** Gives it up. */
  release(): void
}

/** The versions of the schema before and after a migration; 0 for a database that did not exist or was empty. */
export type Migration = { readonly from: number; readonly to: number }

/** What an operator should know about a store and the way to it: a fault, or what somebody may have decided. */
export type Concern = { readonly isFault: boolean; readonly found: string; readonly mend: string }

/** Backup and restore of a store whose database is a file; other stores have tools of their own. */
export type StoreFiles = {
  /** The files that hold its data, whether or not they exist now. */
  files(path: string): readonly string[]
  /** Copies it while others write, and checks the copy. */
  backUp(backup: StoreCopy): Promise<CheckedCopy>
  /** Replaces it by a backup; what it replaces is kept beside. */
  restore(restore: StoreCopy): RestoredFile
}

/** A database, and the file that it is copied to or restored from. */
export type StoreCopy = { readonly path: string; readonly file: string; readonly purpose: Purpose; readonly say: Say }

/** Reports the progress of a long command. */
export type Say = (line: string) => void

/** A backup that was checked; `latest` is the id of its latest transaction. */
export type CheckedCopy = { readonly audit: Audit; readonly latest: string | undefined }

/** The new names of the files that were replaced, and the id of the latest transaction in the restored database. */
export type RestoredFile = { readonly aside: readonly string[]; readonly latest: string | undefined }

/** A database that cannot be opened or served as asked; the message says why, and what the operator can do. */
export class UnusableDatabase extends Error {
  override readonly name = 'UnusableDatabase'
}
