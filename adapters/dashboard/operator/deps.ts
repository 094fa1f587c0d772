import type {
  ApproveAtDesk,
  Books,
  ChangeAtDesk,
  Clock,
  ConfirmPassword,
  EndTogether,
  Figures,
  FindAccount,
  FindProposal,
  FindQuarantine,
  FindSeenPayment,
  ListAccounts,
  ListActions,
  ListLines,
  ListProposals,
  ListUsers,
  LookUpAccount,
  RejectAtDesk,
  SearchSeenPayments,
} from '../../../core/sente.ts'

/** What the pages of operators call. */
export type OperatorDeps = {
  readonly books: Pick<Books, 'transaction'>
  readonly figures: Pick<Figures, 'open' | 'attention'>
  readonly findQuarantine: FindQuarantine
  readonly listLines: ListLines
  readonly searchSeenPayments: SearchSeenPayments
  readonly findSeenPayment: FindSeenPayment
  readonly findAccount: FindAccount
  readonly listAccounts: ListAccounts
  readonly lookUpAccount: LookUpAccount
  readonly listUsers: ListUsers
  readonly listActions: ListActions
  readonly clock: Pick<Clock, 'nowMs'>
  readonly confirmPassword: ConfirmPassword
  readonly changeAtDesk: ChangeAtDesk
  readonly approveAtDesk: ApproveAtDesk
  readonly rejectAtDesk: RejectAtDesk
  readonly endTogether: EndTogether
  readonly findProposal: FindProposal
  readonly listProposals: ListProposals
}
