import type { AccountPorts, FollowUpPolicy } from '../../core/sente.ts'

/** What the commands work on: an open store, and what the use cases need beside it. */
export type CliStore = AccountPorts & {
  /** From when an operator may decide about a transaction; that of real networks unless told. */
  readonly policy?: FollowUpPolicy
  close(): void | Promise<void>
}

/** The schema versions of a database before and after its migration. */
export type Migrated = { readonly from: number; readonly to: number; readonly path: string }

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
  /** The version of sente. */
  readonly version: string
  /** The user of the operating system, who decides unless another is named. */
  readonly operator: string
  /** Whether standard output shows colours. */
  readonly colours: boolean
  /** Whether a person types the standard input, and so has to be asked for it. */
  readonly isTerminal?: boolean
}
