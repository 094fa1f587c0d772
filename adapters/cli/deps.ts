import type {
  AccountPorts,
  Actions,
  Attribution,
  Batches,
  ChannelStops,
  DeliveryAttempt,
  EventRows,
  Fees,
  Figures,
  Finding,
  FollowUpPolicy,
  FourEyes,
  OperatorMoney,
  OperatorRefusal,
  PaymentCases,
  PaymentLinks,
  People,
  Quarantines,
  Reconciliations,
  RiskLimits,
  WebhookEndpoint,
  Webhooks,
} from '../../core/sente.ts'

/** What the commands work on: an open store, and what else the use cases need. */
export type CliStore = AccountPorts & {
  readonly quarantines: Quarantines
  readonly batches: Batches
  readonly channelStops: ChannelStops
  readonly operatorMoney: OperatorMoney
  readonly figures: Figures
  readonly cases: PaymentCases
  readonly reconciliations: Reconciliations
  readonly paymentLinks: PaymentLinks
  /** Keeps comparisons while they are tried out, and no longer. */
  rehearsal(): Reconciliations
  readonly actions: Actions
  /** Whether these are addresses and subnets. */
  readonly isAddressList: (addresses: readonly string[]) => boolean
  /** Which changes take two people; none by default. */
  readonly fourEyes?: FourEyes | undefined
  readonly webhooks: Webhooks
  readonly people: People
  /** The address of the server, as browsers know it; unknown by default. */
  readonly publicUrl?: string | undefined
  /** Those for real customers by default. */
  readonly riskLimits?: RiskLimits
  /** What merchants pay for payments; nothing by default. */
  readonly fees?: Fees
  /** What webhooks need beyond the store; throws, with a message for the operator, where they are not configured. */
  webhookTools(): WebhookTools
  /** Decides when an operator may resolve a transaction; `livePolicy` by default. */
  readonly policy?: FollowUpPolicy
  close(): void | Promise<void>
}

/**
 * The outcome of a message that was sent to test an endpoint; `cause` says in detail what went wrong, to the operator
 * only.
 */
export type Tried = Pick<DeliveryAttempt, 'status' | 'problem' | 'tookMs' | 'answer'> & {
  readonly cause: string | null
}

/** What the commands for webhooks need beyond a store. */
export type WebhookTools = {
  /** Reads an endpoint's URL: as it is kept, or what is wrong with it, as it follows the word URL. */
  readUrl(url: string): { readonly url: string } | { readonly problem: string }
  /** The secret of an endpoint, as it is shown to its owner. */
  secretOf(endpoint: WebhookEndpoint): string
  /** Sends an endpoint a message of the type `webhook.test` from this process. */
  tryOut(endpoint: WebhookEndpoint): Promise<Tried>
  /** The secret that signs what is forwarded of an account, always the same one. */
  forwardSecretOf(accountId: string): string
  /** Posts an event to a URL, as it would be sent to an endpoint. */
  forward(url: string, rows: EventRows): Promise<Tried>
}

/** The schema versions of a database before and after its migration. */
export type Migrated = { readonly from: number; readonly to: number; readonly path: string }

/** A backup that was made. */
export type BackedUp = {
  readonly file: string
  /** How many rows its audit checked. */
  readonly rows: number
  /** What is damaged in it; null where its books agree. */
  readonly damage: string | null
  /** The id of its latest transaction, if it has one. */
  readonly latest?: string
  /** What it does not contain and a restore needs. */
  readonly keepToo: readonly string[]
}

/** A backup that replaced a database. */
export type Restored = Omit<BackedUp, 'rows' | 'damage'> & {
  readonly path: string
  /** Whether the restored books say who restored them; those with an older schema do not. */
  readonly isRecorded: boolean
  /** The new names of the files that were replaced. */
  readonly aside: readonly string[]
}

/** The URLs of the database that is moved, and of the one that takes its books. */
export type Move = { readonly from: string; readonly to: string }

/** A move that is complete. */
export type MovedBooks = Move & {
  /** Whether an earlier run had completed it, so that there was nothing to do. */
  readonly already: boolean
  /** How many rows of each kind were moved. */
  readonly rows: Readonly<Record<string, number>>
  /** In how many texts something was replaced that the new database can't keep. */
  readonly replaced: number
}

/** How far one part of a long command has come. */
export type Progress = { readonly doing: string; readonly done: number; readonly of: number }

/** Options of the simulated networks when they run alone. */
export type Simulation = {
  readonly port?: number
  /** The file that keeps the networks' state. */
  readonly dataFile?: string
  /** The file to write the configuration to that points at them. */
  readonly configOut?: string
}

/** What the command line needs from the process that runs it. */
export type CliDeps = {
  /** Runs the live gateway until it is stopped; resolves with the exit code. */
  serve(): Promise<number>
  /** Runs a sandbox until it is stopped; resolves with the exit code. */
  sandbox(): Promise<number>
  /** Runs the simulated networks alone until they are stopped; resolves with the exit code. */
  simulator(simulation: Simulation): Promise<number>
  /** Brings the database up to date. */
  migrate(): Promise<Migrated>
  /** Copies the database into a new file. */
  backup(file: string, how: { readonly mayBeDamaged: boolean }): Promise<BackedUp>
  /** Replaces the database by a backup. */
  restore(restore: Attribution & { readonly file: string }): Promise<Restored | OperatorRefusal>
  /** Moves the books of one database into another. */
  move(move: Move & Attribution, onProgress: (progress: Progress) => void): Promise<MovedBooks | OperatorRefusal>
  /** Checks whether the gateway can run with its settings. */
  doctor(): Promise<readonly Finding[]>
  /** Opens the store, only when a command needs it; its error's message is shown to the operator unchanged. */
  openStore(): Promise<CliStore>
  /** Writes to standard output exactly what it is given. */
  out(text: string): void
  /** Writes to standard error exactly what it is given. */
  err(text: string): void
  /** Reads standard input to its end. */
  readStdin(): Promise<string>
  /** The key that signs cases, in PEM; undefined when it is not set. Throws, with a message for the operator, when it can't be read. */
  caseKey(): string | undefined
  /** The settings that `serve` and `sandbox` read from the environment, for its help. */
  readonly settings: readonly { readonly name: string; readonly help: string }[]
  /** The version of sente, and the commit that it was built from where that is known. */
  readonly version: string
  /** Who runs the command, recorded with what it changes unless another is named: SENTE_OPERATOR, or the user of the system. */
  readonly operator: string
  /** Whether standard output shows colours. */
  readonly colours: boolean
  /** Whether standard input is a terminal, so that a prompt is needed. */
  readonly isTerminal?: boolean
  /** Whether standard error is a terminal, so that progress is a bar and not lines. */
  readonly hasBar?: boolean
}
