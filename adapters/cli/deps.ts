import type {
  AccountPorts,
  Attribution,
  EndpointTools,
  EventRows,
  Fees,
  Finding,
  FollowUpPolicy,
  FourEyes,
  MovedHome,
  OperatorRefusal,
  RiskLimits,
  StorePorts,
  Tried,
  WebhookEndpoint,
} from '../../core/sente.ts'

export type { MovedHome }

/** The store of the commands, and the other dependencies of the use cases. */
export type CliStore = AccountPorts &
  StorePorts & {
    /** Whether the texts are addresses and subnets. */
    readonly isAddressList: (addresses: readonly string[]) => boolean
    /** The changes that need two people; none by default. */
    readonly fourEyes?: FourEyes | undefined
    /** The address of the server in browsers; unknown by default. */
    readonly publicUrl?: string | undefined
    /** The limits for real customers by default. */
    readonly riskLimits?: RiskLimits
    /** The merchants' fees for payments; none by default. */
    readonly fees?: Fees
    /** The tools for webhooks beyond the store. Throws, with a message for the operator, if they are not configured. */
    webhookTools(): WebhookTools
    /** Decides when an operator may resolve a transaction; `livePolicy` by default. */
    readonly policy?: FollowUpPolicy
    close(): void | Promise<void>
  }

/** The outcome of a message to an endpoint; `cause` is the error in detail, for the operator only. */
export type Posted = Tried & { readonly cause: string | null }

/** The tools of the commands for webhooks beyond a store. */
export type WebhookTools = Omit<EndpointTools, 'tryOut'> & {
  /** Sends an endpoint a message of the type `webhook.test` from this process. */
  tryOut(endpoint: WebhookEndpoint): Promise<Posted>
  /** The secret that signs the forwarded events of an account. It never changes. */
  forwardSecretOf(accountId: string): string
  /** Posts an event to a URL in the form that an endpoint receives. */
  forward(url: string, rows: EventRows): Promise<Posted>
}

/** The schema versions of a database before and after its migration. */
export type Migrated = { readonly from: number; readonly to: number; readonly path: string }

/** Whether the books may be damaged, and what takes the progress while they are checked. */
export type BackupOptions = { readonly mayBeDamaged: boolean; readonly onProgress: (progress: Progress) => void }

/** A backup that was made. */
export type BackedUp = {
  readonly file: string
  /** How many rows its audit checked. */
  readonly rows: number
  /** The damage in it; null if its books agree. */
  readonly damage: string | null
  /** The id of its latest transaction, if it has one. */
  readonly latest?: string
  /** The files that it does not contain and that a restore requires. */
  readonly keepToo: readonly string[]
}

/** A backup that replaced a database. */
export type Restored = Omit<BackedUp, 'rows' | 'damage'> & {
  readonly path: string
  /** Whether the restored books record their restore; those with an older schema do not. */
  readonly isRecorded: boolean
  /** The new names of the files that were replaced. */
  readonly aside: readonly string[]
}

/** The URLs of the database that is moved, and of the target. */
export type Move = { readonly from: string; readonly to: string }

/** A move that is complete. */
export type MovedBooks = Move & {
  /** Whether an earlier run had completed it, so that there was nothing to do. */
  readonly already: boolean
  /** How many rows of each kind were moved. */
  readonly rows: Readonly<Record<string, number>>
  /** The number of changed texts: the move replaces characters that the new database can't store. */
  readonly replaced: number
}

/** The URL of the old database of books that were moved, unless it is off for good, and the reason. */
export type HomeDeclared = { readonly from: string | undefined; readonly because: string }

/** The progress of one part of a long command. */
export type Progress = { readonly doing: string; readonly done: number; readonly of: number }

/** Options of the simulated networks when they run alone. */
export type Simulation = {
  readonly port?: number
  /** The file that keeps the networks' state. */
  readonly dataFile?: string
  /** The path of a configuration for a gateway that uses them. */
  readonly configOut?: string
}

/** The options of a server. */
export type ServeOptions = {
  /** Whether the original of copied files is no longer in use. */
  readonly isTheBooks?: boolean | undefined
}

/** The dependencies of the command line on its process. */
export type CliDeps = {
  /** Runs the live gateway until it is stopped; resolves with the exit code. */
  serve(how: ServeOptions): Promise<number>
  /** Runs a sandbox until it is stopped; resolves with the exit code. */
  sandbox(how: ServeOptions): Promise<number>
  /** Runs the simulated networks alone until they are stopped; resolves with the exit code. */
  simulator(simulation: Simulation): Promise<number>
  /** Brings the database up to date. */
  migrate(): Promise<Migrated>
  /** Copies the database into a new file. */
  backup(file: string, how: BackupOptions): Promise<BackedUp>
  /** Replaces the database with a backup. */
  restore(restore: Attribution & { readonly file: string }): Promise<Restored | OperatorRefusal>
  /** Moves the books of one database into another. */
  move(move: Move & Attribution, onProgress: (progress: Progress) => void): Promise<MovedBooks | OperatorRefusal>
  /** Accepts the database of the settings as the one that books were moved to; `from` is the URL of the old one. */
  declareMoved(move: Attribution & HomeDeclared): Promise<MovedHome | OperatorRefusal>
  /** Checks whether the gateway can run with its settings. */
  doctor(): Promise<readonly Finding[]>
  /** Opens the store, only when a command needs it. The operator sees its error's message unchanged. */
  openStore(): Promise<CliStore>
  /** Writes exactly this text to standard output. */
  out(text: string): void
  /** Writes exactly this text to standard error. */
  err(text: string): void
  /** Reads standard input to its end. */
  readStdin(): Promise<string>
  /**
   * The key that signs cases, in PEM; undefined when it is not set. Throws, with a message for the operator, if it
   * can't be read.
   */
  caseKey(): string | undefined
  /** The settings that `serve` and `sandbox` read from the environment, for its help. */
  readonly settings: readonly { readonly name: string; readonly help: string }[]
  /** The version of sente, and the commit of its build if it is known. */
  readonly version: string
  /** The author of the command's changes unless another is named: SENTE_OPERATOR, or the user of the system. */
  readonly operator: string
  /** Whether standard output shows colours. */
  readonly colours: boolean
  /** Whether standard input is a terminal, so that a prompt is needed. */
  readonly isTerminal?: boolean
  /** Whether standard error is a terminal, so that progress is a bar and not lines. */
  readonly hasBar?: boolean
}
