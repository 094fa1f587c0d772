/** The purpose of a database: payments of the sandbox's simulator must never be taken for real ones. */
export type Purpose = 'sandbox' | 'live'

/**
 * The options of opening a store: by a process that serves payments, which creates and migrates it, or by a command.
 */
export type StoreOpening = { readonly purpose: Purpose; readonly serving?: Serving }

/** The callbacks and paths for the store of a process that serves payments. */
export type Serving = {
  /** Must end the process at once, because it is unknown which writes are durable. */
  readonly onLost: (error: unknown) => void
  /**
   * Called once when the database can no longer be written or is damaged, and once, with `undefined`, when it works
   * again.
   */
  readonly onTrouble: (trouble: Trouble | undefined) => void
  /** Called once when the high-water mark can't be written, and once, with `undefined`, when it can again. */
  readonly onMark: (error: Error | undefined) => void
  /** The path of a file for the node's mark, if it is not kept beside the database. */
  readonly markPath: string
  /** Called at the start with each reason why a restored database may go unnoticed. */
  readonly onWeakness: (weakness: Weakness) => void
  /** Called when a served database turns out to have been restored, so that the books are quarantined. */
  readonly onQuarantine: () => void
  /**
   * Whether a person confirms that the original of copied files is no longer in use, so that they are not quarantined.
   */
  readonly isTheBooks?: boolean | undefined
  /** Receives every commit and flush; nothing is measured without it. */
  readonly meter?: StoreMeter | undefined
}

/** Measures how a store writes. */
export type StoreMeter = {
  /** Called with each database transaction that this process has committed. */
  committed(): void
  /**
   * Called with the duration of a write to the disk, in milliseconds: a flush if the process makes them itself, and
   * otherwise a commit until its server has confirmed it.
   */
  flushed(ms: number): void
}

/** The reason why a restored database may go unnoticed: the node has no mark, or the server cannot identify itself. */
export type Weakness = 'no_mark' | 'unknown_server'

/**
 * The reason why a store does not work: until writing succeeds again or, if `isLasting`, as long as the process runs.
 */
export type Trouble = {
  readonly isLasting: boolean
  readonly error: Error
  /** Whether files of the database turned out to be damaged. The process must not serve it any longer. */
  readonly isDamaged?: boolean
  /** The work that fails or waits in vain, so that requests for it are refused at once; none by default. */
  readonly stops?: Outage | undefined
}

/** The work that a store cannot do: only writes, or reads, too. */
export type Outage = 'writes' | 'everything'

/** Whether an outage stops a request that only reads, or one that also writes. */
export function isStopped(outage: Outage | undefined, work: 'reads' | 'writes'): boolean {
  return outage === 'everything' || outage === work
}
