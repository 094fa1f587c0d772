import type { AccountPorts, FollowUpPolicy, Quarantines } from '../../core/sente.ts'

/** What the commands work on: an open store, and what the use cases need beside it. */
export type CliStore = AccountPorts & {
  readonly quarantines: Quarantines
  /** From when an operator may decide about a transaction; that of real networks by default. */
  readonly policy?: FollowUpPolicy
  close(): void | Promise<void>
}

/** The schema versions of a database before and after its migration. */
export type Migrated = { readonly from: number; readonly to: number; readonly path: string }

/** A backup that was made. */
export type BackedUp = {
  readonly file: string
  /** How many rows its audit checked. */
  readonly rows: number
  /** The id of its latest transaction, if it has one. */
  readonly latest?: string
  /** What it does not hold and a restore needs. */
  readonly keepToo: readonly string[]
}

/** A backup that was put into the place of a database. */
export type Restored = Omit<BackedUp, 'rows'> & {
  readonly path: string
  /** Under which names what was there is kept. */
  readonly aside: readonly string[]
}

/** How the simulated networks are run alone. */
export type Simulation = {
  readonly port?: number
  /** File that keeps what the networks know. */
  readonly dataFile?: string
  /** File into which the configuration that points at them is written. */
  readonly configOut?: string
}

/** What a check of the surroundings found and, where it is not well, how to mend it. */
export type Finding = { readonly check: string; readonly ok: boolean; readonly found: string; readonly mend?: string }

/** What the command line needs from the process that runs it. */
export type CliDeps = {
  /** Runs the gateway until it is told to stop; resolves with the exit code. */
  serve(): Promise<number>
  /** Runs the simulated networks alone until they are told to stop; resolves with the exit code. */
  simulator(simulation: Simulation): Promise<number>
  /** Brings the database up to date. */
  migrate(): Promise<Migrated>
  /** Copies the database into a file that is not there yet. */
  backup(file: string): Promise<BackedUp>
  /** Puts a backup into the place of the database. */
  restore(file: string): Promise<Restored>
  /** Checks whether the gateway can run as it is set up. */
  doctor(): Promise<readonly Finding[]>
  /** Opens the store, only when a command needs it; its error's message is told to the operator as it is. */
  openStore(): Promise<CliStore>
  /** Writes to standard output exactly what it is given. */
  out(text: string): void
  /** Writes to standard error exactly what it is given. */
  err(text: string): void
  /** Reads standard input to its end. */
  readStdin(): Promise<string>
  /** The settings that `serve` reads from the environment, for its help. */
  readonly settings: readonly { readonly name: string; readonly help: string }[]
  /** The version of sente. */
  readonly version: string
  /** The user of the operating system, who decides unless another is named. */
  readonly operator: string
  /** Whether standard output shows colours. */
  readonly colours: boolean
  /** Whether a person types the standard input, and so has to be asked for it. */
  readonly isTerminal?: boolean
}
