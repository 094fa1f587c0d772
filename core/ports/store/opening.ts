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
  /** Is told of every commit and flush; nothing is measured without it. */
  readonly meter?: StoreMeter | undefined
}

/** Measures how a store writes. */
export type StoreMeter = {
  /** Called with each database transaction that this process has committed. */
  committed(): void
  /**
   * Called with how long a write to the disk took, in milliseconds: a flush where the process makes them itself, and
   * otherwise a commit until its server has confirmed it.
   */
  flushed(ms: number): void
}

/** Why a database that went back may go unnoticed: the node has no mark, or the server cannot tell who it is. */
export type Weakness = 'no_mark' | 'unknown_server'

/** Why a store does not work: until writing succeeds again or, if `isLasting`, for as long as the process runs. */
export type Trouble = { readonly isLasting: boolean; readonly error: Error }
