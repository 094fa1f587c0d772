import type {
  ApproveAtDesk,
  AssignAtDesk,
  Books,
  ChangeAtDesk,
  ChangeCurrencyAtDesk,
  Clock,
  CloseAccountAtDesk,
  ConfirmPassword,
  CreateAccountAtDesk,
  EndTogether,
  Figures,
  FindAccount,
  FindEntry,
  FindLastComparisons,
  FindNetwork,
  FindOwners,
  FindProposal,
  FindQuarantine,
  FindSeenPayment,
  FindUpkeep,
  Ids,
  ListAccounts,
  ListActions,
  ListChannels,
  ListExceptions,
  ListFloat,
  ListProposals,
  ListUsers,
  LookUpAccount,
  Market,
  MeasureChannels,
  NetworkAtDesk,
  QuarantineAtDesk,
  Reconciliations,
  RejectAtDesk,
  SearchSeenPayments,
  ShowLimits,
} from '../../../core/sente.ts'

/** The dependencies of the operators' pages. */
export type OperatorDeps = {
  readonly books: Pick<Books, 'transaction'>
  readonly figures: Pick<Figures, 'open' | 'attention'>
  readonly findQuarantine: FindQuarantine
  readonly findUpkeep: FindUpkeep
  readonly listChannels: ListChannels
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
  readonly quarantineAtDesk: QuarantineAtDesk
  readonly reconciliations: Pick<Reconciliations, 'exceptions' | 'findExceptions'>
  readonly listExceptions: ListExceptions
  readonly findEntry: FindEntry
  readonly findOwners: FindOwners
  readonly findLastComparisons: FindLastComparisons
  readonly assignAtDesk: AssignAtDesk
  readonly market: Market
  readonly ids: Pick<Ids, 'ordered' | 'random'>
  readonly showLimits: ShowLimits
  readonly createAccountAtDesk: CreateAccountAtDesk
  readonly changeCurrencyAtDesk: ChangeCurrencyAtDesk
  readonly closeAccountAtDesk: CloseAccountAtDesk
  readonly findProposal: FindProposal
  readonly listProposals: ListProposals
  readonly measureChannels: MeasureChannels
  readonly listFloat: ListFloat
  readonly findNetwork: FindNetwork
  readonly networkAtDesk: NetworkAtDesk
}
