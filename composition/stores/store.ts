import type { AccountRepo, Audit, Books, Quarantines } from '../../core/sente.ts'

/** What a database is for: what the sandbox's simulator decided must never be taken for real payments. */
export type Purpose = 'sandbox' | 'live'

/** A store that is open. */
export type Store = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly quarantines: Quarantines
  /** Whether it can be written: tried unless it was just now. Never rejects. */
  isReady(): Promise<boolean>
  /** Whether it is known that it can't be written or is damaged; tries nothing. */
  isTroubled(): boolean
  close(): Promise<void>
}

/** What keeps a store from its work: until writing succeeds again, or, where `isLasting`, for as long as the process runs. */
export type Trouble = { readonly isLasting: boolean; readonly error: Error }

/** What the store of the process that serves needs. */
export type Serving = {
  /** Has to end the process at once: nobody knows what is durable. */
  readonly onLost: (error: unknown) => void
  /** Told once when the database can't be written any more or is damaged, and once, by `undefined`, when it can again. */
  readonly onTrouble: (trouble: Trouble | undefined) => void
  /** Told once when the high-water mark can't be written, and once, by `undefined`, when it can again. */
  readonly onMark: (error: Error | undefined) => void
}

/** How a store is opened: by the one process that serves, which makes it and brings it up to date, or by a command. */
export type StoreOpening = { readonly purpose: Purpose; readonly serving?: Serving }

/** Told how far something has come. */
export type Say = (line: string) => void

/** What can be done with a store whose database is a file; where it is none, its own tools do that. */
export type StoreFiles = {
  /** The files that hold its data, whether or not they are there now. */
  files(path: string): readonly string[]
  backUp(backup: StoreCopy): Promise<{ readonly audit: Audit; readonly latest: string | undefined }>
  restore(restore: StoreCopy): { readonly aside: readonly string[]; readonly latest: string | undefined }
}

/** A database, and the file that it is copied into or replaced from. */
export type StoreCopy = { readonly path: string; readonly file: string; readonly purpose: Purpose; readonly say: Say }

/** A kind of store: a folder of its own among the adapters, and one line in the registry. `path` is what follows the scheme. */
export type StoreKind = {
  /** What DATABASE_URL begins with, without the colon. */
  readonly scheme: string
  /** What its URLs look like, for messages. */
  readonly form: string
  /** Whether it outlives the process. */
  isLasting(path: string): boolean
  /** Throws, with a message for the operator, for a store that is missing, foreign, of another version or purpose. */
  open(path: string, opening: StoreOpening): Store
  /** Claims it for the server of this process; throws, naming the other one, where another serves it. */
  claim(path: string, pid: number): { release(): void }
  isClaimed(path: string): boolean
  /** Brings its schema up to date. */
  migrate(path: string, purpose: Purpose): { readonly path: string; readonly from: number; readonly to: number }
  readonly inFiles?: StoreFiles
}
