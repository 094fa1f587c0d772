import type {
  AcceptInvitation,
  BeginCodes,
  BeginPasskey,
  BeginPasskeyCheck,
  ChangePassword,
  ConfirmPassword,
  DropSecondStep,
  EndOtherSessions,
  EndSession,
  EnrolCodes,
  EnrolPasskey,
  ListSessions,
  LookUpInvitation,
  RenewRecoveryCodes,
  SignIn,
  TakeSecondStep,
} from '../../../core/sente.ts'

/** The dependencies of the pages about signing in. */
export type PeopleDeps = {
  /** Signs operators in through an identity provider; without it they sign in with a password. */
  readonly openId?: object | undefined
  readonly signIn: SignIn
  readonly lookUpInvitation: LookUpInvitation
  readonly acceptInvitation: AcceptInvitation
  readonly changePassword: ChangePassword
  readonly confirmPassword: ConfirmPassword
  readonly listSessions: ListSessions
  readonly endSession: EndSession
  readonly endOtherSessions: EndOtherSessions
  readonly takeSecondStep: TakeSecondStep
  readonly beginCodes: BeginCodes
  readonly enrolCodes: EnrolCodes
  readonly beginPasskey: BeginPasskey
  readonly enrolPasskey: EnrolPasskey
  readonly beginPasskeyCheck: BeginPasskeyCheck
  readonly dropSecondStep: DropSecondStep
  readonly renewRecoveryCodes: RenewRecoveryCodes
}
