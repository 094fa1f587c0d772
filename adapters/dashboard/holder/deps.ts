import type {
  AcceptBatch,
  AddEndpoint,
  AskedLine,
  CallAsUser,
  ChangeBatch,
  ChangeEndpoint,
  ChangeOwnApiAccess,
  ChangeOwnCurrency,
  ChangeOwnPin,
  ChangeUser,
  Clock,
  ConfirmPassword,
  CreateLink,
  CreateOwnKey,
  EndLink,
  FindEndpoint,
  FindFailed,
  FindSeenPayment,
  InviteNewPassword,
  InviteUser,
  ListAttempts,
  ListBatches,
  ListBatchLines,
  ListChannels,
  ListEndpoints,
  ListEvents,
  ListInvitations,
  ListLinks,
  ListMadeKeys,
  ListOwnActions,
  ListUsers,
  LookUpAccount,
  LookUpBatch,
  LookUpLink,
  LookUpRefunds,
  Market,
  NextTurn,
  ReadAccountStatement,
  RedeliverEvent,
  RedeliverFailed,
  RefundMoney,
  RemoveEndpoint,
  RemoveUser,
  ResetSecondStep,
  ResumeUser,
  RevokeInvitation,
  RevokeOwnKey,
  RotateEndpointSecret,
  RotateOwnKey,
  SearchSeenPayments,
  SuspendUser,
  TryBatch,
  WebhookEndpoint,
} from '../../../core/sente.ts'
import type { BatchCsv } from '../../written/batchCsv.ts'

/** The use cases for holders' webhook endpoints: those of the API, and those for people alone. */
export type HolderWebhooks = {
  readonly addEndpoint: AddEndpoint
  readonly listEndpoints: ListEndpoints
  readonly findEndpoint: FindEndpoint
  readonly changeEndpoint: ChangeEndpoint
  readonly rotateEndpointSecret: RotateEndpointSecret
  readonly removeEndpoint: RemoveEndpoint
  readonly listAttempts: ListAttempts
  readonly redeliverEvent: RedeliverEvent
  readonly findFailed: FindFailed
  readonly redeliverFailed: RedeliverFailed
  /** Parses a URL: its stored form, or a problem, worded to follow its name. */
  readonly readUrl: (url: string) => { readonly url: string } | { readonly problem: string }
  /** The secret of an endpoint in the form that its owner sees. */
  readonly secretOf: (endpoint: WebhookEndpoint) => string
  /** Sends an endpoint a test message, and resolves with the outcome. */
  readonly tryOut: (
    endpoint: WebhookEndpoint,
  ) => Promise<{ readonly status: number | null; readonly problem: string | null; readonly tookMs: number }>
}

/** The use cases for holders' payment links. */
export type HolderLinks = {
  readonly createLink: CreateLink
  readonly lookUpLink: LookUpLink
  readonly listLinks: ListLinks
  readonly endLink: EndLink
}

/** The use cases for holders' batches of payouts. */
export type HolderBatches = {
  readonly acceptBatch: AcceptBatch
  readonly tryBatch: TryBatch
  readonly lookUpBatch: LookUpBatch
  readonly listBatches: ListBatches
  readonly listBatchLines: ListBatchLines
  readonly changeBatch: ChangeBatch
  /** The lines of a batch in CSV, read like the API. */
  readonly linesInCsv: (csv: BatchCsv, nextTurn: NextTurn) => Promise<readonly AskedLine[]>
}

/** The dependencies of the pages for account holders. */
export type HolderDeps = {
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
  readonly lookUpAccount: LookUpAccount
  readonly listChannels: ListChannels
  readonly searchSeenPayments: SearchSeenPayments
  readonly findSeenPayment: FindSeenPayment
  readonly readAccountStatement: ReadAccountStatement
  readonly confirmPassword: ConfirmPassword
  readonly changeOwnPin: ChangeOwnPin
  readonly changeOwnApiAccess: ChangeOwnApiAccess
  readonly changeOwnCurrency: ChangeOwnCurrency
  readonly createOwnKey: CreateOwnKey
  readonly rotateOwnKey: RotateOwnKey
  readonly revokeOwnKey: RevokeOwnKey
  readonly listOwnActions: ListOwnActions
  readonly listUsers: ListUsers
  readonly inviteUser: InviteUser
  readonly listInvitations: ListInvitations
  readonly listMadeKeys: ListMadeKeys
  readonly revokeInvitation: RevokeInvitation
  readonly inviteNewPassword: InviteNewPassword
  readonly changeUser: ChangeUser
  readonly suspendUser: SuspendUser
  readonly resumeUser: ResumeUser
  readonly removeUser: RemoveUser
  readonly resetSecondStep: ResetSecondStep
  readonly callAsUser: CallAsUser
  /** A random text, for a name that a form suggests. */
  readonly newReference: () => string
} & HolderApi

/** The use cases of the API, for holders. */
export type HolderApi = {
  readonly listEvents: ListEvents
  readonly batches: HolderBatches
  readonly links: HolderLinks
  readonly refundMoney: RefundMoney
  readonly lookUpRefunds: LookUpRefunds
  /** Receives errors that occur after a refund was opened. */
  readonly onBreakage: (error: unknown) => void
  /** Undefined if the gateway sends none. */
  readonly webhooks: HolderWebhooks | undefined
}
