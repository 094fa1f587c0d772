import type {
  ChangeOwnApiAccess,
  ChangeOwnCurrency,
  ChangeOwnPin,
  ChangeUser,
  Clock,
  ConfirmPassword,
  CreateOwnKey,
  FindSeenPayment,
  InviteNewPassword,
  InviteUser,
  ListUsers,
  LookUpAccount,
  Market,
  ReadAccountStatement,
  RemoveUser,
  ResetSecondStep,
  ResumeUser,
  RevokeOwnKey,
  RotateOwnKey,
  SearchSeenPayments,
  SuspendUser,
} from '../../../core/sente.ts'

/** What the pages of account holders call. */
export type HolderDeps = {
  readonly market: Market
  readonly clock: Pick<Clock, 'nowMs'>
  readonly lookUpAccount: LookUpAccount
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
  readonly listUsers: ListUsers
  readonly inviteUser: InviteUser
  readonly inviteNewPassword: InviteNewPassword
  readonly changeUser: ChangeUser
  readonly suspendUser: SuspendUser
  readonly resumeUser: ResumeUser
  readonly removeUser: RemoveUser
  readonly resetSecondStep: ResetSecondStep
}
