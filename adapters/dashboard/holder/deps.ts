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

/** What holders do about webhook endpoints: as the API does, and what only people need. */
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
  /** Reads a URL: as it is kept, or what is wrong with it, as it follows its name. */
  readonly readUrl: (url: string) => { readonly url: string } | { readonly problem: string }
  /** The secret of an endpoint, as it is shown to its owner. */
  readonly secretOf: (endpoint: WebhookEndpoint) => string
  /** Sends an endpoint a test message, and resolves with how that went. */
  readonly tryOut: (
    endpoint: WebhookEndpoint,
  ) => Promise<{ readonly status: number | null; readonly problem: string | null; readonly tookMs: number }>
}

/** What holders do about payment links. */
export type HolderLinks = {
  readonly createLink: CreateLink
  readonly lookUpLink: LookUpLink
  readonly listLinks: ListLinks
  readonly endLink: EndLink
}

/** What holders do about batches of payouts. */
export type HolderBatches = {
  readonly acceptBatch: AcceptBatch
  readonly tryBatch: TryBatch
  readonly lookUpBatch: LookUpBatch
  readonly listBatches: ListBatches
  readonly listBatchLines: ListBatchLines
  readonly changeBatch: ChangeBatch
  /** The lines of a batch in CSV, as the API reads them. */
  readonly linesInCsv: (csv: BatchCsv, nextTurn: NextTurn) => Promise<readonly AskedLine[]>
}

/** What the pages of account holders call. */
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
  /** Something random, for a name that a form suggests. */
  readonly newReference: () => string
} & HolderApi

/** What holders do as merchants do with their keys: through the use cases of the API. */
export type HolderApi = {
  readonly listEvents: ListEvents
  readonly batches: HolderBatches
  readonly links: HolderLinks
  readonly refundMoney: RefundMoney
  readonly lookUpRefunds: LookUpRefunds
  /** Is told of what broke after a refund was opened. */
  readonly onBreakage: (error: unknown) => void
  /** Undefined where the gateway sends none. */
  readonly webhooks: HolderWebhooks | undefined
}
